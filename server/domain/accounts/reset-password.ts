import { endSessionsOf } from '#server/auth/sessions.ts'
import { addAccountMail } from '#server/mail/account-mail.ts'
import { forgetAttempts } from '#server/rate-limits/attempts.ts'
import { accountFailures } from './account-failures.ts'
import type { AccountDeps } from './deps.ts'
import { findLink, linkExpired, verifyEmail } from './email-links.ts'
import { assertPasswordAllowed } from './good-password.ts'
import { mailLimits } from './mail-limits.ts'

/**
 * Sets a password by a link that was mailed or handed over, which also proves that the address is theirs. Ends every
 * session of the account and makes none: whoever has the new password signs in with it. Wrong passwords that were
 * counted for the account are forgotten, and another mail may be asked for at once.
 *
 * @returns whose password it is
 * @throws {AppError} `otp_expired`, `weak_password` with the field `password`, or `too_many_attempts`; the link stays
 *   good but for the first
 * @throws {DatabaseUnavailable} nothing has changed
 */
export async function resetPassword(
  deps: AccountDeps,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<{ readonly userId: string }> {
  const { database, clock, config, hasher, wakeOutbox } = deps
  const { userId } = await findLink(deps, { token, purposes: ['reset', 'invitation'] })
  const person = await database.read.user.findUnique({ where: { id: userId }, select: { email: true } })
  if (!person) throw linkExpired()
  await assertPasswordAllowed(password, person.email, 'password')
  const passwordHash = await hasher.hash(password)

  const now = clock.now()
  await database.transaction(async (transaction) => {
    const { email } = await verifyEmail(transaction, { token, userId, adminEmails: config.adminEmails, now })
    await transaction.user.updateMany({ where: { id: userId }, data: { passwordHash } })
    await endSessionsOf(transaction, userId)
    await forgetAttempts(transaction, deps.serverKey, [...accountFailures(email), mailLimits(email).reset])
    await addAccountMail(transaction, { kind: 'account.password-changed', address: email, now })
  })
  wakeOutbox()
  return { userId }
}
