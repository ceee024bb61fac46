import { type AuditPerson, addAuditEntry } from '#server/accounts/audit/add-audit-entry.ts'
import { keepAnAdministrator } from '#server/accounts/people/keep-an-administrator.ts'
import { assertStillAllowed } from '#server/accounts/second-factor/administrators.ts'
import { assertProvedRecently, type OwnFactorDeps } from '#server/accounts/second-factor/proof.ts'
import { AppError } from '#server/errors.ts'
import { findColleague } from './colleagues.ts'
import { eraseAccountRow } from './erase-account-row.ts'
import { lockRemains } from './remains.ts'

/** Replaces the name and the address of an erased colleague. */
const formerColleague = 'former colleague'

type ErasureDeps = Pick<OwnFactorDeps, 'database' | 'clock' | 'serverKey'> & {
  readonly session: Pick<OwnFactorDeps['session'], 'id'>
  readonly user: AuditPerson
}

/**
 * An administrator erases the account of a colleague, also of one whose access was revoked. Estimates, notes and changes stay, as those of a former colleague.
 * Clean the files afterwards.
 *
 * @throws {AppError} `not_found`; `proof_required`; `insufficient_role`; `invalid`, at the field `confirmation`; `conflict` for one's own account
 *   and for the last administrator
 */
export async function eraseAccount(
  deps: ErasureDeps,
  { userId, confirmation }: { readonly userId: string; readonly confirmation: string },
): Promise<void> {
  await assertProvedRecently(deps)
  const { database, clock, serverKey, user: actor } = deps
  if (userId === actor.id)
    throw new AppError('conflict', 'You can’t erase your own account. Ask another administrator.')
  const at = clock.now()
  await database.transaction((transaction, statements) =>
    keepAnAdministrator(
      transaction,
      statements,
      async () => {
        await assertStillAllowed(transaction, deps)
        const account = await findColleague(transaction, userId)
        if (!account) throw new AppError('not_found', 'This person is not on the staff.')
        if (confirmation.trim().toLowerCase() !== account.email) throw notConfirmed()
        await eraseAccountRow(transaction, statements, { account, name: formerColleague, serverKey, at })
        await addAuditEntry(transaction, {
          kind: 'person.erased',
          actor,
          subject: { id: account.id, email: formerColleague },
          now: at,
        })
      },
      [lockRemains],
    ),
  )
}

function notConfirmed(): AppError {
  const message = 'Type the address of the account.'
  return new AppError('invalid', message, { fieldErrors: { confirmation: [message] } })
}
