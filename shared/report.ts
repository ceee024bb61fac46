import * as z from 'zod/mini'
import { calendarDay } from './calendar-day-schema.ts'
import { periodProblem } from './report-period.ts'

export const reportPeriodSchema = z.strictObject({ from: calendarDay, to: calendarDay }).check(
  z.superRefine((period, context) => {
    const message = periodProblem(period)
    if (message) context.addIssue({ code: 'custom', message, path: ['to'] })
  }),
)

export type ReportCounts = {
  readonly requests: number
  /** Contacted, or past the deadline. */
  readonly judged: number
  readonly inTime: number
}

export type ReportGroup = ReportCounts & { readonly value: string }

/** The first and the last week may be shorter. */
export type ReportWeek = ReportCounts & {
  readonly from: string
  readonly to: string
}

/**
 * Quarantined estimates do not count. Times run from the start of the promised 24 hours. Percentiles are nearest-rank.
 */
export type ReportOverview = {
  readonly total: ReportCounts
  readonly contacted: number
  readonly medianMs: number | null
  readonly percentile90Ms: number | null
  /** Earliest first. */
  readonly weeks: readonly ReportWeek[]
  /** Only values that occur, unsorted. */
  readonly types: readonly ReportGroup[]
  readonly budgets: readonly ReportGroup[]
  readonly outcomes: readonly ReportGroup[]
}
