import type { RateLimitKey } from '#server/rate-limits/limits.ts'
import type { RateLimitCounters } from '#server/rate-limits/rate-limit-counters.ts'

/** The counters of the mails to an address. */
export type MailLimits = {
  /** Of every mail that anyone can ask for. */
  readonly shared: readonly [minute: RateLimitKey, day: RateLimitKey]
  /** Of mails with a link for a new password. */
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
 * Counts a mail with a link for a new password. One an hour goes out whatever else was asked for, so that strangers who
 * use up the shared limits cannot keep the owner of an account from getting a link. It begins a minute's pause all the
 * same.
 *
 * @returns whether the mail goes out
 */
export function takeResetMail(counters: RateLimitCounters, { shared, reset }: MailLimits, now: Date): boolean {
  if (counters.take([reset], now).refused) return !counters.take(shared, now).refused
  counters.count(shared[0], now)
  return true
}
