import { hourMs, minuteMs } from '#shared/durations.ts'

export type RetrySchedule = {
  readonly firstDelayMs: number
  readonly maxDelayMs: number
  readonly giveUpAfterMs: number
  /** Downtime and clock changes use up no attempts. */
  readonly minAttempts: number
}

/** About 390 attempts in four days outlast a long weekend. */
export const retrySchedule: RetrySchedule = {
  firstDelayMs: 10 * 1000,
  maxDelayMs: 15 * minuteMs,
  giveUpAfterMs: 96 * hourMs,
  minAttempts: 100,
}

/** Messages that failed together must not be retried together. */
const jitter = 0.2

/** @param random from 0 to 1 */
export function retryDelayMs(attempts: number, schedule: RetrySchedule, random: number): number {
  // A long outage would otherwise lead to Infinity.
  const doubled = schedule.firstDelayMs * 2 ** Math.min(attempts - 1, 30)
  return Math.round(Math.min(doubled, schedule.maxDelayMs) * (1 - jitter + 2 * jitter * random))
}

export function maxRetryDelayMs(schedule: RetrySchedule): number {
  return schedule.maxDelayMs * (1 + jitter)
}

export function isGivenUp(
  message: { readonly createdAt: Date; readonly attempts: number },
  now: Date,
  schedule: RetrySchedule,
): boolean {
  const age = now.getTime() - message.createdAt.getTime()
  return age >= schedule.giveUpAfterMs && message.attempts >= schedule.minAttempts
}
