import { readPhoneNumber } from '#shared/phone-numbers.ts'
import { safeLine } from './safe-text.ts'

/** US numbers are formatted, so that they may be longer than what a visitor can type. */
const maxPhoneLength = 40

export type CallLink = { readonly href: string; readonly text: string }

/** @returns undefined without a number that can be dialed */
export function callLink(phone: string | null): CallLink | undefined {
  const { text, href } = readPhoneNumber(phone ?? '')
  return href === undefined ? undefined : { href, text: `Call ${safeLine(text, maxPhoneLength)}` }
}
