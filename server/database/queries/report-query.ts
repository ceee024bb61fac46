import type { ReportGroup, ReportOverview } from '#shared/report.ts'

export type ReportScope = {
  /** The start of each week, earliest first, and the end of the last one. */
  readonly boundaries: readonly Date[]
  /** Estimates without contact that are not due yet count neither as in time nor as late. */
  readonly now: Date
}

/** The numbers as the database counts them. The `value` of a week is its index, from `'0'`. */
export type CountedReport = Omit<ReportOverview, 'total' | 'weeks'> & { readonly weeks: readonly ReportGroup[] }

/** The column that each group is by. */
export const reportGroupings = {
  weeks: 'week',
  types: 'project_type',
  budgets: 'budget_range',
  outcomes: 'outcome',
} as const
