import { AppError } from '#server/errors.ts'
import { isAllowed, type Permission } from '#shared/permissions.ts'

/**
 * Makes sure that somebody of a role may do something.
 *
 * @throws {AppError} `insufficient_role`
 */
export function assertAllowed(role: string, permission: Permission): void {
  if (!isAllowed(role, permission)) throw insufficientRole()
}

/** Signed in, and not allowed to. */
export function insufficientRole(): AppError {
  return new AppError('forbidden', 'You may not have admin privileges.', { reason: 'insufficient_role' })
}
