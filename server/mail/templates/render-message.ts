import type { Config } from '#server/config.ts'
import type { MailMessage } from '#server/mail/message.ts'
import { MessageRefused } from '#server/mail/message.ts'
import { company } from '#shared/company.ts'
import type { EstimateForMail } from './estimate-answers.ts'
import { estimateStaffLetter } from './estimate-staff.ts'
import { estimateVisitorLetter } from './estimate-visitor.ts'

/** What a template makes of its data. */
export type LetterContent = { readonly subject: string; readonly text: string; readonly html: string }

/** An outbox row with what its message is about. */
export type MessageToRender = {
  readonly id: string
  readonly kind: string
  readonly createdAt: Date
  readonly estimate: EstimateForMail | null
}

export type MailSettings = Pick<Config, 'appOrigin' | 'mailFrom' | 'staffInbox'>

/**
 * Composes the message of an outbox row from what the database says now.
 *
 * @throws {MessageRefused} when there is no template of its kind, or what it is about is gone
 */
export function renderMessage({ id, kind, createdAt, estimate }: MessageToRender, settings: MailSettings): MailMessage {
  const envelope = { id, kind, createdAt, from: sender(settings.mailFrom) }
  switch (kind) {
    case 'estimate.staff': {
      const request = required(estimate)
      const link = `${settings.appOrigin}/admin/estimates/${encodeURIComponent(request.id)}`
      const replyTo = isOneMailbox(request.email) ? { replyTo: request.email } : {}
      return { ...envelope, ...estimateStaffLetter(request, link), to: settings.staffInbox, link, ...replyTo }
    }
    case 'estimate.visitor': {
      const request = required(estimate)
      if (!isOneMailbox(request.email)) throw new MessageRefused('the address is not exactly one mailbox')
      return { ...envelope, ...estimateVisitorLetter(request), to: [request.email] }
    }
    default:
      throw new MessageRefused('there is no template of this kind')
  }
}

function required(estimate: EstimateForMail | null): EstimateForMail {
  if (!estimate) throw new MessageRefused('the request that it is about is gone')
  return estimate
}

/** The schema has checked it on the way in; a header is worth a second look. */
function isOneMailbox(address: string): boolean {
  return /^[^\s\p{Cc},;:<>"()[\]\\@]+@[^\s\p{Cc},;:<>"()[\]\\@]+$/u.test(address)
}

function sender(address: string): string {
  return `"${company.name.replace(/["\\]/g, '')}" <${address}>`
}
