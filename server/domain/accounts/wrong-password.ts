import { AppError } from '#server/errors.ts'

/** No such account, or not its password: nobody is told which. */
export function wrongPassword(): AppError {
  return new AppError('unauthenticated', 'Invalid login credentials', { reason: 'invalid_credentials' })
}
