import { createSession, type IssuedSession } from '#server/auth/sessions.ts'
import { AppError } from '#server/errors.ts'
import { invalidCredentials } from './account-errors.ts'
import type { AccountDeps } from './accounts.ts'
import { verifyPassword } from './verify-password.ts'

/**
 * @throws {AppError} `invalid_credentials`; `email_not_confirmed`, only after the right password; `too_many_attempts`;
 *   `unavailable`
 * @throws {DatabaseUnavailable}
 */
export async function signIn(
  deps: AccountDeps,
  credentials: { readonly email: string; readonly password: string },
): Promise<IssuedSession> {
  const { database, clock, serverKey, caller } = deps
  const { id, passwordHash, forgetFailures } = await verifyPassword(deps, credentials)
  const session = await database.transaction(async (transaction, statements) => {
    await forgetFailures(transaction, statements)
    const user = await transaction.user.findUnique({
      where: { id, passwordHash },
      select: { id: true, confirmedAt: true },
    })
    if (!user) throw invalidCredentials()
    if (!user.confirmedAt) return undefined
    const { userAgent: device, cookies } = caller
    return await createSession(transaction, { userId: id, device, cookies, serverKey }, clock.now())
  })
  if (!session) throw new AppError('forbidden', 'Email not confirmed', { reason: 'email_not_confirmed' })
  return session
}
