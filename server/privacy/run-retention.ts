import { setTimeout as pause } from 'node:timers/promises'
import { addAuditEntry } from '#server/accounts/audit/add-audit-entry.ts'
import type { Database } from '#server/database/database.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import { eraseEstimates, erasureLocks } from './erase-estimates.ts'
import { beginRetention, claimRun, cutoffs } from './retention.ts'

/** Few enough that no request waits long. */
const batchSize = 20
const notedPerStep = 250
/** Requests have their turn between two steps. */
const pauseMs = 10

export type RetentionRun = { readonly completed: number; readonly spam: number }

/**
 * Erases what the rules say, once a day, in the one process that takes the day. What is left when it stops is erased with
 * the next day's.
 *
 * @returns undefined unless this process has made the day's run
 * @throws {DatabaseUnavailable} a part may be done
 */
export async function runRetention(
  database: Pick<Database, 'read' | 'readSetting' | 'queries' | 'transaction'>,
  now: Date,
  isStopped: () => boolean,
): Promise<RetentionRun | undefined> {
  await noteCompletions(database, isStopped)
  const rules = await beginRetention(database, now)
  if (isStopped() || !(await claimRun(database, new Date(rules.startsAt), now))) return undefined
  const due = cutoffs(rules, now)
  const completed = await eraseAll(database, { ...due, spamBefore: null }, now, isStopped)
  const spam = await eraseAll(database, { ...due, completedBefore: null }, now, isStopped)
  if (completed + spam > 0)
    await database.transaction((transaction) =>
      addAuditEntry(transaction, { kind: 'retention.erased', actor: null, details: { completed, spam }, now }),
    )
  return { completed, spam }
}

async function eraseAll(
  { queries, transaction }: Pick<Database, 'queries' | 'transaction'>,
  before: ReturnType<typeof cutoffs>,
  at: Date,
  isStopped: () => boolean,
): Promise<number> {
  let total = 0
  while (!isStopped()) {
    const { completed, spam } = await queries.dueForErasure({ ...before, limit: batchSize })
    const ids = [...completed.items, ...spam.items].map(({ id }) => id)
    if (ids.length === 0) break
    const erased = await transaction(async (writing, statements) => {
      await statements.lock(erasureLocks(ids))
      const still = await stillDue(writing, ids, before)
      return await eraseEstimates(writing, statements, { ids: still, actor: null, cause: 'retention', at })
    })
    total += erased
    // All of these estimates were reopened in the meantime.
    if (erased === 0) break
    await pause(pauseMs)
  }
  return total
}

/** Leaves out what was reopened, released or touched since it was looked up. */
async function stillDue(
  { projectEstimate, estimateEvent }: Pick<Database['read'], 'projectEstimate' | 'estimateEvent'>,
  ids: readonly string[],
  { completedBefore, spamBefore, acceptedSince }: ReturnType<typeof cutoffs>,
): Promise<string[]> {
  const rows = await projectEstimate.findMany({
    where: {
      id: { in: [...ids] },
      ...(completedBefore ? { status: 'completed', completedAt: { lt: completedBefore }, quarantinedAt: null } : {}),
      ...(spamBefore ? { spamAt: { lt: spamBefore }, quarantinedAt: { not: null } } : {}),
      proposals: { none: { answer: 'accepted', answeredAt: { gte: acceptedSince } } },
    },
    select: { id: true, followUpOn: true },
  })
  const since = completedBefore ?? spamBefore
  if (!since) return []
  const touched = await estimateEvent.findMany({
    where: { estimateId: { in: [...ids] }, at: { gte: since }, kind: { not: 'exported' } },
    select: { estimateId: true },
  })
  const touchedIds = new Set(touched.map(({ estimateId }) => estimateId))
  const firstDay = newYorkDay(since)
  return rows.filter(({ id, followUpOn }) => !touchedIds.has(id) && (followUpOn ?? '') < firstDay).map(({ id }) => id)
}

/** Estimates from before this version have no note of their completion, nor those that an older process completes. */
async function noteCompletions(
  { transaction }: Pick<Database, 'transaction'>,
  isStopped: () => boolean,
): Promise<void> {
  let noted = notedPerStep
  while (noted >= notedPerStep && !isStopped()) {
    noted = await transaction((_tables, statements) => statements.noteCompletions(notedPerStep))
    await pause(pauseMs)
  }
}
