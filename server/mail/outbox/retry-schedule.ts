const minute = 60 * 1000
const hour = 60 * minute

export type RetrySchedule = {
  /** Doubles with each failure. */
  readonly firstDelayMs: number
  readonly maxDelayMs: number
  /** Minimum age of a message that is given up. */
  readonly giveUpAfterMs: number
  /** Needed as well, because downtime and clock changes use up no attempts. */
  readonly minAttempts: number
}

/** About 390 attempts in four days, longer than a long weekend. */
export const retrySchedule: RetrySchedule = {
  firstDelayMs: 10 * 1000,
  maxDelayMs: 15 * minute,
  giveUpAfterMs: 96 * hour,
  minAttempts: 100,
}

/** Keeps messages that failed together from being retried together. */
const jitter = 0.2

/**
 * @param attempts at least 1
 * @param random from 0 to 1
 */
export function retryDelayMs(attempts: number, schedule: RetrySchedule, random: number): number {
  // Capped, or a long outage would end in Infinity.
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
