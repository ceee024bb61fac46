import { isCalendarDay } from '#shared/calendar-days.ts'
import { periodProblem, type ReportPeriod } from '#shared/report-period.ts'

/** The periods that one can choose by name; all of them end today. */
export const reportPeriods = [
  { value: 'this-month', label: 'This month' },
  { value: 'last-30-days', label: 'Last 30 days' },
  { value: 'last-90-days', label: 'Last 90 days' },
  { value: 'last-6-months', label: 'Last 6 months' },
  { value: 'this-year', label: 'This year' },
] as const

export type PeriodName = (typeof reportPeriods)[number]['value']

/** What the address of the reports says: a period by its name, or two days of one's own. */
export type ReportSearch = {
  period?: PeriodName | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Reads the address's search part. Whatever makes no period counts as nothing. */
export function readReportSearch({ period, from, to }: Record<string, unknown>): ReportSearch {
  const named = reportPeriods.find(({ value }) => value === period)?.value
  const own = isCalendarDay(from) && isCalendarDay(to) && !periodProblem({ from, to }) && named === undefined
  // Named even when they are undefined: the router would let the unchecked values through otherwise.
  return { period: named, from: own ? from : undefined, to: own ? to : undefined }
}

/** The days of one's own, where the address has them. */
export function ownPeriod({ from, to }: ReportSearch): ReportPeriod | undefined {
  return from !== undefined && to !== undefined ? { from, to } : undefined
}
