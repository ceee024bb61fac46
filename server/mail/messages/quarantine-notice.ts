import type { Database } from '#server/database/database.ts'
import type { Quarantined } from '#server/database/queries/digest-query.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import { dayMs } from '#shared/durations.ts'

/** Tells the staff inbox what waits in quarantine. A kind of outbox messages. */
export const quarantineNotice = 'staff.quarantine'

/** The email lists only the newest. */
const maxListed = 8

/** @returns undefined if nothing waits any more */
export async function readQuarantine(
  { queries }: Pick<Database, 'queries'>,
  now: Date,
): Promise<Quarantined | undefined> {
  const previousAt = new Date(now.getTime() - dayMs)
  const wanted = { userId: '', now, day: newYorkDay(now), dayEnd: now, previousAt, limit: maxListed }
  const { quarantined } = await queries.digest(wanted)
  return quarantined.total > 0 ? quarantined : undefined
}
