import * as z from 'zod/mini'
import { calendarDay } from './calendar-day-schema.ts'
import type { Assignee } from './estimates/estimate-work.ts'
import { periodProblem } from './report-period.ts'

export const reportPeriodSchema = z.strictObject({ from: calendarDay, to: calendarDay }).check(
  z.superRefine((period, context) => {
    const message = periodProblem(period)
    if (message) context.addIssue({ code: 'custom', message, path: ['to'] })
  }),
)

export type ReportCounts = {
  readonly requests: number
  /** Counts what was contacted, or is past the deadline and not closed. Withdrawn requests are left out. */
  readonly judged: number
  readonly inTime: number
}

/** Proposals by the day that was promised. What was not sent yet counts once that day is over. */
export type ReportProposalCounts = {
  readonly judged: number
  readonly inTime: number
}

export type ReportProposals = ReportProposalCounts & {
  readonly sent: number
  /** The staff said that none is needed. These count nowhere else. */
  readonly notNeeded: number
  /** The same by the day that was agreed on last. */
  readonly agreed: ReportProposalCounts
  /** From the first contact until the proposal was sent. Null if none was. */
  readonly medianMs: number | null
}

export type ReportGroup = ReportCounts & { readonly value: string }

/** The first and the last week may be shorter. */
export type ReportWeek = ReportCounts & {
  readonly from: string
  readonly to: string
  /** Counts what was won, lost or completed without a contact. */
  readonly closed: number
  readonly contacted: number
  /** It is null without contacts. */
  readonly medianMs: number | null
  readonly proposals: ReportProposalCounts
}

export type ReportAmount = { readonly count: number; readonly cents: number }

/** The outcomes of the requests of a budget range. A request may be won without a logged contact. */
export type ReportStage = {
  readonly value: string
  readonly requests: number
  readonly contacted: number
  /** A proposal was sent. */
  readonly proposals: number
  readonly won: number
  /** It sums the proposals with a known amount. */
  readonly priced: ReportAmount
  readonly wonPriced: ReportAmount
}

/** Requests count for their present assignee, which is null for the unassigned ones. */
export type ReportAssignee = ReportCounts & {
  readonly assignee: Assignee | null
  readonly won: number
  readonly lost: number
  readonly proposals: ReportProposalCounts
}

export type ReportSourceCounts = {
  readonly requests: number
  /** A proposal was sent. */
  readonly proposals: number
  readonly won: number
  readonly lost: number
  /** It sums the known amounts of the won proposals, in cents. */
  readonly wonCents: number
}

/** Requests by where they came from, which is null for those of which it was not recorded. */
type ReportSource = ReportSourceCounts & { readonly source: string | null }

/** The numbers that two periods are compared by. */
export type ReportSummary = {
  readonly total: ReportCounts
  /** Counts what was won, lost or completed without a contact. */
  readonly closed: number
  readonly contacted: number
  readonly medianMs: number | null
  readonly percentile90Ms: number | null
  readonly won: number
  readonly lost: number
}

/** It covers the same number of days right before the period. */
export type ReportBefore = ReportSummary & { readonly from: string; readonly to: string }

/**
 * Quarantined estimates do not count. Times run from the request, or its release from quarantine. Percentiles are
 * nearest-rank.
 */
export type ReportOverview = ReportSummary & {
  /** The staff entered these after a call; the others came by the website. */
  readonly byPhone: number
  readonly before: ReportBefore
  readonly proposals: ReportProposals
  /** The earliest comes first. */
  readonly weeks: readonly ReportWeek[]
  /** Only values that occur are listed. */
  readonly types: readonly ReportGroup[]
  readonly budgets: readonly ReportGroup[]
  readonly outcomes: readonly ReportGroup[]
  /** There is one for each budget range, in the order of {@link budgets}. */
  readonly stages: readonly ReportStage[]
  /** The 20 with most requests come first. */
  readonly sources: readonly ReportSource[]
  /** It sums all others, and is null without any. */
  readonly otherSources: ReportSourceCounts | null
  /** Only assignees with requests are listed. */
  readonly assignees: readonly ReportAssignee[]
}
