import type { AuditPerson } from '#server/accounts/audit/add-audit-entry.ts'
import type { ReadClient, Transaction } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { isAllowed } from '#shared/permissions.ts'
import type { OwnFactorDeps } from './proof.ts'

/** The signed-in user has to be an administrator. */
export type PeopleDeps = OwnFactorDeps

const personSelect = { id: true, email: true, name: true, role: true, confirmedAt: true, passwordHash: true } as const

/** @throws {AppError} `not_found` without a role: it was revoked meanwhile, or the invitation withdrawn */
export async function findPerson({ user }: Pick<ReadClient, 'user'>, id: string) {
  const person = await user.findFirst({ where: { id, role: { not: 'user' } }, select: personSelect })
  if (!person) throw new AppError('not_found', 'This person no longer has access. Someone else changed it.')
  return person
}

/**
 * Refuses administrators who have lost their rights since the call began, such as the second of two who take them from
 * each other.
 *
 * @throws {AppError} `insufficient_role`
 */
export async function assertStillAllowed(
  { user }: Pick<Transaction, 'user'>,
  { user: { id } }: { readonly user: AuditPerson },
): Promise<void> {
  const stored = await user.findUnique({ where: { id }, select: { role: true } })
  if (stored && isAllowed(stored.role, 'managePeople')) return
  throw new AppError('forbidden', 'You are no longer an administrator. Nothing was changed.', {
    reason: 'insufficient_role',
  })
}

/** @throws {AppError} `conflict` if the role was changed since the page showed it */
export function assertSeen({ role }: { readonly role: string }, seenRole: string): void {
  if (role === seenRole) return
  throw new AppError('conflict', 'Someone else changed this person’s role. Nothing was saved. The page shows it now.')
}

/**
 * Checks that people who give up their own rights have typed their own address.
 *
 * @throws {AppError} `invalid`, at the field `confirmation`
 */
export function assertConfirmed(
  { user: { id, email } }: Pick<PeopleDeps, 'user'>,
  userId: string,
  confirmation: string | undefined,
): void {
  if (userId !== id || confirmation?.trim().toLowerCase() === email) return
  const message = `Type ${email} to confirm that you give up your own rights.`
  throw new AppError('invalid', message, { fieldErrors: { confirmation: [message] } })
}
