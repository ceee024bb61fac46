import { AppError } from '#server/errors.ts'
import { passwordProblem } from './password-policy.ts'

/** Unknown email addresses cause it, too. */
export function invalidCredentials(): AppError {
  return new AppError('unauthenticated', 'Email or password is incorrect.', { reason: 'invalid_credentials' })
}

export function linkExpired(): AppError {
  return new AppError('invalid', 'Email link is invalid or has expired', { reason: 'otp_expired' })
}

/** Whoever has its secret may know. */
export function linkUsed(): AppError {
  return new AppError('invalid', 'This link was already used. It worked.', { reason: 'link_used' })
}

/**
 * @param email in lower case
 * @throws {AppError} `weak_password`
 */
export async function assertPasswordAllowed(password: string, email: string, field: string): Promise<void> {
  const problem = await passwordProblem(password, email)
  if (problem === undefined) return
  throw new AppError('invalid', problem, { reason: 'weak_password', fieldErrors: { [field]: [problem] } })
}
