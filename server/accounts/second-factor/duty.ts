import { addAuditEntry } from '#server/accounts/audit/add-audit-entry.ts'
import type { Owner } from '#server/accounts/audit/record-in-log.ts'
import type { ReadClient, Transaction } from '#server/database/database.ts'
import { secondFactorDutySetting } from '#server/database/queries/queries.ts'
import { writeSetting } from '#server/database/settings.ts'
import { AppError } from '#server/errors.ts'
import { isRequiredFor, type SecondFactorDuty, secondFactorDuties } from '#shared/second-factor.ts'
import { assertStillAllowed } from './administrators.ts'
import { readMethods } from './factors.ts'
import { assertProvedRecently, type OwnFactorDeps } from './proof.ts'

type DutyDeps = Pick<OwnFactorDeps, 'database' | 'clock' | 'session' | 'user'>

/** Refuses the removal of a required last factor. Call it after the removal, in its transaction. */
export async function assertFactorMayGo(transaction: Transaction, { id, role }: Owner): Promise<void> {
  if (!isRequiredFor(await readDuty(transaction), role)) return
  const left = (await readMethods(transaction, id)).filter((method) => method !== 'recovery-code')
  if (left.length > 0) return
  throw new AppError('conflict', 'Your role needs a second factor. Add another one before you remove this one.')
}

export async function readDuty({ setting }: Pick<ReadClient, 'setting'>): Promise<SecondFactorDuty> {
  const stored = await setting.findUnique({ where: { name: secondFactorDutySetting }, select: { value: true } })
  return secondFactorDuties.find((known) => known === stored?.value) ?? 'nobody'
}

/**
 * Sets the duty. It holds at once, also for people who are signed in.
 *
 * @throws {AppError} `proof_required`; `insufficient_role`
 */
export async function setDuty(deps: DutyDeps, { duty }: { readonly duty: SecondFactorDuty }): Promise<void> {
  await assertProvedRecently(deps)
  const { database, clock, user } = deps
  const now = clock.now()
  await database.transaction(async (transaction, statements) => {
    await assertStillAllowed(transaction, deps)
    await writeSetting(transaction, statements, { name: secondFactorDutySetting, value: duty, now })
    await addAuditEntry(transaction, {
      kind: 'second-factor.requirement-changed',
      actor: user,
      details: { of: duty },
      now,
    })
  })
}
