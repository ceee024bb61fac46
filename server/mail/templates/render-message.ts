import type { LinkPurpose } from '#server/auth/email-tokens.ts'
import type { Config } from '#server/config.ts'
import { accountPages, secretLink } from '#server/mail/account-links.ts'
import { type AccountMailKind, isAccountMailKind } from '#server/mail/account-mail.ts'
import type { MailMessage } from '#server/mail/message.ts'
import { MessageRefused } from '#server/mail/message.ts'
import { company } from '#shared/company.ts'
import { accountLetter } from './account-letters.ts'
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
  readonly account: {
    readonly address: string
    /** Just made for this letter, where it needs one. */
    readonly secret: { readonly purpose: LinkPurpose; readonly token: string } | null
  } | null
}

export type MailSettings = Pick<Config, 'appOrigin' | 'mailFrom' | 'staffInbox'>

/**
 * Composes the message of an outbox row from what the database says now.
 *
 * @throws {MessageRefused} when there is no template of its kind, or what it is about is gone
 */
export function renderMessage(message: MessageToRender, settings: MailSettings): MailMessage {
  const { id, kind, createdAt, estimate } = message
  const envelope = { id, kind, createdAt, from: sender(settings.mailFrom) }
  if (isAccountMailKind(kind)) return { ...envelope, ...accountMessage(kind, message, settings) }
  switch (kind) {
    case 'estimate.staff': {
      const request = required(estimate)
      const link = `${settings.appOrigin}/admin/estimates/${encodeURIComponent(request.id)}`
      const replyTo = isOneMailbox(request.email) ? { replyTo: request.email } : {}
      return { ...envelope, ...estimateStaffLetter(request, link), to: settings.staffInbox, link, ...replyTo }
    }
    case 'estimate.visitor': {
      const request = required(estimate)
      return { ...envelope, ...estimateVisitorLetter(request), to: [oneMailbox(request.email)] }
    }
    default:
      throw new MessageRefused('there is no template of this kind')
  }
}

function accountMessage(kind: AccountMailKind, { account, createdAt }: MessageToRender, settings: MailSettings) {
  if (!account) throw new MessageRefused('the account that it is about is gone')
  const { appOrigin } = settings
  const { address, secret } = account
  const pages = accountPages(appOrigin)
  const link = secret ? secretLink(appOrigin, secret.purpose, secret.token) : pages.askForReset
  const letter = accountLetter(kind, { address, links: { ...pages, secret: link }, happenedAt: createdAt })
  return { ...letter, to: [oneMailbox(address)], ...(secret ? { link } : {}) }
}

function required(estimate: EstimateForMail | null): EstimateForMail {
  if (!estimate) throw new MessageRefused('the request that it is about is gone')
  return estimate
}

/** The schema has checked it on the way in; a header is worth a second look. */
function isOneMailbox(address: string): boolean {
  return /^[^\s\p{Cc},;:<>"()[\]\\@]+@[^\s\p{Cc},;:<>"()[\]\\@]+$/u.test(address)
}

function oneMailbox(address: string): string {
  if (!isOneMailbox(address)) throw new MessageRefused('the address is not exactly one mailbox')
  return address
}

function sender(address: string): string {
  return `"${company.name.replace(/["\\]/g, '')}" <${address}>`
}
