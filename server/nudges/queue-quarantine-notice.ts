import { v5 as namedId } from 'uuid'
import type { Database } from '#server/database/database.ts'
import { quarantineNotice } from '#server/mail/messages/quarantine-notice.ts'
import { addDays, newYorkDay, newYorkInstant } from '#shared/calendar-days.ts'
import { digestHour } from '#shared/nudges.ts'

/**
 * Queues one email to the staff inbox for each day on which something waits in quarantine, weekends included. Its id is the
 * day's, so it is queued once in whatever process. Wake the outbox if it was.
 *
 * @returns how many were queued
 * @throws {DatabaseUnavailable}
 */
export async function queueQuarantineNotice(
  { queries, read, transaction }: Pick<Database, 'queries' | 'read' | 'transaction'>,
  now: Date,
): Promise<number> {
  const wanted = { acknowledgedSince: now, limits: { quarantined: 1, acknowledged: 0 } }
  if ((await queries.intake(wanted)).quarantined === 0) return 0
  const id = namedId(`quarantine ${noticeDay(now)}`, namedId.URL)
  const isQueued = { where: { id }, select: { id: true } } as const
  if (await read.outboxMessage.findUnique(isQueued)) return 0
  return await transaction(async ({ outboxMessage }, { lock }) => {
    await lock([quarantineNotice])
    if (await outboxMessage.findUnique(isQueued)) return 0
    await outboxMessage.create({ data: { id, kind: quarantineNotice, createdAt: now, nextAttemptAt: now } })
    return 1
  })
}

/** Here, a day in New York begins at the hour of the digest. */
function noticeDay(now: Date): string {
  const day = newYorkDay(now)
  return now < newYorkInstant(day, digestHour * 60) ? addDays(day, -1) : day
}
