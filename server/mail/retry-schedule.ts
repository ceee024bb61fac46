const minute = 60 * 1000
const hour = 60 * minute

/** When a message that was not accepted is tried again, and when it is given up. */
export type RetrySchedule = {
  /** Wait after the first failure; it doubles with each further one. */
  readonly firstDelayMs: number
  readonly maxDelayMs: number
  /** A message is given up once it is this old, ... */
  readonly giveUpAfterMs: number
  /** ... and was tried this often: neither a long stop of the server nor a leap of its clock may use up its chances. */
  readonly minAttempts: number
}

/** Outlasts a long weekend on which nobody looks: about 390 attempts in four days. */
export const retrySchedule: RetrySchedule = {
  firstDelayMs: 10 * 1000,
  maxDelayMs: 15 * minute,
  giveUpAfterMs: 96 * hour,
  minAttempts: 100,
}

/** Delays differ by this part up or down, so that messages that failed together do not come back together. */
const jitter = 0.2

/**
 * How long to wait after a failed attempt, in milliseconds.
 *
 * @param attempts how many there were, at least 1
 * @param random a number from 0 to 1
 */
export function retryDelayMs(attempts: number, schedule: RetrySchedule, random: number): number {
  // 2^30 first delays are beyond any cap; without the limit a long outage would end in Infinity.
  const doubled = schedule.firstDelayMs * 2 ** Math.min(attempts - 1, 30)
  return Math.round(Math.min(doubled, schedule.maxDelayMs) * (1 - jitter + 2 * jitter * random))
}

/** No delay is longer than this many milliseconds. */
export function longestRetryDelayMs(schedule: RetrySchedule): number {
  return schedule.maxDelayMs * (1 + jitter)
}

/** Whether a message has used up its chances. */
export function isGivenUp(
  message: { readonly createdAt: Date; readonly attempts: number },
  now: Date,
  schedule: RetrySchedule,
): boolean {
  const age = now.getTime() - message.createdAt.getTime()
  return age >= schedule.giveUpAfterMs && message.attempts >= schedule.minAttempts
}
