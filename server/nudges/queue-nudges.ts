import { addMs } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { NudgesWanted } from '#server/database/queries/due-nudges-query.ts'
import { storeNudges } from '#server/mail/messages/nudge.ts'
import { businessDayFrom, isBusinessDay } from '#shared/business-days.ts'
import { companyHours } from '#shared/business-hours.ts'
import { addDays, newYorkDay, newYorkMinutes } from '#shared/calendar-days.ts'
import { digestDay } from '#shared/digest-time.ts'
import { hourMs } from '#shared/durations.ts'
import { lastDueProposalDay } from '#shared/estimates/proposals.ts'
import { responseHours } from '#shared/estimates/response-clock.ts'
import { proposalLeadHours, reminderLeadMs } from '#shared/nudges.ts'
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
 * Queues the nudges that are due: new estimates, deadlines, proposals, and the digest. Each is queued once, however many processes
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
    proposals: proposalNudgeDays(now),
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

/** With unknown hours, a day is as long as it is. */
const wholeDay = { opens: 9 * 60, closes: 24 * 60 }

/**
 * Proposals of the next business day are told of while the office is open, today's in its last hours, and late ones from
 * then on until the next day closes.
 */
function proposalNudgeDays(now: Date): NudgesWanted['proposals'] {
  const { opens, closes } = companyHours() ?? wholeDay
  const [today, minutes] = [newYorkDay(now), newYorkMinutes(now)]
  const late = lastDueProposalDay(now)
  const isOpen = isBusinessDay(today) && minutes >= opens && minutes < closes
  return {
    ...(isOpen ? { 'nudge.proposal-next': { after: today, until: businessDayFrom(addDays(today, 1)) } } : {}),
    ...(isOpen && minutes >= closes - proposalLeadHours * 60
      ? { 'nudge.proposal-today': { after: addDays(today, -1), until: today } }
      : {}),
    'nudge.proposal-overdue': { after: addDays(late, -1), until: late },
  }
}
