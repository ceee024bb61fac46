import { addMs, type Clock } from '#server/clock.ts'
import type { Database, ReadClient } from '#server/database/database.ts'
import type { TodayRow, TodayRows } from '#server/database/queries/today-query.ts'
import { readEmailFailure } from '#server/estimates/timeline/email-failure.ts'
import { isAhead, mayBeVisited } from '#server/visits/visit-conditions.ts'
import { businessDayFrom } from '#shared/business-days.ts'
import { addDays, newYorkDay, startOfNewYorkDay } from '#shared/calendar-days.ts'
import { dayMs } from '#shared/durations.ts'
import type { EmailFailure } from '#shared/estimates/email-failure.ts'
import type { Assignee, EstimateVisit } from '#shared/estimates/estimate-work.ts'
import { followUpDays } from '#shared/estimates/follow-up-days.ts'
import {
  dueSoonMs,
  failedEmailDays,
  maxTodayRows,
  maxTodayVisits,
  recentlyOverdueMs,
  type TodaySection,
  todaySections,
  unloggedVisitDays,
} from '#shared/estimates/today.ts'

type TodayEstimate = Omit<TodayRow, 'assigneeId' | 'assigneeEmail' | 'assigneeName'> & {
  readonly assignee: Assignee | null
}

type FailedEmail = {
  readonly id: string
  readonly kind: string
  /** It went to this one of several staff inboxes. */
  readonly address: string | null
  readonly failure: EmailFailure
  /** It is in ISO 8601. */
  readonly failedAt: string
  readonly estimateId: string
  readonly name: string
}

type TodayVisit = EstimateVisit & {
  readonly estimateId: string
  /** It is the version of the estimate. */
  readonly version: number
  readonly name: string
  readonly email: string
  readonly phone: string | null
  readonly projectType: string
  readonly bestTime: string | null
}

export type Today = {
  /** The time when it was read, in ISO 8601. */
  readonly at: string
  /** It is the day in New York. */
  readonly day: string
  /** The days that are proposed for a follow-up. */
  readonly followUpDays: readonly string[]
  readonly sections: Readonly<
    Record<TodaySection, { readonly total: number; readonly items: readonly TodayEstimate[] }>
  >
  /** Those of today and tomorrow, and unlogged ones of the last days, in the order of their times. */
  readonly visits: readonly TodayVisit[]
  readonly quarantined: number
  readonly failedEmails: { readonly total: number; readonly items: readonly FailedEmail[] }
}

export type TodayCounts = Readonly<Record<TodaySection | 'quarantined' | 'failedEmails', number>>

type TodayDeps = {
  readonly database: Pick<Database, 'queries' | 'read'>
  readonly clock: Clock
  readonly user: { readonly id: string }
}

/** @throws {DatabaseUnavailable} */
export async function readToday(deps: TodayDeps): Promise<Today> {
  const now = deps.clock.now()
  const day = newYorkDay(now)
  const [{ sections, quarantined, failedEmails }, visits] = await Promise.all([
    read(deps, now, maxTodayRows),
    readVisits(deps.database.read, day),
  ])
  const section = (name: TodaySection) => {
    const { total, rows } = sections[name]
    return { total, items: rows.map(todayEstimate) }
  }
  return {
    at: now.toISOString(),
    day,
    followUpDays: followUpDays(day),
    sections: {
      overdue: section('overdue'),
      older: section('older'),
      due: section('due'),
      proposals: section('proposals'),
      followUps: section('followUps'),
      unassigned: section('unassigned'),
      mine: section('mine'),
    },
    visits,
    quarantined,
    failedEmails: {
      total: failedEmails.total,
      items: failedEmails.rows.map(({ lastError, failedAt, ...email }) => ({
        ...email,
        failedAt: new Date(failedAt).toISOString(),
        failure: readEmailFailure(lastError),
      })),
    },
  }
}

/**
 * Reads only the numbers of {@link readToday}.
 *
 * @throws {DatabaseUnavailable}
 */
export async function countToday(deps: TodayDeps): Promise<TodayCounts> {
  const { sections, quarantined, failedEmails } = await read(deps, deps.clock.now(), 0)
  const totals = Object.fromEntries(todaySections.map((name) => [name, sections[name].total]))
  return { ...(totals as Record<TodaySection, number>), quarantined, failedEmails: failedEmails.total }
}

function read({ database, user }: TodayDeps, now: Date, limit: number): Promise<TodayRows> {
  return database.queries.today({
    userId: user.id,
    now,
    olderBefore: addMs(now, -recentlyOverdueMs),
    dueBefore: addMs(now, dueSoonMs),
    today: newYorkDay(now),
    // A proposal takes time to write.
    proposalsUntil: businessDayFrom(addDays(newYorkDay(now), 1)),
    failedSince: addMs(now, -failedEmailDays * dayMs),
    limit,
  })
}

async function readVisits({ visit }: Pick<ReadClient, 'visit'>, day: string): Promise<TodayVisit[]> {
  const [first, end] = [addDays(day, -unloggedVisitDays), addDays(day, 2)]
  const visits = await visit.findMany({
    where: {
      startsAt: { gte: startOfNewYorkDay(first), lt: startOfNewYorkDay(end) },
      ...isAhead,
      estimate: mayBeVisited,
    },
    orderBy: [{ startsAt: 'asc' }, { id: 'asc' }],
    take: maxTodayVisits,
    select: {
      ...{ id: true, startsAt: true, endsAt: true, place: true, sequence: true },
      assignee: { select: { id: true, email: true, name: true } },
      estimate: {
        select: { id: true, version: true, name: true, email: true, phone: true, projectType: true, bestTime: true },
      },
    },
  })
  return visits.map(({ startsAt, endsAt, estimate: { id: estimateId, ...estimate }, ...row }) => ({
    ...row,
    ...estimate,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    estimateId,
  }))
}

function todayEstimate({ assigneeId, assigneeEmail: email, assigneeName: name, ...row }: TodayRow): TodayEstimate {
  const iso = (stored: string | null) => stored && new Date(stored).toISOString()
  return {
    ...row,
    createdAt: new Date(row.createdAt).toISOString(),
    firstContactAt: iso(row.firstContactAt),
    dueAt: iso(row.dueAt),
    withdrawnAt: iso(row.withdrawnAt),
    proposalSentAt: iso(row.proposalSentAt),
    assignee: assigneeId !== null && email !== null ? { id: assigneeId, email, name } : null,
  }
}
