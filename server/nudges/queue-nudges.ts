import { addMs } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { NudgesWanted } from '#server/database/queries/due-nudges-query.ts'
import { storeNudges } from '#server/mail/messages/nudge.ts'
import { digestDay } from '#shared/digest-time.ts'
import { hourMs } from '#shared/durations.ts'
import { responseHours } from '#shared/estimates/response-clock.ts'
import { reminderLeadMs } from '#shared/nudges.ts'
import { inboxKeys } from './nudge-settings.ts'

/** After an outage, older news is in the list and in the next digest. */
const maxLateMs = { fresh: hourMs, overdue: 2 * hourMs }

/** Few enough that no request waits long for the transaction. */
const batchSize = 100

type QueueDeps = {
  readonly database: Pick<Database, 'queries' | 'transaction'>
  readonly staffInbox: readonly string[]
  readonly now: Date
}

type QueueOptions = {
  /** Estimates from before were looked at by an earlier call. */
  readonly newSince?: Date | undefined
  readonly shouldStop?: () => boolean
}

/**
 * Queues the nudges that are due: new estimates, deadlines, and the digest. Each is queued once, however many processes
 * call this at the same time. Wake the outbox if there were any.
 *
 * @returns how many were queued
 * @throws {DatabaseUnavailable} some may be queued
 */
export async function queueDueNudges(
  { database, staffInbox, now }: QueueDeps,
  { newSince, shouldStop = () => false }: QueueOptions = {},
): Promise<number> {
  const freshSince = new Date(Math.max(now.getTime() - maxLateMs.fresh, newSince?.getTime() ?? 0))
  const wanted: NudgesWanted = {
    fresh: { after: addMs(freshSince, responseHours * hourMs) },
    soon: { after: now, until: addMs(now, reminderLeadMs) },
    overdue: { after: addMs(now, -maxLateMs.overdue), until: now },
    digestDay: digestDay(now),
    staffInbox: inboxKeys(staffInbox),
    limit: batchSize,
  }
  let queued = 0
  for (;;) {
    const due = shouldStop() ? [] : await database.queries.dueNudges(wanted)
    if (due.length > 0)
      queued += await database.transaction((tables, statements) => storeNudges(tables, statements, due, now))
    if (due.length < batchSize) return queued
  }
}
