import type { Clock } from '#server/clock.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import {
  type Actor,
  addEvent,
  type Columns,
  type EstimateChange,
  newEvent,
  readChangesSince,
} from '#server/estimates/timeline/estimate-events.ts'
import { addAssignedNudges } from '#server/nudges/assigned-nudges.ts'
import { displayName } from '#shared/account.ts'
import { completedStatus } from '#shared/estimates/estimate-status.ts'
import type { Assignee, EstimateOutcome, EstimateWork } from '#shared/estimates/estimate-work.ts'
import { findAssignee } from './assignees.ts'
import { callOffVisits } from './call-off-visits.ts'
import { erasedEstimate, readWork, readWorkState, type WorkState } from './estimate-work.ts'

export type WorkDeps = {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  readonly user: Actor
}

export type Seen = { readonly id: string; readonly version: number }

export type PlannedChange = {
  readonly columns: Columns
  readonly change: EstimateChange
  /** The columns that it replaces, if it can be undone. */
  readonly before?: Columns | undefined
  /** The ids of the emails that it queued, if it can be undone. */
  readonly queued?: readonly string[] | undefined
  /** A second change of the same version. */
  readonly also?: EstimateChange | undefined
}

/**
 * @param plan returns undefined to change nothing
 * @throws {AppError} `not_found`; `conflict` with `stale` for an outdated version, without for an erased estimate
 */
export async function saveChange(
  { database, clock, user: actor }: WorkDeps,
  { id, version: seen }: Seen,
  plan: (
    work: EstimateWork,
    transaction: Transaction,
  ) => PlannedChange | undefined | Promise<PlannedChange | undefined>,
  lockKey?: string,
): Promise<WorkState> {
  const at = clock.now()
  return await database.transaction(async (transaction, statements) => {
    if (lockKey) await statements.lock([lockKey])
    const { work } = await readWork(transaction, id)
    if (work.erasedAt) throw erasedEstimate()
    if (work.version !== seen) throw await staleSave(transaction, { id, version: seen })
    const planned = await plan(work, transaction)
    if (!planned) return await readWorkState(transaction, id)

    const version = seen + 1
    // Another process may have saved a newer version.
    const { count } = await transaction.projectEstimate.updateMany({
      where: { id, version: seen },
      data: { ...planned.columns, version },
    })
    if (count === 0) throw await staleSave(transaction, { id, version: seen })
    const changes = planned.also ? [planned.change, planned.also] : [planned.change]
    for (const [place, change] of changes.entries())
      await addEvent(
        transaction,
        newEvent({ estimateId: id, actor, at, place, version, change, before: planned.before }),
      )
    await callOffVisits(transaction, [{ id, columns: planned.columns }], { actor, at })
    const { assigneeId } = planned.columns
    await addAssignedNudges(transaction, [{ estimateId: id, version, assigneeId }], { actorId: actor.id, now: at })
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

/** This and the functions below throw like {@link saveChange}. */
export function setStatus(deps: WorkDeps, input: Seen & { readonly status: string }): Promise<WorkState> {
  return saveChange(deps, input, (work) => statusChange(work, input.status, deps.clock.now()))
}

/** @returns undefined if it has the status already */
export function statusChange(
  { status: from }: Pick<EstimateWork, 'status'>,
  status: string,
  at: Date,
): PlannedChange | undefined {
  if (from === status) return undefined
  const completedAt = status === completedStatus ? at : null
  return { columns: { status, completedAt }, change: { kind: 'status', from, to: status } }
}

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

/** @throws {AppError} also `invalid`, at the field `assigneeId` */
export function assign(deps: WorkDeps, input: Seen & { readonly assigneeId: string | null }): Promise<WorkState> {
  return saveChange(deps, input, async ({ assignee: present }, transaction) => {
    const { assigneeId } = input
    const isNeeded = assigneeId !== null && assigneeId !== present?.id
    return assignment(present, assigneeId, isNeeded ? await findAssignee(transaction, assigneeId) : null)
  })
}

/**
 * @param assignee the account of `assigneeId`
 * @returns undefined if the estimate is assigned so already
 */
export function assignment(
  present: Assignee | null,
  assigneeId: string | null,
  assignee: Assignee | null,
): PlannedChange | undefined {
  if (assigneeId === (present?.id ?? null)) return undefined
  return {
    columns: { assigneeId },
    change: {
      kind: 'assigned',
      from: present && displayName(present),
      fromId: present?.id ?? null,
      to: assignee && displayName(assignee),
      toId: assigneeId,
    },
  }
}

export function setFollowUp(deps: WorkDeps, input: Seen & { readonly followUpOn: string | null }): Promise<WorkState> {
  return saveChange(deps, input, ({ followUpOn: from }) => {
    const { followUpOn } = input
    return from === followUpOn
      ? undefined
      : { columns: { followUpOn }, change: { kind: 'follow_up', from, to: followUpOn } }
  })
}
