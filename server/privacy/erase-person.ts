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
import { findMentioningViews, type PersonKeys } from './mentioning-views.ts'

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
  /** Saved views that are deleted, too. */
  readonly viewIds?: readonly string[] | undefined
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
  { id, estimateIds, otherIds, viewIds = [], confirmation }: PersonErasure,
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
    const account = await findAccount(transaction, origin, rows)
    const hasAccount = await eraseVisitor(transaction, statements, { account, serverKey, at })
    await deleteViews(transaction, { person: origin, viewIds })
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

/** Deletes only views that mention the person. */
async function deleteViews(
  transaction: Transaction,
  { person, viewIds }: { readonly person: PersonKeys; readonly viewIds: readonly string[] },
): Promise<void> {
  const mentioning = await findMentioningViews(transaction, person)
  const chosen = mentioning.map((view) => view.id).filter((id) => viewIds.includes(id))
  await transaction.savedView.deleteMany({ where: { id: { in: chosen } } })
}

type Visitor = {
  readonly account: Awaited<ReturnType<typeof findAccount>>
  readonly serverKey: Buffer
  readonly at: Date
}

/** @returns whether there was an account of a visitor */
async function eraseVisitor(
  transaction: Transaction,
  statements: Statements,
  { account, serverKey, at }: Visitor,
): Promise<boolean> {
  if (!account || isAllowed(account.role, 'workEstimates')) return false
  await eraseAccountRow(transaction, statements, { account, name: 'erased account', serverKey, at })
  return true
}

function notConfirmed(): AppError {
  const message = 'Type the reference of the request, or the word ERASE.'
  return new AppError('invalid', message, { fieldErrors: { confirmation: [message] } })
}
