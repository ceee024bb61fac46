import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { addDays, firstDaysOfWeeks, startOfNewYorkDay } from '#shared/calendar-days.ts'
import type { ReportCounts, ReportOverview } from '#shared/report.ts'
import type { ReportPeriod } from '#shared/report-period.ts'

type ReportDeps = { readonly database: Pick<Database, 'queries'>; readonly clock: Clock }

const none: ReportCounts = { requests: 0, judged: 0, inTime: 0 }

/**
 * @param period checked by `reportPeriodSchema`
 * @throws {DatabaseUnavailable}
 */
export async function readOverview({ database, clock }: ReportDeps, period: ReportPeriod): Promise<ReportOverview> {
  const days = firstDaysOfWeeks(period.from, period.to)
  const end = addDays(period.to, 1)
  const boundaries = [...days, end].map(startOfNewYorkDay)
  const counted = await database.queries.report({ boundaries, now: clock.now() })

  const weeks = days.map((from, index) => {
    const { requests, judged, inTime } = counted.weeks.find(({ value }) => value === String(index)) ?? none
    return { from, to: addDays(days[index + 1] ?? end, -1), requests, judged, inTime }
  })
  return { ...counted, total: weeks.reduce(sum, none), weeks }
}

function sum(a: ReportCounts, b: ReportCounts): ReportCounts {
  return { requests: a.requests + b.requests, judged: a.judged + b.judged, inTime: a.inTime + b.inTime }
}
