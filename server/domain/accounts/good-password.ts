import { passwordProblem } from '#server/auth/password-policy.ts'
import { AppError } from '#server/errors.ts'

/**
 * Refuses a new password that is too easy to guess or cannot be stored.
 *
 * @param email of the account, in lower case
 * @param field the name of the input that it came in
 * @throws {AppError} `weak_password`, with the reason at the field
 */
export async function assertPasswordAllowed(password: string, email: string, field: string): Promise<void> {
  const problem = await passwordProblem(password, email)
  if (problem === undefined) return
  throw new AppError('invalid', problem, { reason: 'weak_password', fieldErrors: { [field]: [problem] } })
}
