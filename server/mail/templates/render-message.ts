import { withAsciiDomain } from '#server/ascii-domain.ts'
import type { Config } from '#server/config.ts'
import type { Quarantined } from '#server/database/queries/digest-query.ts'
import { accountPages, secretLink } from '#server/mail/messages/account-links.ts'
import { type AccountMailKind, isAccountMailKind } from '#server/mail/messages/account-mail.ts'
import type { EmailedEstimate } from '#server/mail/messages/claimed-message.ts'
import { type MailMessage, MessageRefused } from '#server/mail/messages/message.ts'
import type { PreparedMessage } from '#server/mail/messages/prepare-message.ts'
import type { PreparedNudge } from '#server/mail/messages/prepare-nudge.ts'
import { requestPath } from '#server/mail/messages/request-link.ts'
import type { PreparedReview } from '#server/mail/messages/review-mail.ts'
import { dashboardLink, estimateLink, mineLink, nudgeLinks } from '#server/mail/messages/staff-links.ts'
import { type PreparedVisit, visitReminder } from '#server/mail/messages/visit-mails.ts'
import type { PreparedVisitorMail } from '#server/mail/messages/visitor-mails.ts'
import { writeCalendar } from '#server/visits/calendar.ts'
import { company } from '#shared/company.ts'

export type MailSettings = Pick<Config, 'appOrigin' | 'mailFrom' | 'staffInbox'> & {
  readonly serverKey: Buffer
}

/**
 * Imports templates on demand, which keeps React out of the server's start.
 *
 * @throws {MessageRefused} when the template, estimate or account does not exist
 */
export async function renderMessage(message: PreparedMessage, settings: MailSettings, now: Date): Promise<MailMessage> {
  const { id, kind, createdAt, estimate } = message
  const envelope = { id, kind, createdAt, from: sender(settings.mailFrom) }
  if (isAccountMailKind(kind)) return { ...envelope, ...(await accountMessage(kind, message, settings)) }
  if (message.nudge) return { ...envelope, ...(await nudgeMessage(message.nudge, settings)) }
  if (message.visit) return { ...envelope, ...(await visitMessage(message.visit, message, settings, now)) }
  const staffInbox = message.recipient === undefined ? settings.staffInbox : [message.recipient]
  if (message.quarantined)
    return { ...envelope, ...(await quarantineMessage(message.quarantined, settings)), to: staffInbox }
  const { visitorMail } = message
  if (visitorMail?.kind === 'visitor.changed')
    return { ...envelope, ...(await visitorChange(visitorMail, required(estimate), message, settings)), to: staffInbox }
  if (visitorMail)
    return { ...envelope, ...(await proposalMessage(visitorMail, required(estimate), message, settings)) }
  if (message.review)
    return { ...envelope, ...(await reviewMessage(message.review, required(estimate), message, settings)) }
  switch (kind) {
    case 'estimate.staff':
      return { ...envelope, ...(await staffMessage(required(estimate), message, settings, now)), to: staffInbox }
    case 'estimate.visitor':
      return { ...envelope, ...(await visitorMessage(required(estimate), message, settings, now)) }
    default:
      throw new MessageRefused('this kind of email has no template')
  }
}

async function staffMessage(
  estimate: EmailedEstimate,
  { withoutReplyTo }: PreparedMessage,
  { appOrigin }: MailSettings,
  now: Date,
) {
  const { estimateStaffEmail } = await import('./estimate-staff.tsx')
  const link = estimateLink(appOrigin, estimate.id)
  const replyTo = replyToVisitor(estimate, withoutReplyTo)
  const content = estimateStaffEmail(estimate, { link, now, hasReplyTo: 'replyTo' in replyTo })
  return { ...content, link, ...replyTo }
}

async function visitorChange(
  changed: Extract<PreparedVisitorMail, { readonly change: unknown }>,
  estimate: EmailedEstimate,
  { withoutReplyTo }: PreparedMessage,
  { appOrigin }: MailSettings,
) {
  const { visitorChangeEmail } = await import('./visitor-change-email.tsx')
  const replyTo = replyToVisitor(estimate, withoutReplyTo)
  const link = estimateLink(appOrigin, estimate.id)
  return { ...visitorChangeEmail(changed, estimate, { link, hasReplyTo: 'replyTo' in replyTo }), ...replyTo }
}

function replyToVisitor({ email }: EmailedEstimate, withoutReplyTo: boolean | undefined): { replyTo?: string } {
  const mailbox = readMailbox(email)
  // A mail service that refuses other addresses would refuse the email to the staff with it.
  return mailbox && !withoutReplyTo && /^\p{ASCII}+$/u.test(mailbox) ? { replyTo: mailbox } : {}
}

async function visitorMessage(estimate: EmailedEstimate, message: PreparedMessage, settings: MailSettings, now: Date) {
  const { estimateVisitorEmail } = await import('./estimate-visitor.tsx')
  const link = visitorLink(estimate, settings)
  return { ...estimateVisitorEmail(estimate, { link, now }), ...toVisitor(estimate, message, settings) }
}

async function proposalMessage(
  mail: Extract<PreparedVisitorMail, { readonly proposal: unknown }>,
  estimate: EmailedEstimate,
  message: PreparedMessage,
  settings: MailSettings,
) {
  const { proposalEmail } = await import('./proposal-email.tsx')
  const link = visitorLink(estimate, settings)
  return { ...proposalEmail(mail, estimate, link), link, ...toVisitor(estimate, message, settings) }
}

async function visitMessage(prepared: PreparedVisit, message: PreparedMessage, settings: MailSettings, now: Date) {
  const { estimate, recipient } = message
  const { visitStaffEmail, visitSummary, visitVisitorEmail } = await import('./visit-email.tsx')
  const toVisitorOnly = () => {
    const of = required(estimate)
    return { ...visitVisitorEmail(prepared, of, visitorLink(of, settings)), ...toVisitor(of, message, settings) }
  }
  // Their calendars have it.
  if (prepared.kind === visitReminder) return toVisitorOnly()
  const toStaff = (address: string) => {
    const link = estimateLink(settings.appOrigin, estimate?.id ?? '')
    return { ...visitStaffEmail(prepared, estimate, link), to: [oneMailbox(address)] }
  }
  const addressed = recipient === undefined ? toVisitorOnly() : toStaff(recipient)
  const method = prepared.visit.calledOffAt ? 'cancel' : 'request'
  const [email = ''] = addressed.to
  const text = writeCalendar(
    [{ visit: prepared.visit, summary: visitSummary(prepared, estimate), attendee: { email } }],
    {
      method,
      appOrigin: settings.appOrigin,
      organizer: { email: settings.mailFrom, name: company.name },
      now,
    },
  )
  return { ...addressed, calendar: { method, text } as const }
}

async function reviewMessage(
  { link, optOutPath }: PreparedReview,
  estimate: EmailedEstimate,
  message: PreparedMessage,
  settings: MailSettings,
) {
  const { reviewEmail } = await import('./review-email.tsx')
  const unsubscribe = `${settings.appOrigin}${optOutPath}`
  const content = reviewEmail(estimate, { review: link, optOut: unsubscribe })
  return { ...content, link: unsubscribe, unsubscribe, ...toVisitor(estimate, message, settings) }
}

function visitorLink({ id }: EmailedEstimate, { appOrigin, serverKey }: MailSettings): string {
  return `${appOrigin}${requestPath(serverKey, id)}`
}

/** The email has only one address, because visitors see it. */
function toVisitor(
  { email }: EmailedEstimate,
  { withoutReplyTo }: PreparedMessage,
  { staffInbox: [replyTo] }: MailSettings,
) {
  return { to: [oneMailbox(email)], ...(replyTo === undefined || withoutReplyTo ? {} : { replyTo }) }
}

async function quarantineMessage(quarantined: Quarantined, { appOrigin }: MailSettings) {
  const { quarantineEmail } = await import('./quarantine-email.tsx')
  return quarantineEmail(quarantined, nudgeLinks(appOrigin))
}

async function accountMessage(kind: AccountMailKind, { account, createdAt }: PreparedMessage, settings: MailSettings) {
  if (!account) throw new MessageRefused('its account no longer exists')
  const { accountEmail } = await import('./account-emails.tsx')
  const { appOrigin } = settings
  const { email, role = 'staff', invitedBy = null, otherEmail = '', secret } = account
  const pages = accountPages(appOrigin)
  const link = secret ? secretLink(appOrigin, secret.purpose, secret.token) : pages.requestReset
  const content = accountEmail(kind, {
    email,
    otherEmail,
    role,
    invitedBy,
    links: { ...pages, secret: link, mine: mineLink(appOrigin), dashboard: dashboardLink(appOrigin) },
    happenedAt: createdAt,
  })
  return { ...content, to: [oneMailbox(email)], ...(secret ? { link } : {}) }
}

async function nudgeMessage(nudge: PreparedNudge, { appOrigin }: MailSettings) {
  const links = nudgeLinks(appOrigin)
  const to = [oneMailbox(nudge.user.email)]
  if ('digest' in nudge) return { ...(await import('./digest-email.tsx')).digestEmail(nudge, links), to }
  if ('estimates' in nudge) return { ...(await import('./assigned-email.tsx')).assignedEmail(nudge, links), to }
  return { ...(await import('./nudge-email.tsx')).nudgeEmail(nudge, links), to }
}

function required(estimate: EmailedEstimate | null): EmailedEstimate {
  if (!estimate) throw new MessageRefused('its estimate no longer exists')
  return estimate
}

/** Headers deserve a second check after the schema's. */
function readMailbox(email: string): string | undefined {
  const mailbox = withAsciiDomain(email)
  return /^[^\s\p{Cc},;:<>"()[\]\\@]+@[\w.-]+$/u.test(mailbox) ? mailbox : undefined
}

function oneMailbox(email: string): string {
  const mailbox = readMailbox(email)
  if (mailbox === undefined) throw new MessageRefused('the recipient is not exactly one mailbox')
  return mailbox
}

function sender(email: string): string {
  return `"${company.name.replace(/["\\]/g, '')}" <${email}>`
}
