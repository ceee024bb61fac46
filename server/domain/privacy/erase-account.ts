import type { Transaction } from '#server/database/database.ts'
import { addAuditEntry } from '#server/domain/audit/add-audit-entry.ts'
import { AppError } from '#server/errors.ts'
import { eraseAccountRow } from './erase-account-row.ts'
import type { ErasureDeps } from './erase-person.ts'
import { lockRemains } from './remains.ts'

/** Stands in the place of the address of somebody who has left. */
export const formerColleague = 'former colleague'

const administratorsLock = 'administrators'

/**
 * An administrator erases the account of a colleague. Estimates, notes and changes stay, as those of a former colleague.
 * Clean the files afterwards.
 *
 * @throws {AppError} `not_found`; `invalid`, at the field `confirmation`; `conflict` for one's own account and for the last
 *   administrator
 */
export async function eraseAccount(
  { database, clock, serverKey, user: actor }: ErasureDeps,
  { userId, confirmation }: { readonly userId: string; readonly confirmation: string },
): Promise<void> {
  const at = clock.now()
  await database.transaction(async (transaction, statements) => {
    await statements.lock([administratorsLock, lockRemains])
    const account = await transaction.user.findFirst({
      where: { id: userId, role: { in: ['staff', 'admin'] } },
      select: { id: true, email: true, role: true },
    })
    if (!account) throw new AppError('not_found', 'This person is not on the staff.')
    if (confirmation.trim().toLowerCase() !== account.email) {
      const message = 'Type the address of the account.'
      throw new AppError('invalid', message, { fieldErrors: { confirmation: [message] } })
    }
    if (userId === actor.id)
      throw new AppError('conflict', 'You can’t erase your own account. Ask another administrator.')
    await assertAdministratorStays(transaction, account)
    const name = formerColleague
    await eraseAccountRow(transaction, statements, { account, name, serverKey, at })
    await addAuditEntry(transaction, {
      kind: 'account.erased',
      actor: { id: actor.id, email: actor.email },
      subject: { id: account.id, email: name },
      now: at,
    })
  })
}

/** Two administrators who erase each other at once wait for one another before this. */
async function assertAdministratorStays(
  { user }: Transaction,
  { id, role }: { readonly id: string; readonly role: string },
): Promise<void> {
  if (role !== 'admin') return
  const others = await user.count({ where: { role: 'admin', confirmedAt: { not: null }, NOT: { id } } })
  if (others === 0) throw new AppError('conflict', 'The last administrator can’t be erased.')
}
