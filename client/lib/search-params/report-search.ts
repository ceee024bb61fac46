import { isCalendarDay } from '#shared/calendar-days.ts'
import { periodProblem, type ReportPeriod } from '#shared/report-period.ts'

/** These periods all end today. */
export const reportPeriods = [
  { value: 'this-month', label: 'This month' },
  { value: 'last-30-days', label: 'Last 30 days' },
  { value: 'last-90-days', label: 'Last 90 days' },
  { value: 'last-6-months', label: 'Last 6 months' },
  { value: 'this-year', label: 'This year' },
] as const

export type PeriodName = (typeof reportPeriods)[number]['value']

/** A named period, or two days. */
export type ReportSearch = {
  period?: PeriodName | undefined
  from?: string | undefined
  to?: string | undefined
}

export function readReportSearch({ period, from, to }: Record<string, unknown>): ReportSearch {
  const named = reportPeriods.find(({ value }) => value === period)?.value
  const own = isCalendarDay(from) && isCalendarDay(to) && !periodProblem({ from, to }) && named === undefined
  // The router would fill in missing keys with unchecked values.
  return { period: named, from: own ? from : undefined, to: own ? to : undefined }
}

export function ownPeriod({ from, to }: ReportSearch): ReportPeriod | undefined {
  return from !== undefined && to !== undefined ? { from, to } : undefined
}
