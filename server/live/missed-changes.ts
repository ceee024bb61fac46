import { committedEstimates } from '#server/database/client/committed.ts'
import type { ReadClient } from '#server/database/database.ts'
import { dayMs } from '#shared/durations.ts'
import { type ChangedEstimates, maxIdsPerEvent } from '#shared/live-changes.ts'

/**
 * How far before a mark it is looked back, in milliseconds: a request is dated when it arrives and is there when it is
 * committed, at most a time-out of 15 s and a wait of a few seconds later; and the clocks of two servers differ a little.
 * What is told twice is read twice, no more.
 */
const marginMs = 30_000

/** After this long away everything is read anew. */
const maxAwayMs = dayMs

const nothing: ChangedEstimates = { created: [], changed: [], all: false }
const everything: ChangedEstimates = { ...nothing, all: true }

/**
 * The mark of an instant: what a page has heard of until then. It holds for every process and across restarts, since
 * what was missed is found in the database.
 */
export function eventIdAt(now: Date): string {
  return String(now.getTime())
}

/**
 * What has come or changed since a page last heard of anything.
 *
 * @param mark the one that it last got; without one it has read nothing before
 * @throws {DatabaseUnavailable}
 */
export async function missedChanges(
  read: Pick<ReadClient, 'projectEstimate' | 'estimateEvent'>,
  mark: string | null | undefined,
  now: Date,
): Promise<ChangedEstimates> {
  if (mark === null || mark === undefined) return nothing
  const awayMs = now.getTime() - (/^\d{1,15}$/.test(mark) ? Number(mark) : Number.NaN)
  // Also where a clock was set back, or the mark is none of ours.
  if (!(awayMs > -marginMs && awayMs < maxAwayMs)) return everything

  const since = new Date(now.getTime() - awayMs - marginMs)
  const limit = { take: maxIdsPerEvent + 1 }
  const select = { id: true, quarantinedAt: true }
  const [rows, events] = await Promise.all([
    read.projectEstimate.findMany({ where: { createdAt: { gte: since } }, select, ...limit }),
    // Their ids begin with their time, and the primary key is in order.
    read.estimateEvent.findMany({ where: { id: { gte: firstIdAt(since) } }, select: { estimateId: true }, ...limit }),
  ])
  if (rows.length + events.length > maxIdsPerEvent) return everything
  const { created, changed } = committedEstimates(rows)
  const news = new Set(created)
  const others = new Set([...changed, ...events.map(({ estimateId }) => estimateId)].filter((id) => !news.has(id)))
  return { created, changed: [...others], all: false }
}

/** The smallest UUIDv7 of an instant (RFC 9562, section 5.7). */
function firstIdAt(instant: Date): string {
  const time = instant.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
