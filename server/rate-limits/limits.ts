import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'

/** How often something may be tried within a time. */
export type Limit = {
  readonly attempts: number
  /** From the first attempt on, in milliseconds; null: until the counter is forgotten. */
  readonly windowMs: number | null
  /** How many times as long a window may become: each that is used up right after another doubles. 1 where left out. */
  readonly maxBackoffFactor?: number
}

/** All limits that are kept in the database, by the name that they are counted under. */
export const limits = {
  /** New estimate requests, per network address. */
  'submit-minute': { attempts: 5, windowMs: minuteMs },
  'submit-hour': { attempts: 30, windowMs: hourMs },

  /** Sign-ins, per account and network address. */
  'sign-in': { attempts: 10, windowMs: 15 * minuteMs, maxBackoffFactor: 8 },
  'sign-in-account': { attempts: 50, windowMs: hourMs },
  'sign-in-address': { attempts: 100, windowMs: hourMs },
  /** From a browser in which the account's owner signed in before, per account and browser; instead of all others. */
  'sign-in-device': { attempts: 10, windowMs: 15 * minuteMs },
  /** Failures in a row, per account (NIST SP 800-63B). A mail with a link ends it, or the owner from a known browser. */
  'sign-in-streak': { attempts: 100, windowMs: null },
  /** Stands in for the streak where there is no such account, so that both cost the same. */
  'sign-in-stranger': { attempts: 100, windowMs: hourMs },

  /** Sign-ups, per network address. */
  'sign-up-address': { attempts: 5, windowMs: hourMs },
  /** Mails about an account, per address that they go to. */
  'mail-minute': { attempts: 1, windowMs: minuteMs },
  'mail-day': { attempts: 10, windowMs: dayMs },
  /** A mail with a link for a new password that goes out whatever has used up the two above: the link lives as long. */
  'reset-mail-hour': { attempts: 1, windowMs: hourMs },
  /** The same, per network address that asks for them. */
  'mail-address': { attempts: 20, windowMs: hourMs },
  /** Links of mails that are tried, per network address. */
  'link-address': { attempts: 30, windowMs: hourMs },
  /** Present passwords that are tried to change the password, per account. */
  'change-password': { attempts: 10, windowMs: 15 * minuteMs },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

/** One thing to be counted: by which limit, and for whom (an account, a network address, both). */
export type RateLimitKey = { readonly limit: LimitName; readonly subject: string }
