import { addMonths } from './calendar-days.ts'

/** The first and the last day of a period in New York, both of them included. */
export type ReportPeriod = { readonly from: string; readonly to: string }

/** The longest period of a report, so that its weeks are few enough to be drawn. */
const maxReportYears = 5

/** What is wrong with a period, in words for people; undefined where nothing is. */
export function periodProblem({ from, to }: ReportPeriod): string | undefined {
  if (from > to) return 'The last day cannot be before the first one.'
  if (to >= addMonths(from, 12 * maxReportYears)) return `A period is at most ${maxReportYears} years long.`
  return undefined
}
