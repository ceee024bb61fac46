import { recordInLog } from '#server/accounts/audit/record-in-log.ts'
import {
  addEmailToken,
  consumeEmailToken,
  findEmailToken,
  type LinkPurpose,
  linkLifetimesMs,
  usedPurpose,
} from '#server/accounts/email-links/email-tokens.ts'
import { accountFailures, mailLimits } from '#server/accounts/limits/account-counters.ts'
import { consumeOrThrow, forgetAttempts } from '#server/accounts/limits/attempts.ts'
import { rateLimitKey } from '#server/accounts/limits/client-ip.ts'
import type { AccountDeps } from '#server/accounts/passwords/account-deps.ts'
import { linkExpired, linkUsed } from '#server/accounts/passwords/account-errors.ts'
import { addMs } from '#server/clock.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import type { AppError } from '#server/errors.ts'

/**
 * The link stays usable.
 *
 * @throws {AppError} `otp_expired`, `link_used` or `too_many_attempts`
 */
export async function findLink(
  { database, clock, serverKey, client }: AccountDeps,
  { token, purposes }: { readonly token: string; readonly purposes: readonly LinkPurpose[] },
): Promise<{ readonly userId: string; readonly purpose: string }> {
  const now = clock.now()
  const attempt = { limit: 'link-ip', subject: rateLimitKey(client.ip) } as const
  await consumeOrThrow(database, serverKey, [attempt], now)
  const found = await findEmailToken(database.read, { token, purposes, now })
  if (!found) throw linkExpired()
  if (found.purpose === usedPurpose) throw linkUsed()
  return found
}

/**
 * Uses up the user's links, and makes an address in the settings an administrator. An invited person who comes by
 * another link, once the invitation is over, joins without the role.
 *
 * @throws {AppError} `otp_expired` or `link_used`
 */
export async function verifyEmail(
  transaction: Transaction,
  { token, userId, purpose, adminEmails, now }: EmailProof,
): Promise<{ readonly email: string }> {
  if (!(await consumeEmailToken(transaction, { token, userId }))) throw await brokenLink(transaction, { token, now })
  const where = { id: userId }
  const { email, role, confirmedAt, invitedAt, createdAt } = await transaction.user.findUniqueOrThrow({
    where,
    select: { email: true, role: true, confirmedAt: true, invitedAt: true, createdAt: true },
  })
  if (confirmedAt) return { email }
  const isAdmin = adminEmails.some((listed) => listed.toLowerCase() === email)
  // Without `invitedAt`, the invitation is from before invitation times were stored.
  const isOver = now >= addMs(invitedAt ?? createdAt, linkLifetimesMs.invitation)
  const isLate = role !== 'user' && purpose !== 'invitation' && isOver && !isAdmin
  if (isLate) {
    const owner = { id: userId, email, role }
    await recordInLog(transaction, { kind: 'person.invitation-expired', owner, details: { role }, now })
  }
  const newRole = isAdmin ? { role: 'admin' } : isLate ? { role: 'user', invitedAt: null, invitedById: null } : {}
  await transaction.user.updateMany({ where, data: { confirmedAt: now, pendingDigest: null, ...newRole } })
  return { email }
}

/** Says why a link that worked a moment ago does not: it may have been pressed twice. */
export async function brokenLink(
  transaction: Pick<Transaction, 'emailToken'>,
  { token, now }: { readonly token: string; readonly now: Date },
): Promise<AppError> {
  return (await findEmailToken(transaction, { token, purposes: [], now })) ? linkUsed() : linkExpired()
}

type EmailProof = {
  readonly token: string
  readonly userId: string
  readonly purpose: string
  readonly adminEmails: readonly string[]
  readonly now: Date
}

/**
 * Also resets the account's counters, so that strangers cannot keep the owner out.
 *
 * @returns undefined without an account
 * @throws {DatabaseUnavailable}
 */
export async function issueResetLink(
  database: Pick<Database, 'transaction'>,
  { email, serverKey, now }: { readonly email: string; readonly serverKey: Buffer; readonly now: Date },
): Promise<string | undefined> {
  return await database.transaction(async (transaction) => {
    const user = await transaction.user.findUnique({ where: { email }, select: { id: true } })
    if (!user) return undefined
    const { shared, reset } = mailLimits(email)
    await forgetAttempts(transaction, serverKey, [...accountFailures(email), ...shared, reset])
    // An invited person who has not joined is invited again by it, and would otherwise join without the role.
    const unjoined = { id: user.id, role: { not: 'user' }, confirmedAt: null }
    await transaction.user.updateMany({ where: unjoined, data: { invitedAt: now } })
    return await addEmailToken(transaction, { userId: user.id, purpose: 'reset', now })
  })
}
