import { AppError } from '#server/errors.ts'
import { company } from '#shared/company.ts'

/** What whoever has used up a limit is told. */
export function tooManyAttempts(retryAfterSeconds: number): AppError {
  return new AppError('too_many', 'Too many attempts. Please wait a while and try again.', {
    reason: 'too_many_attempts',
    retryAfterSeconds,
  })
}

/** What whoever has used up the allowance of a network address is told; it may be a customer who shares it with many. */
export function tooManyCalls(retryAfterSeconds: number): AppError {
  const message = `Too much has come from your connection at once. Please wait a minute and try again, or call us at ${company.phone.display}.`
  return new AppError('too_many', message, { reason: 'too_many_attempts', retryAfterSeconds })
}
