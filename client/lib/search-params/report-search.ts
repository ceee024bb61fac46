import { addDays, addMonths, isCalendarDay } from '#shared/calendar-days.ts'
import { periodProblem, type ReportPeriod } from '#shared/report-period.ts'

/** These periods all end today. */
export const reportPeriods = [
  { value: 'this-month', label: 'This month' },
  { value: 'last-30-days', label: 'Last 30 days' },
  { value: 'last-90-days', label: 'Last 90 days' },
  { value: 'last-6-months', label: 'Last 6 months' },
  { value: 'this-year', label: 'This year' },
] as const

type PeriodName = (typeof reportPeriods)[number]['value']

export const standardPeriod: PeriodName = 'last-90-days'

/** It has a named period, or two days. */
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

const firstDay: Record<PeriodName, (today: string) => string> = {
  'this-month': (today) => `${today.slice(0, 'YYYY-MM'.length)}-01`,
  'last-30-days': (today) => addDays(today, -29),
  'last-90-days': (today) => addDays(today, -89),
  'last-6-months': (today) => addDays(addMonths(today, -6), 1),
  'this-year': (today) => `${today.slice(0, 'YYYY'.length)}-01-01`,
}

export function toPeriod(search: ReportSearch, today: string): ReportPeriod {
  return ownPeriod(search) ?? { from: firstDay[search.period ?? standardPeriod](today), to: today }
}
