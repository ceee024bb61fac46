import type { ReportGroup, ReportOverview } from '#shared/report.ts'

/** A report covers the estimates of some weeks, without those in quarantine. */
export type ReportScope = {
  /** The start of each week, earliest first, and the end of the last one. */
  readonly boundaries: readonly Date[]
  /** An estimate that is not due yet and has no contact counts neither as in time nor as late. */
  readonly now: Date
}

/** The numbers as the database counts them. The `value` of a week is its index, from `'0'`. */
export type CountedReport = Omit<ReportOverview, 'total' | 'weeks'> & { readonly weeks: readonly ReportGroup[] }

/** The groups of a report and the columns that both engines' statements group by. */
export const reportGroupings = {
  weeks: 'week',
  types: 'project_type',
  budgets: 'budget_range',
  outcomes: 'outcome',
} as const
