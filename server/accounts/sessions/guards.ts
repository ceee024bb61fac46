import { AppError } from '#server/errors.ts'
import { isAllowed, type Permission } from '#shared/permissions.ts'
import type { ActiveSession } from './sessions.ts'

export function sessionNotFound(): AppError {
  return new AppError('unauthenticated', 'Please sign in first.', { reason: 'session_not_found' })
}

function insufficientRole(): AppError {
  return new AppError('forbidden', 'You may not have admin privileges.', { reason: 'insufficient_role' })
}

/** @returns `insufficient_role`, `second_factor_missing`, or undefined if allowed */
export function getRefusal(
  { role, lacksSecondFactor }: Pick<ActiveSession['user'], 'role' | 'lacksSecondFactor'>,
  permission: Permission,
): AppError | undefined {
  if (!isAllowed(role, permission)) return insufficientRole()
  if (!lacksSecondFactor) return undefined
  return new AppError('forbidden', 'Please set up a second factor first. Reload the page to do so.', {
    reason: 'second_factor_missing',
  })
}
