import { addMonths } from './calendar-days.ts'

/** They are days in New York, and both are included. */
export type ReportPeriod = { readonly from: string; readonly to: string }

/** Bounds the weeks of a chart. */
const maxReportYears = 5

export function periodProblem({ from, to }: ReportPeriod): string | undefined {
  if (from > to) return 'The last day cannot be before the first one.'
  if (to >= addMonths(from, 12 * maxReportYears)) return `A period is at most ${maxReportYears} years long.`
  return undefined
}
