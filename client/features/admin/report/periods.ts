import { ownPeriod, type PeriodName, type ReportSearch } from '#client/lib/search-params/report-search.ts'
import { addDays, addMonths } from '#shared/calendar-days.ts'
import type { ReportPeriod } from '#shared/report-period.ts'

export const standardPeriod: PeriodName = 'last-90-days'

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
