import { addMs } from '#server/clock.ts'
import type { Statements, Transaction } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import {
  type Actor,
  type Columns,
  type EstimateChange,
  newEvent,
  readLastChangers,
  readUndoable,
} from '#server/estimates/timeline/estimate-events.ts'
import { addAssignedNudges } from '#server/nudges/assigned-nudges.ts'
import { type BulkChange, type BulkChanged, type RefusedEstimate, undoLimits } from '#shared/estimates/bulk-change.ts'
import type { Assignee } from '#shared/estimates/estimate-work.ts'
import { findAssignee } from './assignees.ts'
import { callOffVisits } from './call-off-visits.ts'
import { assignment, type PlannedChange, type Seen, statusChange, type WorkDeps } from './change-estimate.ts'
import { queueMissingEmails, releaseColumns, spamColumns } from './quarantine.ts'

const rowSelect = {
  id: true,
  version: true,
  status: true,
  completedAt: true,
  erasedAt: true,
  assigneeId: true,
  assignee: { select: { id: true, email: true, name: true } },
  dueAt: true,
  quarantinedAt: true,
  quarantineReasons: true,
  spamAt: true,
  withdrawnAt: true,
} as const

type Row = Required<
  Pick<Columns, 'dueAt' | 'quarantinedAt' | 'quarantineReasons' | 'spamAt' | 'completedAt' | 'assigneeId'>
> & {
  readonly id: string
  readonly version: number
  readonly status: string
  readonly erasedAt: Date | null
  readonly withdrawnAt: Date | null
  readonly assignee: Assignee | null
}

type RowChange = PlannedChange & { readonly row: Pick<Row, 'id' | 'version'> }

const maxTries = 3

/** Another process saved one of the estimates between our read and our write. */
class Overtaken extends Error {}

/**
 * Changes the estimates that still have the version seen, in one transaction, and reports the others. The emails of a
 * release are held back until it can no longer be undone.
 *
 * @throws {AppError} `invalid`, at the field `assigneeId`; `conflict` if colleagues keep changing the same estimates
 */
export function bulkChange(
  { database, clock, user: actor }: WorkDeps,
  { estimates, change }: { readonly estimates: readonly Seen[]; readonly change: BulkChange },
): Promise<BulkChanged> {
  const at = clock.now()
  return inTries(() =>
    database.transaction(async (transaction, statements) => {
      // Two changes of the same estimates would wait for each other.
      await statements.lock([bulkChangeLock])
      const { present, refused } = await readSeen(transaction, estimates)
      const plan = await planChange(transaction, change, present, at)
      const planned = present.flatMap((row) => {
        const one = plan(row)
        return one ? [{ row, ...one, before: pick(row, one.columns) }] : []
      })
      const assignments = planned.map(({ row, columns: { assigneeId } }) => {
        return { estimateId: row.id, version: row.version + 1, assigneeId }
      })
      await addAssignedNudges(transaction, assignments, { actorId: actor.id, now: at })
      const changed = await saveAll(transaction, statements, { actor, at }, planned)
      const columnsById = planned.map(({ row, columns }) => ({ id: row.id, columns }))
      await callOffVisits(transaction, columnsById, { actor, at })
      return { changed, refused }
    }),
  )
}

/**
 * Sets estimates back to what they were before the same person's {@link bulkChange}, unless they have been changed since.
 *
 * @param estimates with the versions that it made
 */
export function undoBulkChange(
  { database, clock, user: actor }: WorkDeps,
  { estimates }: { readonly estimates: readonly Seen[] },
): Promise<BulkChanged> {
  const at = clock.now()
  return inTries(() =>
    database.transaction(async (transaction, statements) => {
      await statements.lock([bulkChangeLock])
      const { present, refused } = await readSeen(transaction, estimates)
      const since = addMs(at, -undoLimits.acceptedMs)
      const made = await readUndoable(transaction, present, actor, since)
      const inTime = present.flatMap((row) => {
        const event = made.get(row.id)
        return event ? [{ row, event }] : []
      })
      const emailed = await withdrawEmails(
        transaction,
        inTime.flatMap(({ event }) => event.queued),
      )
      const planned = inTime.flatMap(({ row, event }) =>
        emailed.has(row.id) ? [] : [{ row, columns: event.before, change: undoing(event.change) }],
      )
      const late = present.filter(({ id }) => !inTime.some(({ row }) => row.id === id))
      return {
        changed: await saveAll(transaction, statements, { actor, at }, planned),
        refused: [...refused, ...late.map(refusal('late')), ...[...emailed].map((id) => refusal('emailed')({ id }))],
      }
    }),
  )
}

/** Two transactions that change many estimates would otherwise wait for each other. */
export const bulkChangeLock = 'bulk change of estimates'

/**
 * Runs a transaction again if another process saved one of its estimates meanwhile.
 *
 * @throws {AppError} `conflict` if that happens too often
 */
export async function inTries<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
    }
  }
  throw new AppError('conflict', 'Colleagues are changing these requests right now. Nothing was saved. Try again.')
}

async function readSeen(
  transaction: Transaction,
  seen: readonly Seen[],
): Promise<{ readonly present: Row[]; readonly refused: RefusedEstimate[] }> {
  const rows = await transaction.projectEstimate.findMany({
    where: { id: { in: seen.map(({ id }) => id) } },
    select: rowSelect,
  })
  const byId = new Map(rows.filter(({ erasedAt }) => erasedAt === null).map((row) => [row.id, row]))
  const present = seen.flatMap(({ id, version }) => {
    const row = byId.get(id)
    return row?.version === version ? [row] : []
  })
  const current = new Set(present.map(({ id }) => id))
  const changed = seen.filter(({ id }) => byId.has(id) && !current.has(id))
  const changers = await readLastChangers(
    transaction,
    changed.map(({ id }) => id),
  )
  const gone = seen.filter(({ id }) => !byId.has(id))
  return {
    present,
    refused: [
      ...changed.map(({ id }) => ({ id, reason: 'changed' as const, by: changers.get(id) ?? null })),
      ...gone.map(refusal('gone')),
    ],
  }
}

function refusal(reason: RefusedEstimate['reason']) {
  return ({ id }: { readonly id: string }): RefusedEstimate => ({ id, reason, by: null })
}

type Plan = (row: Row) => PlannedChange | undefined

async function planChange(transaction: Transaction, change: BulkChange, rows: readonly Row[], at: Date): Promise<Plan> {
  switch (change.kind) {
    case 'status':
      return (row) => statusChange(row, change.status, at)
    case 'assignee': {
      const { assigneeId } = change
      const isNeeded = assigneeId !== null && rows.some((row) => row.assigneeId !== assigneeId)
      const assignee = isNeeded ? await findAssignee(transaction, assigneeId) : null
      return (row) => assignment(row.assignee, assigneeId, assignee)
    }
    case 'release': {
      const quarantined = rows.flatMap(({ id, quarantinedAt, withdrawnAt }) =>
        quarantinedAt && !withdrawnAt ? [id] : [],
      )
      const queue = { now: at, sendAt: addMs(at, undoLimits.acceptedMs) }
      const { reportedAt, queued } = await queueMissingEmails(transaction, quarantined, queue)
      return ({ id, quarantinedAt, withdrawnAt }) => {
        const columns = releaseColumns(withdrawnAt ? null : (reportedAt.get(id) ?? at))
        return quarantinedAt === null ? undefined : { columns, change: { kind: 'released' }, queued: queued.get(id) }
      }
    }
    case 'spam':
      return (row) => (row.spamAt ? undefined : { columns: spamColumns(row, at), change: { kind: 'spam' } })
  }
}

/** @returns the estimates whose emails are on their way; those of the others are deleted */
async function withdrawEmails({ outboxMessage }: Transaction, queued: readonly string[]): Promise<Set<string>> {
  const messages = await outboxMessage.findMany({
    where: { id: { in: [...queued] } },
    select: { id: true, estimateId: true, state: true, attempts: true },
  })
  const begun = messages.filter(({ state, attempts }) => state !== 'pending' || attempts > 0)
  const emailed = new Set(begun.flatMap(({ estimateId }) => estimateId ?? []))
  const ids = messages.filter(({ estimateId }) => !emailed.has(estimateId ?? '')).map(({ id }) => id)
  const { count } = await outboxMessage.deleteMany({ where: { id: { in: ids }, state: 'pending', attempts: 0 } })
  // One may have been taken from the outbox since.
  if (count < ids.length) throw new Overtaken()
  return emailed
}

function undoing(change: EstimateChange): EstimateChange {
  if (change.kind === 'status') return { kind: 'status', from: change.to, to: change.from }
  if (change.kind === 'assigned') {
    const { from, fromId, to, toId } = change
    return { kind: 'assigned', from: to, fromId: toId, to: from, toId: fromId }
  }
  if (change.kind === 'proposal') return { kind: 'undone', what: 'proposal' }
  return { kind: 'undone', what: change.kind === 'released' ? 'released' : 'spam' }
}

function pick(row: Row, columns: Columns): Columns {
  const all: Columns = row
  return Object.fromEntries((Object.keys(columns) as (keyof Columns)[]).map((name) => [name, all[name]]))
}

/**
 * Saves planned changes with an event each. Estimates that get the same values from the same version share a statement.
 *
 * @throws {Overtaken} if another process saved one of them since it was read; see {@link inTries}
 */
export async function saveAll(
  { projectEstimate }: Pick<Transaction, 'projectEstimate'>,
  { addEvents }: Pick<Statements, 'addEvents'>,
  { actor, at }: { readonly actor: Actor | null; readonly at: Date },
  planned: readonly RowChange[],
): Promise<Seen[]> {
  for (const group of toGroups(planned)) {
    const [first] = group
    const { count } = await projectEstimate.updateMany({
      where: { id: { in: group.map((one) => one.row.id) }, version: first.row.version },
      data: { ...first.columns, version: first.row.version + 1 },
    })
    if (count < group.length) throw new Overtaken()
  }
  const events = planned.flatMap(({ row, change, also, before, queued }) =>
    (also ? [change, also] : [change]).map((one, place) =>
      newEvent({ estimateId: row.id, actor, at, place, version: row.version + 1, change: one, before, queued }),
    ),
  )
  if (events.length > 0) await addEvents(events)
  return planned.map(({ row }) => ({ id: row.id, version: row.version + 1 }))
}

type Group = [RowChange, ...RowChange[]]

function toGroups(planned: readonly RowChange[]): Iterable<Group> {
  const groups = new Map<string, Group>()
  for (const one of planned) {
    const key = JSON.stringify([one.row.version, one.columns])
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups.values()
}
