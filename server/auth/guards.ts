import { AppError } from '#server/errors.ts'
import { isAllowed, type Permission } from '#shared/permissions.ts'

export function sessionNotFound(): AppError {
  return new AppError('unauthenticated', 'Please sign in first.', { reason: 'session_not_found' })
}

export function insufficientRole(): AppError {
  return new AppError('forbidden', 'You may not have admin privileges.', { reason: 'insufficient_role' })
}

/** @throws {AppError} `insufficient_role` */
export function assertAllowed(role: string, permission: Permission): void {
  if (!isAllowed(role, permission)) throw insufficientRole()
}
