import { mailboxKey } from '#server/estimates/matching/mailbox-key.ts'
import type { RateLimitKey } from './limits.ts'
import type { RateLimitCounters } from './rate-limit-counters.ts'

/** A new password resets these counters. */
export function accountFailures(email: string): readonly RateLimitKey[] {
  return [
    { limit: 'sign-in-streak', subject: email },
    { limit: 'sign-in-account', subject: email },
  ]
}

export type MailLimits = {
  readonly shared: readonly [minute: RateLimitKey, day: RateLimitKey]
  readonly reset: RateLimitKey
}

export function mailLimits(email: string): MailLimits {
  const subject = mailboxKey(email)
  return {
    shared: [
      { limit: 'mail-minute', subject },
      { limit: 'mail-day', subject },
    ],
    reset: { limit: 'reset-mail-hour', subject },
  }
}

/** Allows one reset email per hour past shared limits that strangers exhausted, and starts the one-minute pause. */
export function consumeResetMail(counters: RateLimitCounters, { shared, reset }: MailLimits, now: Date): boolean {
  if (counters.consume([reset], now).refused) return !counters.consume(shared, now).refused
  counters.count(shared[0], now)
  return true
}

/**
 * The counters of emails to a new address. A change of address locks them first, as a sign-up does, so that two
 * accounts never get one address at once.
 */
export function emailChangeLock(userId: string, email: string): readonly RateLimitKey[] {
  return [...mailLimits(email).shared, { limit: 'email-change', subject: userId }]
}
