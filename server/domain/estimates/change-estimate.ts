import type { Clock } from '#server/clock.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import type { EstimateOutcome, EstimateWork } from '#shared/estimates/estimate-work.ts'
import { findAssignee } from './assignees.ts'
import { type Actor, addEvent, type EstimateChange, newEvent, readChangesSince } from './estimate-events.ts'
import { readWork, readWorkState, type WorkState } from './estimate-work.ts'

/** What working a request needs. */
export type WorkDeps = {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  /** Whoever does it. */
  readonly user: Actor
}

/** A request as a page saw it. */
export type Seen = { readonly id: string; readonly version: number }

type Columns = {
  readonly status?: string
  readonly outcome?: EstimateOutcome
  readonly outcomeReason?: string | null
  readonly assigneeId?: string | null
  readonly followUpOn?: string | null
  readonly dueAt?: Date | null
  readonly quarantinedAt?: Date | null
  readonly quarantineReasons?: string | null
  readonly spamAt?: Date | null
}

/** What a save writes, and what it is called in the timeline. */
export type PlannedChange = { readonly columns: Columns; readonly change: EstimateChange }

/**
 * Changes a field of a request: its new values, the next version and one event, all in one transaction or none of it.
 * Where the value is there already nothing is written, and the version stays.
 *
 * @param plan what to write, from how the request stands now; undefined where that is what was wanted
 * @throws {AppError} `not_found`; `conflict` with `stale`, where the request has another version than was seen
 */
export async function saveChange(
  { database, clock, user: actor }: WorkDeps,
  { id, version: seen }: Seen,
  plan: (
    work: EstimateWork,
    transaction: Transaction,
  ) => PlannedChange | undefined | Promise<PlannedChange | undefined>,
): Promise<WorkState> {
  const at = clock.now()
  return await database.transaction(async (transaction) => {
    const { work } = await readWork(transaction, id)
    if (work.version !== seen) throw await staleSave(transaction, { id, version: seen })
    const planned = await plan(work, transaction)
    if (!planned) return await readWorkState(transaction, id)

    const version = seen + 1
    // Another process may have been faster since the row was read: then it has another version, and this finds no row.
    const { count } = await transaction.projectEstimate.updateMany({
      where: { id, version: seen },
      data: { ...planned.columns, version },
    })
    if (count === 0) throw await staleSave(transaction, { id, version: seen })
    await addEvent(transaction, newEvent({ estimateId: id, actor, at, version, change: planned.change }))
    return await readWorkState(transaction, id)
  })
}

async function staleSave(transaction: Transaction, seen: Seen): Promise<AppError> {
  const { work } = await readWork(transaction, seen.id)
  const changes = await readChangesSince(transaction, seen)
  return new AppError('conflict', 'This request has been changed in the meantime. Nothing was saved.', {
    stale: { work, changes },
  })
}

/** Says how far the work on a request is. See {@link saveChange} for what it throws. */
export function setStatus(deps: WorkDeps, input: Seen & { readonly status: string }): Promise<WorkState> {
  return saveChange(deps, input, ({ status: from }) => {
    const { status } = input
    return from === status ? undefined : { columns: { status }, change: { kind: 'status', from, to: status } }
  })
}

/** Says how the business ended, and why. Without a reason, the one that was there goes. */
export function setOutcome(
  deps: WorkDeps,
  input: Seen & { readonly outcome: EstimateOutcome; readonly reason?: string | undefined },
): Promise<WorkState> {
  const { outcome, reason = null } = input
  return saveChange(deps, input, ({ outcome: from, outcomeReason }) => {
    if (from === outcome && outcomeReason === reason) return undefined
    return { columns: { outcome, outcomeReason: reason }, change: { kind: 'outcome', from, to: outcome, reason } }
  })
}

/**
 * Gives a request to somebody, or to nobody.
 *
 * @throws {AppError} `invalid` at the field `assigneeId`, for anybody who may not work requests
 */
export function assign(deps: WorkDeps, input: Seen & { readonly assigneeId: string | null }): Promise<WorkState> {
  return saveChange(deps, input, async ({ assignee: present }, transaction) => {
    const { assigneeId } = input
    if (assigneeId === (present?.id ?? null)) return undefined
    const assignee = assigneeId === null ? null : await findAssignee(transaction, assigneeId)
    const change = { kind: 'assigned', from: present?.email ?? null, to: assignee?.email ?? null } as const
    return { columns: { assigneeId }, change }
  })
}

/** Sets the day on which to come back to a request, or none. */
export function setFollowUp(deps: WorkDeps, input: Seen & { readonly followUpOn: string | null }): Promise<WorkState> {
  return saveChange(deps, input, ({ followUpOn: from }) => {
    const { followUpOn } = input
    return from === followUpOn
      ? undefined
      : { columns: { followUpOn }, change: { kind: 'follow_up', from, to: followUpOn } }
  })
}
