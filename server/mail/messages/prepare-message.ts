import type { Prisma } from '#prisma/generated/sqlite/client.ts'
import { addEmailToken, type LinkPurpose } from '#server/accounts/email-links/email-tokens.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import type { Quarantined } from '#server/database/queries/digest-query.ts'
import type { ClaimedMessage } from '#server/mail/messages/claimed-message.ts'
import { displayName } from '#shared/account.ts'
import type { MailedAccount } from './account-links.ts'
import { type AccountMailKind, isAccountMailKind } from './account-mail.ts'
import { type EmailChangeMailKind, isEmailChangeMail, prepareEmailChange } from './email-change-mail.ts'
import { isNudgeKind } from './nudge.ts'
import { type PreparedNudge, prepareNudge } from './prepare-nudge.ts'
import { quarantineNotice, readQuarantine } from './quarantine-notice.ts'
import { type PreparedReview, prepareReview, reviewMailKind } from './review-mail.ts'
import { isVisitMailKind, type PreparedVisit, prepareVisitMail } from './visit-mails.ts'
import { isVisitorMailKind, type PreparedVisitorMail, prepareVisitorMail } from './visitor-mails.ts'

export type PreparedMessage = Omit<ClaimedMessage, 'address' | 'attempts' | 'visitId'> & {
  readonly account: MailedAccount | null
  readonly nudge?: PreparedNudge
  readonly quarantined?: Quarantined
  readonly visitorMail?: PreparedVisitorMail
  readonly visit?: PreparedVisit
  readonly review?: PreparedReview
  /** The email goes to this one address of the staff inbox, or to the assignee. */
  readonly recipient?: string | undefined
  /** The mail service refused the Reply-To before. */
  readonly withoutReplyTo?: boolean
}

type Rule = {
  readonly to: Prisma.UserWhereInput
  readonly purpose?: LinkPurpose
}

const rules: Readonly<Record<Exclude<AccountMailKind, EmailChangeMailKind>, Rule>> = {
  // An invited account has nothing to confirm yet.
  'account.confirmation': { to: { confirmedAt: null, passwordHash: { not: null } }, purpose: 'confirmation' },
  'account.exists': { to: { confirmedAt: { not: null } } },
  'account.reset': { to: {}, purpose: 'reset' },
  'account.ready': { to: {} },
  'account.password-changed': { to: {} },
  'account.locked': { to: {}, purpose: 'reset' },
  'account.app-added': { to: {} },
  'account.app-replaced': { to: {} },
  'account.app-removed': { to: {} },
  'account.passkey-added': { to: {} },
  'account.passkey-removed': { to: {} },
  'account.passkey-refused': { to: {} },
  'account.recovery-codes-made': { to: {} },
  'account.recovery-code-used': { to: {} },
  'account.second-factor-reset': { to: {} },
  'account.second-factor-locked': { to: {} },
  'account.email-restored': { to: {}, purpose: 'reset' },
  // A withdrawn invitation is not sent.
  'account.invitation': { to: { role: { not: 'user' }, confirmedAt: null }, purpose: 'invitation' },
  'account.role-given': { to: { role: { not: 'user' } } },
  'account.test': { to: {} },
  'account.took-over': { to: { role: { not: 'user' }, notifyAssigned: true } },
}

/**
 * Creates the token, because only its digest is stored.
 *
 * @returns undefined if there is nothing to send
 */
export async function prepareMessage(
  database: Pick<Database, 'transaction' | 'read' | 'queries'>,
  { id, kind, createdAt, estimate, visitId, address: email }: ClaimedMessage,
  now: Date,
  serverKey: Buffer,
): Promise<PreparedMessage | undefined> {
  const message = { id, kind, createdAt, estimate, account: null }
  if (isNudgeKind(kind)) {
    const nudge = await prepareNudge(database, id, now)
    return nudge && { ...message, nudge }
  }
  if (kind === quarantineNotice) {
    const quarantined = await readQuarantine(database, now)
    return quarantined && { ...message, quarantined }
  }
  if (isVisitorMailKind(kind)) {
    const prepared = await prepareVisitorMail(database.read, { id, kind, createdAt, estimate, address: email }, now)
    return prepared && { ...message, ...prepared }
  }
  if (isVisitMailKind(kind)) {
    const prepared = await prepareVisitMail(database.read, { id, kind, createdAt, address: email, visitId }, now)
    return prepared && { ...message, ...prepared }
  }
  if (kind === reviewMailKind) {
    const review = await prepareReview(database.read, serverKey, { estimateId: estimate?.id, createdAt })
    return review && { ...message, review }
  }
  if (!isAccountMailKind(kind)) return message
  if (email === null) return undefined
  if (isEmailChangeMail(kind)) {
    const prepared = await prepareEmailChange(database, { id, kind }, now)
    return prepared && { ...message, ...prepared }
  }
  const { to, purpose } = rules[kind]
  return await database.transaction(async (transaction) => {
    const select = { id: true, role: true, invitedById: true } as const
    const user = await transaction.user.findFirst({ where: { ...to, email }, select })
    if (!user) return undefined
    const account = { email, role: user.role, invitedBy: await readName(transaction, user.invitedById) }
    if (!purpose) return { ...message, account: { ...account, secret: null } }
    const token = await addEmailToken(transaction, { userId: user.id, purpose, now })
    return { ...message, account: { ...account, secret: { purpose, token } } }
  })
}

async function readName({ user }: Pick<Transaction, 'user'>, id: string | null): Promise<string | null> {
  if (id === null) return null
  const person = await user.findUnique({ where: { id }, select: { name: true, email: true } })
  return person && displayName(person)
}
