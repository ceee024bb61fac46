import { dayMs, hourMs } from '#shared/durations.ts'

export const sessionLifetimes = {
  accessMs: hourMs,
  /** Since the last refresh. */
  idleMs: 7 * dayMs,
  absoluteMs: 30 * dayMs,
  /** For replaced tokens, as in Supabase Auth. */
  parentMs: 10_000,
} as const
