import { dayMs, hourMs } from '#shared/durations.ts'

export const sessionLifetimes = {
  accessMs: hourMs,
  /** It counts from the last refresh. */
  idleMs: 7 * dayMs,
  absoluteMs: 30 * dayMs,
  /** Replaced tokens stay valid for this long, as in Supabase Auth. */
  parentMs: 10_000,
} as const
