import type { ReportGroup, ReportOverview } from '#shared/report.ts'

/** Which requests a report is about: those made in one of its weeks and not set aside. */
export type ReportScope = {
  /** When each week begins, earliest first, and when the last one ends; so there is one more than there are weeks. */
  readonly boundaries: readonly Date[]
  /** Who was not contacted by now may still be, where the time is not over. */
  readonly now: Date
}

/** The numbers of a report as the database counts them. `value` of a week is its place among the weeks, from `'0'` on. */
export type CountedReport = Omit<ReportOverview, 'total' | 'weeks'> & { readonly weeks: readonly ReportGroup[] }

/** What a report counts by, and the names that the statements of both engines give the columns. */
export const reportGroupings = {
  weeks: 'week',
  types: 'project_type',
  budgets: 'budget_range',
  outcomes: 'outcome',
} as const
