import { addAuditEntry } from '#server/accounts/audit/add-audit-entry.ts'
import { assertStillAllowed } from '#server/accounts/second-factor/administrators.ts'
import type { Clock } from '#server/clock.ts'
import type { Database, Statements, Transaction } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import type { Actor } from '#server/estimates/timeline/estimate-events.ts'
import { isErasureConfirmed } from '#shared/erasure.ts'
import { isAllowed } from '#shared/permissions.ts'
import { eraseAccountRow } from './erase-account-row.ts'
import { eraseEstimates, erasureLocks } from './erase-estimates.ts'
import { findAccount, readPerson } from './find-person.ts'

type ErasureDeps = {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  readonly serverKey: Buffer
  readonly user: Actor
}

type PersonErasure = {
  /** The estimate from which the person was looked up. */
  readonly id: string
  readonly estimateIds: readonly string[]
  /** Others that were shown and stay. */
  readonly otherIds: readonly string[]
  readonly confirmation: string
}

/**
 * Erases a visitor's data from the chosen estimates, and the account with the same address, in one transaction. Clean the
 * files afterwards.
 *
 * @throws {AppError} `not_found`; `insufficient_role`; `invalid`, at the field `confirmation`; `conflict` if other
 *   estimates are found by now than were shown
 */
export async function erasePerson(
  { database, clock, serverKey, user: actor }: ErasureDeps,
  { id, estimateIds, otherIds, confirmation }: PersonErasure,
): Promise<{ readonly erased: number }> {
  const at = clock.now()
  return await database.transaction(async (transaction, statements) => {
    await statements.lock(erasureLocks(estimateIds))
    await assertStillAllowed(transaction, { user: actor })
    const { origin, rows } = await readPerson(transaction, id)
    if (!isErasureConfirmed(confirmation, origin.reference)) throw notConfirmed()
    const shown = new Set([...estimateIds, ...otherIds])
    const found = new Set(rows.map((row) => row.id))
    if (rows.some((row) => !shown.has(row.id)) || estimateIds.some((chosen) => !found.has(chosen)))
      throw new AppError('conflict', 'Other requests are found by now than were shown. Nothing was erased. Look again.')
    const hasAccount = await eraseVisitor(transaction, statements, { emailKey: origin.emailKey, serverKey, at })
    const erased = await eraseEstimates(transaction, statements, { ids: estimateIds, actor, cause: 'request', at })
    await addAuditEntry(transaction, {
      kind: 'visitor.erased',
      actor,
      details: { requests: erased, account: hasAccount },
      now: at,
    })
    return { erased }
  })
}

type Visitor = { readonly emailKey: string; readonly serverKey: Buffer; readonly at: Date }

/** @returns whether there was an account of a visitor */
async function eraseVisitor(
  transaction: Transaction,
  statements: Statements,
  { emailKey, serverKey, at }: Visitor,
): Promise<boolean> {
  const account = await findAccount(transaction, emailKey)
  if (!account || isAllowed(account.role, 'workEstimates')) return false
  await eraseAccountRow(transaction, statements, { account, name: 'erased account', serverKey, at })
  return true
}

function notConfirmed(): AppError {
  const message = 'Type the reference of the request, or the word ERASE.'
  return new AppError('invalid', message, { fieldErrors: { confirmation: [message] } })
}
