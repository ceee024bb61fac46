import type { Clock } from '#server/clock.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import type { StoredAnswers } from '#shared/estimates/answers.ts'
import type { EstimateOutcome, EstimateWork } from '#shared/estimates/estimate-work.ts'
import { findAssignee } from './assignees.ts'
import { type Actor, addEvent, type EstimateChange, newEvent, readChangesSince } from './estimate-events.ts'
import { readWork, readWorkState, type WorkState } from './estimate-work.ts'

export type WorkDeps = {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  readonly user: Actor
}

export type Seen = { readonly id: string; readonly version: number }

type Columns = Partial<StoredAnswers> & {
  readonly emailKey?: string
  readonly phoneDigits?: string | null
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

export type PlannedChange = { readonly columns: Columns; readonly change: EstimateChange }

/**
 * @param plan returns undefined to change nothing
 * @throws {AppError} `not_found`; `conflict` with `stale` for an outdated version
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
    // Another process may have saved a newer version.
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

/** This and the functions below throw like {@link saveChange}. */
export function setStatus(deps: WorkDeps, input: Seen & { readonly status: string }): Promise<WorkState> {
  return saveChange(deps, input, ({ status: from }) => {
    const { status } = input
    return from === status ? undefined : { columns: { status }, change: { kind: 'status', from, to: status } }
  })
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
    if (assigneeId === (present?.id ?? null)) return undefined
    const assignee = assigneeId === null ? null : await findAssignee(transaction, assigneeId)
    const change = { kind: 'assigned', from: present?.email ?? null, to: assignee?.email ?? null } as const
    return { columns: { assigneeId }, change }
  })
}

export function setFollowUp(deps: WorkDeps, input: Seen & { readonly followUpOn: string | null }): Promise<WorkState> {
  return saveChange(deps, input, ({ followUpOn: from }) => {
    const { followUpOn } = input
    return from === followUpOn
      ? undefined
      : { columns: { followUpOn }, change: { kind: 'follow_up', from, to: followUpOn } }
  })
}
