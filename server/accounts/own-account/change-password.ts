import { recordInLog } from '#server/accounts/audit/record-in-log.ts'
import { cancelEmailChange } from '#server/accounts/email-links/email-changes.ts'
import { accountFailures } from '#server/accounts/limits/account-counters.ts'
import { consumeOrThrow, forgetAttempts } from '#server/accounts/limits/attempts.ts'
import type { AccountDeps } from '#server/accounts/passwords/account-deps.ts'
import { assertPasswordAllowed, invalidCredentials } from '#server/accounts/passwords/account-errors.ts'
import { getHashingQueue } from '#server/accounts/passwords/password-hasher.ts'
import {
  type ActiveSession,
  createSession,
  endSessionsOfUser,
  type IssuedSession,
} from '#server/accounts/sessions/sessions.ts'
import { addAccountMail } from '#server/mail/messages/account-mail.ts'

/**
 * Also ends the user's other sessions and links.
 *
 * @throws {AppError} `invalid_credentials`, `weak_password` or `too_many_attempts`
 * @throws {DatabaseUnavailable}
 */
export async function changePassword(
  { database, clock, serverKey, hasher, client, wakeOutbox, user }: AccountDeps & Pick<ActiveSession, 'user'>,
  { currentPassword, newPassword }: { readonly currentPassword: string; readonly newPassword: string },
): Promise<IssuedSession> {
  await assertPasswordAllowed(newPassword, user.email, 'newPassword')
  const attempt = [{ limit: 'change-password', subject: user.id }] as const
  await consumeOrThrow(database, serverKey, attempt, clock.now())
  const where = { id: user.id }
  const queue = getHashingQueue(user)
  const stored = await database.read.user.findUnique({ where, select: { passwordHash: true } })
  const currentHash = stored?.passwordHash ?? null
  if (!(await hasher.verify(currentPassword, currentHash, queue))) throw invalidCredentials()
  const passwordHash = await hasher.hash(newPassword, queue)

  const now = clock.now()
  const session = await database.transaction(async (transaction) => {
    // Another request may have changed the password.
    const { count } = await transaction.user.updateMany({
      where: { ...where, passwordHash: currentHash },
      data: { passwordHash },
    })
    if (count === 0) throw invalidCredentials()
    await forgetAttempts(transaction, serverKey, accountFailures(user.email))
    await endSessionsOfUser(transaction, user.id)
    await transaction.emailToken.deleteMany({ where: { userId: user.id } })
    await cancelEmailChange(transaction, user.id)
    await recordInLog(transaction, { kind: 'account.password-changed', owner: user, now })
    await addAccountMail(transaction, { kind: 'account.password-changed', address: user.email, now })
    const { userAgent: device, ip, cookies } = client
    return await createSession(transaction, { userId: user.id, device, ip, cookies, serverKey }, now)
  })
  wakeOutbox()
  return session
}
