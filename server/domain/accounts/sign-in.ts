import { createSession, type IssuedSession } from '#server/auth/sessions.ts'
import { AppError } from '#server/errors.ts'
import type { AccountDeps } from './deps.ts'
import { verifyPassword } from './verify-password.ts'
import { wrongPassword } from './wrong-password.ts'

/**
 * Signs a browser in, in place of whoever was signed in there.
 *
 * @throws {AppError} `invalid_credentials`, the same for an address that has no account; `email_not_confirmed`, only
 *   after the right password; `too_many_attempts`; or `unavailable`, when too many are signing in
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
    const person = await transaction.user.findUnique({
      where: { id, passwordHash },
      select: { id: true, confirmedAt: true },
    })
    if (!person) throw wrongPassword()
    if (!person.confirmedAt) return undefined
    const { userAgent: device, cookies } = caller
    return await createSession(transaction, { userId: id, device, cookies, serverKey }, clock.now())
  })
  if (!session) throw new AppError('forbidden', 'Email not confirmed', { reason: 'email_not_confirmed' })
  return session
}
