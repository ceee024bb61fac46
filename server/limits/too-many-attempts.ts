import { AppError } from '#server/errors.ts'

/** What whoever has used up a limit is told. */
export function tooManyAttempts(retryAfterSeconds: number): AppError {
  return new AppError('too_many', 'Too many attempts. Please wait a while and try again.', {
    reason: 'too_many_attempts',
    retryAfterSeconds,
  })
}
