import { committedEstimates } from '#server/database/client/committed.ts'
import type { ReadClient } from '#server/database/database.ts'
import { dayMs } from '#shared/durations.ts'
import { type ChangedEstimates, maxIdsPerEvent } from '#shared/estimates/live-changes.ts'

/** An estimate may be committed a little over 15 s after its date, and server clocks differ. */
const marginMs = 30_000

/** After this long, pages reload everything. */
const maxAwayMs = dayMs

/** A page without a stream reads its data again after a minute at most, and before its first stream opens. */
const firstReadMs = 60_000

const everything: ChangedEstimates = { created: [], changed: [], all: true }

/** Works across processes and restarts. */
export function eventIdAt(now: Date): string {
  return String(now.getTime())
}

/**
 * @param lastEventId missing for a page's first stream, which is sent what changed since the page read its data. New
 *   estimates are then among the changed ones, because the page shows most of them already.
 */
export async function missedChanges(
  read: Pick<ReadClient, 'projectEstimate' | 'estimateEvent' | 'outboxMessage'>,
  lastEventId: string | null | undefined,
  now: Date,
): Promise<ChangedEstimates> {
  const isFirst = lastEventId === null || lastEventId === undefined
  const awayMs = isFirst
    ? firstReadMs
    : now.getTime() - (/^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.NaN)
  // Includes foreign ids and clocks that were set back.
  if (!(awayMs > -marginMs && awayMs < maxAwayMs)) return everything

  const since = new Date(now.getTime() - awayMs - marginMs)
  const limit = { take: maxIdsPerEvent + 1 }
  const select = { id: true, quarantinedAt: true }
  const [rows, events, failures] = await Promise.all([
    read.projectEstimate.findMany({ where: { createdAt: { gte: since } }, select, ...limit }),
    // The ids of events begin with their time.
    read.estimateEvent.findMany({ where: { id: { gte: firstIdAt(since) } }, select: { estimateId: true }, ...limit }),
    // A failed message keeps the instant of its failure in `nextAttemptAt`.
    read.outboxMessage.findMany({
      where: { state: 'failed', nextAttemptAt: { gte: since }, estimateId: { not: null } },
      select: { estimateId: true },
      ...limit,
    }),
  ])
  if (rows.length + events.length + failures.length > maxIdsPerEvent) return everything
  const { created, changed } = committedEstimates(rows)
  const news = new Set(isFirst ? [] : created)
  const touched = [...events, ...failures].flatMap(({ estimateId }) => (estimateId === null ? [] : [estimateId]))
  const others = new Set([...created, ...changed, ...touched].filter((id) => !news.has(id)))
  return { created: [...news], changed: [...others], all: false }
}

/** The smallest UUIDv7 of an instant (RFC 9562, section 5.7). */
function firstIdAt(instant: Date): string {
  const time = instant.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
