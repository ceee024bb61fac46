import type { ReportGroup, ReportOverview } from '#shared/report.ts'

export type ReportScope = {
  /** The last boundary is the end of the last week. */
  readonly boundaries: readonly Date[]
  /** Estimates without contact count as late once they are due. */
  readonly now: Date
}

/** The `value` of a week is its index, from `'0'`. */
export type CountedReport = Omit<ReportOverview, 'total' | 'weeks'> & { readonly weeks: readonly ReportGroup[] }

export const reportGroupings = {
  weeks: 'week',
  types: 'project_type',
  budgets: 'budget_range',
  outcomes: 'outcome',
} as const
