import { type ActiveSession, createSession, endSessionsOf, type IssuedSession } from '#server/auth/sessions.ts'
import { addAccountMail } from '#server/mail/account-mail.ts'
import { consumeOrThrow, forgetAttempts } from '#server/rate-limits/attempts.ts'
import { assertPasswordAllowed, invalidCredentials } from './account-errors.ts'
import { accountFailures } from './account-limits.ts'
import type { AccountDeps } from './accounts.ts'

/**
 * Changes the password of the signed-in user. Ends their other sessions and all their links, and replaces this session
 * by a new one.
 *
 * @throws {AppError} `invalid_credentials` when the current password is wrong, `weak_password` with the field
 *   `newPassword`, or `too_many_attempts`
 * @throws {DatabaseUnavailable} nothing has changed
 */
export async function changePassword(
  { database, clock, serverKey, hasher, caller, wakeOutbox, user }: AccountDeps & Pick<ActiveSession, 'user'>,
  { currentPassword, newPassword }: { readonly currentPassword: string; readonly newPassword: string },
): Promise<IssuedSession> {
  await assertPasswordAllowed(newPassword, user.email, 'newPassword')
  const attempt = [{ limit: 'change-password', subject: user.id }] as const
  await consumeOrThrow(database, serverKey, attempt, clock.now())
  const where = { id: user.id }
  const stored = await database.read.user.findUnique({ where, select: { passwordHash: true } })
  const currentHash = stored?.passwordHash ?? null
  if (!(await hasher.verify(currentPassword, currentHash))) throw invalidCredentials()
  const passwordHash = await hasher.hash(newPassword)

  const now = clock.now()
  const session = await database.transaction(async (transaction) => {
    // Fails if another request has changed the password meanwhile.
    const { count } = await transaction.user.updateMany({
      where: { ...where, passwordHash: currentHash },
      data: { passwordHash },
    })
    if (count === 0) throw invalidCredentials()
    await forgetAttempts(transaction, serverKey, [...attempt, ...accountFailures(user.email)])
    await endSessionsOf(transaction, user.id)
    await transaction.emailToken.deleteMany({ where: { userId: user.id } })
    await addAccountMail(transaction, { kind: 'account.password-changed', address: user.email, now })
    const { userAgent: device, cookies } = caller
    return await createSession(transaction, { userId: user.id, device, cookies, serverKey }, now)
  })
  wakeOutbox()
  return session
}
