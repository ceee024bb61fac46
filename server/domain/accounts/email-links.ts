import { consumeEmailToken, findEmailToken, type LinkPurpose } from '#server/auth/email-tokens.ts'
import type { Transaction } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { rateLimitKey } from '#server/rate-limits/client-ip.ts'
import { consumeOrThrow } from '#server/rate-limits/take-or-refuse.ts'
import type { AccountDeps } from './deps.ts'

/** A link that was used, has expired, was changed, or never was: nobody is told which. */
export function linkExpired(): AppError {
  return new AppError('invalid', 'Email link is invalid or has expired', { reason: 'otp_expired' })
}

/**
 * Counts that somebody tries a link, and finds whose it is. Uses nothing up.
 *
 * @throws {AppError} `otp_expired` or `too_many_attempts`
 */
export async function findLink(
  { database, clock, serverKey, caller }: AccountDeps,
  { token, purposes }: { readonly token: string; readonly purposes: readonly LinkPurpose[] },
): Promise<{ readonly userId: string }> {
  const now = clock.now()
  const attempt = { limit: 'link-address', subject: rateLimitKey(caller.ip) } as const
  await consumeOrThrow(database, serverKey, [attempt], now)
  const found = await findEmailToken(database.read, { token, purposes, now })
  if (!found) throw linkExpired()
  return found
}

/**
 * Uses a link up, and with it every other one of the same person, and takes their address as proved: whoever has the
 * link reads the mail that goes there. This alone makes administrators of those whom the settings name.
 *
 * @param adminEmails in any spelling
 * @throws {AppError} `otp_expired`, when somebody else was faster
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
