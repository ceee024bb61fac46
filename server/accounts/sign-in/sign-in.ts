import type { AccountDeps } from '#server/accounts/passwords/account-deps.ts'
import { invalidCredentials } from '#server/accounts/passwords/account-errors.ts'
import { verifyPassword } from '#server/accounts/passwords/verify-password.ts'
import { completePassword, type SignInResult } from '#server/accounts/second-factor/complete-sign-in.ts'
import { AppError } from '#server/errors.ts'

/**
 * For an account with a second factor, the result is a challenge instead of a session.
 *
 * @throws {AppError} `invalid_credentials`; `email_not_confirmed`, only after the right password; `too_many_attempts`;
 *   `unavailable`
 * @throws {DatabaseUnavailable}
 */
export async function signIn(
  deps: AccountDeps,
  credentials: { readonly email: string; readonly password: string },
): Promise<SignInResult> {
  const { database } = deps
  const { id, passwordHash, forgetFailures } = await verifyPassword(deps, credentials)
  const result = await database.transaction(async (transaction, statements) => {
    await forgetFailures(transaction, statements)
    const user = await transaction.user.findUnique({
      where: { id, passwordHash },
      select: { id: true, email: true, role: true, confirmedAt: true, secondFactorAt: true },
    })
    if (!user) throw invalidCredentials()
    if (!user.confirmedAt) return undefined
    return await completePassword(transaction, deps, user)
  })
  if (!result) throw new AppError('forbidden', 'Email not confirmed', { reason: 'email_not_confirmed' })
  return result
}
