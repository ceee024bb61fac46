import type { AuditPerson } from '#server/accounts/audit/add-audit-entry.ts'
import { forgetAttempts } from '#server/accounts/limits/attempts.ts'
import { endSessionsOfUser } from '#server/accounts/sessions/sessions.ts'
import type { Database } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { assertStillAllowed } from './administrators.ts'
import { lockFactors, removeAllFactors } from './factors.ts'
import { assertProvedRecently, type OwnFactorDeps } from './proof.ts'
import { recordChange } from './record-change.ts'
import { codeGuesses } from './verify-second-factor.ts'

type Reset = {
  readonly person: { readonly id: string } | { readonly email: string }
  /** It is null for the command line. */
  readonly by: AuditPerson | null
  readonly serverKey: Buffer
  readonly now: Date
}

/**
 * Removes all factors, for a person who has lost them, and ends all sessions. The password alone then signs in. Wake
 * the outbox afterwards.
 *
 * @throws {AppError} `insufficient_role`
 */
export async function resetSecondFactor(
  { transaction }: Pick<Database, 'transaction'>,
  { person, by, serverKey, now }: Reset,
): Promise<'reset' | 'nothing to reset' | 'no account'> {
  return await transaction(async (writing, statements) => {
    if (by) await assertStillAllowed(writing, { user: by })
    const select = { id: true, email: true, role: true, secondFactorAt: true } as const
    const owner = await writing.user.findFirst({ where: person, select })
    if (!owner) return 'no account'
    await lockFactors(statements, owner.id)
    await forgetAttempts(writing, serverKey, [codeGuesses(owner.id)])
    await removeAllFactors(writing, owner.id)
    if (!owner.secondFactorAt) return 'nothing to reset'
    await endSessionsOfUser(writing, owner.id)
    await recordChange(writing, { kind: 'second-factor.reset', owner, by, now })
    return 'reset'
  })
}

/**
 * Resets the second factor of another person with a role, for an administrator.
 *
 * @throws {AppError} `proof_required`; `insufficient_role`; or when there is nothing to reset
 */
export async function resetSecondFactorOfPerson(
  deps: OwnFactorDeps,
  { userId }: { readonly userId: string },
): Promise<void> {
  await assertProvedRecently(deps)
  const { database, clock, serverKey, user, wakeOutbox } = deps
  if (userId === user.id) throw new AppError('conflict', 'Change your own second factor on your account page.')
  const result = await resetSecondFactor(database, { person: { id: userId }, by: user, serverKey, now: clock.now() })
  if (result === 'no account') throw new AppError('not_found', 'This account was deleted.')
  if (result === 'nothing to reset') throw new AppError('conflict', 'This person has no second factor.')
  wakeOutbox()
}
