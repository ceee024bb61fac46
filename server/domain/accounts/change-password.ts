import { type ActiveSession, createSession, endSessionsOf, type IssuedSession } from '#server/auth/sessions.ts'
import { addAccountMail } from '#server/mail/messages/account-mail.ts'
import { forgetAttempts } from '#server/rate-limits/attempts.ts'
import { consumeOrThrow } from '#server/rate-limits/take-or-refuse.ts'
import { accountFailures } from './account-failures.ts'
import type { AccountDeps } from './deps.ts'
import { assertPasswordAllowed } from './good-password.ts'
import { wrongPassword } from './wrong-password.ts'

/**
 * Changes the password of whoever is signed in. Ends all of their other sessions and every open link, and puts a new
 * session in the place of this one.
 *
 * @throws {AppError} `invalid_credentials` when the present password is wrong, `weak_password` with the field
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
  const presentHash = stored?.passwordHash ?? null
  if (!(await hasher.verify(currentPassword, presentHash))) throw wrongPassword()
  const passwordHash = await hasher.hash(newPassword)

  const now = clock.now()
  const session = await database.transaction(async (transaction) => {
    // Somebody who was faster has set another one since.
    const { count } = await transaction.user.updateMany({
      where: { ...where, passwordHash: presentHash },
      data: { passwordHash },
    })
    if (count === 0) throw wrongPassword()
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
