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
  /** Those that were contacted or are past their deadline. */
  readonly judged: number
  /** Those that were contacted before their deadline. */
  readonly inTime: number
}

/** The estimates with one stored project type, budget range or outcome. */
export type ReportGroup = ReportCounts & { readonly value: string }

/** From Monday to Sunday; the first and the last week of a period may be shorter. */
export type ReportWeek = ReportCounts & {
  readonly from: string
  readonly to: string
}

/**
 * The estimates of a period, without quarantined ones. Response times run from the start of the promised 24 hours to the
 * first contact, and are null where there was none. Percentiles are nearest-rank, so each is a time that occurred.
 */
export type ReportOverview = {
  readonly total: ReportCounts
  /** In time or late. */
  readonly contacted: number
  readonly medianMs: number | null
  readonly percentile90Ms: number | null
  /** Earliest first. */
  readonly weeks: readonly ReportWeek[]
  /** Only values that occur, in no order. */
  readonly types: readonly ReportGroup[]
  readonly budgets: readonly ReportGroup[]
  readonly outcomes: readonly ReportGroup[]
}
