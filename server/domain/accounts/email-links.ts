import { addEmailToken, consumeEmailToken, findEmailToken, type LinkPurpose } from '#server/auth/email-tokens.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import { consumeOrThrow, forgetAttempts } from '#server/rate-limits/attempts.ts'
import { rateLimitKey } from '#server/rate-limits/client-ip.ts'
import { linkExpired } from './account-errors.ts'
import { accountFailures, mailLimits } from './account-limits.ts'
import type { AccountDeps } from './accounts.ts'

/**
 * The link stays usable.
 *
 * @throws {AppError} `otp_expired` or `too_many_attempts`
 */
export async function findLink(
  { database, clock, serverKey, caller }: AccountDeps,
  { token, purposes }: { readonly token: string; readonly purposes: readonly LinkPurpose[] },
): Promise<{ readonly userId: string; readonly purpose: string }> {
  const now = clock.now()
  const attempt = { limit: 'link-ip', subject: rateLimitKey(caller.ip) } as const
  await consumeOrThrow(database, serverKey, [attempt], now)
  const found = await findEmailToken(database.read, { token, purposes, now })
  if (!found) throw linkExpired()
  return found
}

/**
 * Uses up the user's links, and makes an address in the settings an administrator.
 *
 * @throws {AppError} `otp_expired`
 */
export async function verifyEmail(
  transaction: Transaction,
  { token, userId, adminEmails, now }: { token: string; userId: string; adminEmails: readonly string[]; now: Date },
): Promise<{ readonly email: string }> {
  if (!(await consumeEmailToken(transaction, token))) throw linkExpired()
  await transaction.emailToken.deleteMany({ where: { userId } })
  const where = { id: userId }
  const { email, confirmedAt } = await transaction.user.findUniqueOrThrow({
    where,
    select: { email: true, confirmedAt: true },
  })
  if (confirmedAt) return { email }
  const isAdmin = adminEmails.some((listed) => listed.toLowerCase() === email)
  const data = { confirmedAt: now, pendingDigest: null, ...(isAdmin ? { role: 'admin' } : {}) }
  await transaction.user.updateMany({ where, data })
  return { email }
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
    return await addEmailToken(transaction, { userId: user.id, purpose: 'reset', now })
  })
}
