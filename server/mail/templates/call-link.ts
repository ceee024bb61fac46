import { callTimes, optionLabel } from '#shared/estimates/options.ts'
import { readPhoneNumber } from '#shared/phone-numbers.ts'
import { safeLine } from './safe-text.ts'

/** US numbers are formatted, so that they may be longer than what a visitor can type. */
const maxPhoneLength = 40

type Called = { readonly phone: string | null; readonly bestTime: string | null }

/**
 * The number of a customer, and when to call it, as facts of an email. Nothing without a number or a time.
 *
 * @param short cuts what a visitor typed
 */
export function callFacts({ phone, bestTime }: Called, short: (text: string) => string) {
  return [
    ...(phone ? [{ label: 'Phone', value: short(phone) }] : []),
    ...(bestTime ? [{ label: 'Best time to call', value: short(optionLabel(callTimes, bestTime)) }] : []),
  ]
}

export type CallLink = { readonly href: string; readonly text: string }

/** @returns undefined without a number that can be dialed */
export function callLink(phone: string | null): CallLink | undefined {
  const { text, href } = readPhoneNumber(phone ?? '')
  return href === undefined ? undefined : { href, text: `Call ${safeLine(text, maxPhoneLength)}` }
}
