import type { RateLimitKey } from '#server/rate-limits/limits.ts'
import type { RateLimitCounters } from '#server/rate-limits/rate-limit-counters.ts'

/** The counters of an account's wrong passwords from all IP addresses. A new password resets them. */
export function accountFailures(email: string): readonly RateLimitKey[] {
  return [
    { limit: 'sign-in-streak', subject: email },
    { limit: 'sign-in-account', subject: email },
  ]
}

/** The counters of the emails to one recipient. */
export type MailLimits = {
  /** Count every email that anyone can request. */
  readonly shared: readonly [minute: RateLimitKey, day: RateLimitKey]
  /** Counts password reset emails. */
  readonly reset: RateLimitKey
}

export function mailLimits(email: string): MailLimits {
  return {
    shared: [
      { limit: 'mail-minute', subject: email },
      { limit: 'mail-day', subject: email },
    ],
    reset: { limit: 'reset-mail-hour', subject: email },
  }
}

/**
 * Counts a password reset email. One an hour goes out even if strangers have used up the shared limits, so that they
 * cannot keep the owner from getting a link. It still starts the pause of a minute.
 *
 * @returns whether the email goes out
 */
export function consumeResetMail(counters: RateLimitCounters, { shared, reset }: MailLimits, now: Date): boolean {
  if (counters.consume([reset], now).refused) return !counters.consume(shared, now).refused
  counters.count(shared[0], now)
  return true
}
