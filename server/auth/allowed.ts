import { AppError } from '#server/errors.ts'
import { isAllowed, type Permission } from '#shared/permissions.ts'

/**
 * Makes sure that somebody of a role may do something.
 *
 * @throws {AppError} `insufficient_role`
 */
export function assertAllowed(role: string, permission: Permission): void {
  if (!isAllowed(role, permission))
    throw new AppError('forbidden', 'You may not have admin privileges.', { reason: 'insufficient_role' })
}
