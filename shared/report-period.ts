import { addMonths } from './calendar-days.ts'

/** The first and the last day in New York, both included. */
export type ReportPeriod = { readonly from: string; readonly to: string }

/** Bounds the number of weeks that a chart draws. */
const maxReportYears = 5

/** The message for an invalid period. */
export function periodProblem({ from, to }: ReportPeriod): string | undefined {
  if (from > to) return 'The last day cannot be before the first one.'
  if (to >= addMonths(from, 12 * maxReportYears)) return `A period is at most ${maxReportYears} years long.`
  return undefined
}
