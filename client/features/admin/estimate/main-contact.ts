import type { ContactChannel } from '#shared/estimates/estimate-work.ts'
import { mailHref } from '../ui/contact-links.tsx'
import { readPhoneNumber } from '../ui/phone-number.ts'
import { channelLabels, logLabel } from '../ui/work-labels.ts'

export type MainContact = {
  readonly channel: ContactChannel
  readonly href: string
  readonly label: string
  readonly logLabel: string
}

/** By phone if the visitor left a number. */
export function mainContact({ email, phone }: { email: string; phone: string | null }): MainContact {
  const phoneHref = phone === null ? undefined : readPhoneNumber(phone).href
  const channel = phoneHref ? 'call' : 'email'
  return { channel, href: phoneHref ?? mailHref(email), label: channelLabels[channel], logLabel: logLabel(channel) }
}
