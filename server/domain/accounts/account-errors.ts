import { passwordProblem } from '#server/auth/password-policy.ts'
import { AppError } from '#server/errors.ts'

/** The same for an unknown address and for a wrong password. */
export function invalidCredentials(): AppError {
  return new AppError('unauthenticated', 'Invalid login credentials', { reason: 'invalid_credentials' })
}

/** The same for a link that was used, has expired, was altered, or never existed. */
export function linkExpired(): AppError {
  return new AppError('invalid', 'Email link is invalid or has expired', { reason: 'otp_expired' })
}

/**
 * Refuses a new password that is too easy to guess or cannot be stored.
 *
 * @param email the account's, in lower case
 * @param field name of the input field, which the reason is shown at
 * @throws {AppError} `weak_password`
 */
export async function assertPasswordAllowed(password: string, email: string, field: string): Promise<void> {
  const problem = await passwordProblem(password, email)
  if (problem === undefined) return
  throw new AppError('invalid', problem, { reason: 'weak_password', fieldErrors: { [field]: [problem] } })
}
