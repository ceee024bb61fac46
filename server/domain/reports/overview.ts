import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { CountedReport } from '#server/database/queries/report-query.ts'
import { addDays, daysBetween, firstDaysOfWeeks, startOfNewYorkDay } from '#shared/calendar-days.ts'
import { hourMs } from '#shared/durations.ts'
import type { ReportAssignee, ReportBefore, ReportCounts, ReportOverview, ReportSummary } from '#shared/report.ts'
import type { ReportPeriod } from '#shared/report-period.ts'

type ReportDeps = { readonly database: Pick<Database, 'queries'>; readonly clock: Clock }

const none: ReportCounts = { requests: 0, judged: 0, inTime: 0 }
const emptyWeek = { ...none, closed: 0 }

/**
 * @param period checked by `reportPeriodSchema`
 * @throws {DatabaseUnavailable}
 */
export async function readOverview({ database, clock }: ReportDeps, period: ReportPeriod): Promise<ReportOverview> {
  const days = firstDaysOfWeeks(period.from, period.to)
  const end = addDays(period.to, 1)
  const boundaries = [...days, end].map(startOfNewYorkDay)
  const now = clock.now()
  const [counted, before] = await Promise.all([
    database.queries.report({ boundaries, now }),
    readBefore(database, period, now),
  ])

  const weeks = days.map((from, index) => {
    const { requests, judged, inTime, closed } = counted.weeks.find(({ value }) => value === String(index)) ?? emptyWeek
    const median = counted.medians.find(({ value }) => value === index)
    return {
      from,
      to: addDays(days[index + 1] ?? end, -1),
      requests,
      judged,
      inTime,
      closed,
      contacted: median?.contacted ?? 0,
      medianMs: median ? Math.round((median.hours + (median.place - 0.5) / median.inHour) * hourMs) : null,
    }
  })
  const { types, budgets, outcomes, stages, assignees } = counted
  const summary = summaryOf(counted)
  const unassigned = assignees.reduce<ReportAssignee>(lessOf, {
    assignee: null,
    ...summary.total,
    won: summary.won,
    lost: summary.lost,
  })
  return {
    ...summary,
    before,
    weeks,
    types,
    budgets,
    outcomes,
    stages,
    assignees: unassigned.requests > 0 ? [...assignees, unassigned] : assignees,
  }
}

async function readBefore(
  { queries }: ReportDeps['database'],
  { from: end, to: last }: ReportPeriod,
  now: Date,
): Promise<ReportBefore> {
  const [from, to] = [addDays(end, -daysBetween(end, last) - 1), addDays(end, -1)]
  const counted = await queries.report({ boundaries: [from, end].map(startOfNewYorkDay), now })
  return { ...summaryOf(counted), from, to }
}

function summaryOf({ weeks, outcomes, contacted, medianMs, percentile90Ms }: CountedReport): ReportSummary {
  const countOf = (outcome: string) => outcomes.find(({ value }) => value === outcome)?.requests ?? 0
  return {
    total: weeks.reduce<ReportCounts>(sum, none),
    closed: weeks.reduce((all, { closed }) => all + closed, 0),
    contacted,
    medianMs,
    percentile90Ms,
    won: countOf('won'),
    lost: countOf('lost'),
  }
}

function sum(a: ReportCounts, b: ReportCounts): ReportCounts {
  return { requests: a.requests + b.requests, judged: a.judged + b.judged, inTime: a.inTime + b.inTime }
}

/** Takes the requests of one assignee out of those of all. */
function lessOf(from: ReportAssignee, less: ReportAssignee): ReportAssignee {
  return {
    assignee: from.assignee,
    requests: from.requests - less.requests,
    judged: from.judged - less.judged,
    inTime: from.inTime - less.inTime,
    won: from.won - less.won,
    lost: from.lost - less.lost,
  }
}
