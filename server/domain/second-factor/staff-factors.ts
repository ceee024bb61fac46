import type { Database } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { assertProvedRecently, type OwnFactorDeps } from './proof.ts'
import { resetSecondFactor } from './reset-second-factor.ts'

/** More people than any installation of a contractor has. */
const maxPeople = 500

type StaffFactor = {
  readonly id: string
  readonly email: string
  readonly role: string
  /** Since when they have a second factor. */
  readonly since: string | null
}

/** Everybody with a role, by address. */
export async function listStaffFactors({ read }: Pick<Database, 'read'>): Promise<{ people: StaffFactor[] }> {
  const users = await read.user.findMany({
    where: { role: { in: ['staff', 'admin'] } },
    orderBy: { email: 'asc' },
    select: { id: true, email: true, role: true, secondFactorAt: true },
    take: maxPeople,
  })
  return {
    people: users.map(({ secondFactorAt, ...person }) => ({ ...person, since: secondFactorAt?.toISOString() ?? null })),
  }
}

/**
 * Resets the second factor of another person with a role, for an administrator.
 *
 * @throws {AppError} `proof_required`, or when there is nothing to reset
 */
export async function resetFactorsOf(deps: OwnFactorDeps, { userId }: { readonly userId: string }): Promise<void> {
  await assertProvedRecently(deps)
  const { database, clock, serverKey, user, wakeOutbox } = deps
  if (userId === user.id) throw new AppError('conflict', 'Change your own second factor above.')
  const result = await resetSecondFactor(database, { person: { id: userId }, by: user, serverKey, now: clock.now() })
  if (result === 'no account') throw new AppError('not_found', 'This account was deleted.')
  if (result === 'nothing to reset') throw new AppError('conflict', 'This person has no second factor.')
  wakeOutbox()
}
