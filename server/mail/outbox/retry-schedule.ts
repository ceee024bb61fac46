const minute = 60 * 1000
const hour = 60 * minute

export type RetrySchedule = {
  /** Delay after the first failure. It doubles with each further one. */
  readonly firstDelayMs: number
  readonly maxDelayMs: number
  /** A message fails for good only once it is this old and ... */
  readonly giveUpAfterMs: number
  /** ... has had this many attempts, so that neither downtime nor a clock change uses up its chances. */
  readonly minAttempts: number
}

/** About 390 attempts in four days, which outlasts an unattended long weekend. */
export const retrySchedule: RetrySchedule = {
  firstDelayMs: 10 * 1000,
  maxDelayMs: 15 * minute,
  giveUpAfterMs: 96 * hour,
  minAttempts: 100,
}

/** Spreads delays by this fraction in both directions, so that messages that failed together are not retried together. */
const jitter = 0.2

/**
 * Returns the delay after a failed attempt, in milliseconds.
 *
 * @param attempts number of attempts so far, at least 1
 * @param random a number from 0 to 1
 */
export function retryDelayMs(attempts: number, schedule: RetrySchedule, random: number): number {
  // The exponent is capped because a long outage would overflow to Infinity.
  const doubled = schedule.firstDelayMs * 2 ** Math.min(attempts - 1, 30)
  return Math.round(Math.min(doubled, schedule.maxDelayMs) * (1 - jitter + 2 * jitter * random))
}

/** Returns the longest delay including jitter, in milliseconds. */
export function maxRetryDelayMs(schedule: RetrySchedule): number {
  return schedule.maxDelayMs * (1 + jitter)
}

/** Tells whether a message has used up its retries. */
export function isGivenUp(
  message: { readonly createdAt: Date; readonly attempts: number },
  now: Date,
  schedule: RetrySchedule,
): boolean {
  const age = now.getTime() - message.createdAt.getTime()
  return age >= schedule.giveUpAfterMs && message.attempts >= schedule.minAttempts
}
