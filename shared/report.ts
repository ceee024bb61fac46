import * as z from 'zod/mini'
import { calendarDay } from './calendar-day-schema.ts'
import { periodProblem } from './report-period.ts'

/** What `reports.overview` takes: the first and the last day in New York, both of them included. */
export const reportPeriodSchema = z.strictObject({ from: calendarDay, to: calendarDay }).check(
  z.superRefine((period, context) => {
    const message = periodProblem(period)
    if (message) context.addIssue({ code: 'custom', message, path: ['to'] })
  }),
)

/** How many requests there are of a kind, and how many of them were answered as promised. */
export type ReportCounts = {
  readonly requests: number
  /** Those of which it is known whether the promise was kept: the visitor was contacted, or the time is over. */
  readonly judged: number
  /** Those of which it was kept: the visitor was contacted before the time was over. */
  readonly inTime: number
}

/** The requests that have a value in common: a project type, a budget range or an outcome, as it is stored. */
export type ReportGroup = ReportCounts & { readonly value: string }

/** A week from Monday to Sunday in New York; the first and the last one of a period may be shorter. */
export type ReportWeek = ReportCounts & {
  /** Its first and its last day within the period. */
  readonly from: string
  readonly to: string
}

/**
 * The requests that came in a period, without what is set aside as possible spam, and how they were answered.
 *
 * Answer times are in milliseconds, from when the promised 24 hours began to the first contact, and null where nobody
 * was contacted. A percentile is the nearest rank: the shortest time that at least so many percent of all do not
 * exceed, so always one that was really taken.
 */
export type ReportOverview = {
  readonly total: ReportCounts
  /** How many visitors were contacted, in time or later. */
  readonly contacted: number
  readonly medianMs: number | null
  readonly percentile90Ms: number | null
  /** All weeks of the period, earliest first. */
  readonly weeks: readonly ReportWeek[]
  /** Only of values that there are, in no order. */
  readonly types: readonly ReportGroup[]
  readonly budgets: readonly ReportGroup[]
  readonly outcomes: readonly ReportGroup[]
}
