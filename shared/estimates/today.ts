import { dayMs, hourMs } from '#shared/durations.ts'

/**
 * The sections go from the most to the least urgent. An estimate is in the first one that takes it, and in no other.
 */
export const todaySections = ['overdue', 'older', 'due', 'proposals', 'followUps', 'unassigned', 'mine'] as const
export type TodaySection = (typeof todaySections)[number]

/** Overdue estimates that have waited longer are older: few of them are still won. */
export const recentlyOverdueMs = 3 * dayMs

/** Estimates that are due within this time are shown as due: at seven in the morning, those of the whole working day. */
export const dueSoonMs = 12 * hourMs

/** Of a description, a row shows one line. In characters. */
export const maxTodaySummary = 140

/** The rest of a section is in the list. */
export const maxTodayRows = 20

/** Counting ends one above this, so that a neglected installation does not slow the page down. */
export const maxTodayCount = 1_000

/** Older failures no longer need a decision. In days. */
export const failedEmailDays = 30

export const maxFailedEmails = 10

/** A visit of an earlier day is shown for so long, unless it was logged. In days. */
export const unloggedVisitDays = 7

export const maxTodayVisits = 50
