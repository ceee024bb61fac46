import type { ContactChannel } from '#shared/estimates/estimate-work.ts'
import { readPhoneNumber } from '#shared/phone-numbers.ts'
import { mailHref } from '../ui/contact-button.tsx'
import { channelLabels, logLabel } from '../ui/work-labels.ts'

export type MainContact = {
  readonly channel: ContactChannel
  /** Undefined without an email address and a number to dial. */
  readonly href: string | undefined
  readonly label: string
  /** It is the number or the address, as it is shown. */
  readonly text: string
  readonly logLabel: string
}

/** Chooses the phone if the visitor left a number, or no email address. */
export function mainContact({ email, phone }: { email: string; phone: string | null }): MainContact {
  const number = phone === null ? undefined : readPhoneNumber(phone)
  const channel = number?.href || email === '' ? 'call' : 'email'
  const [href, text] = channel === 'call' ? [number?.href, number?.text ?? ''] : [mailHref(email), email]
  return { channel, href, label: channelLabels[channel], text, logLabel: logLabel(channel) }
}
