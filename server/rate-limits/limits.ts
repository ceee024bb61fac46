import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'

export type Limit = {
  readonly attempts: number
  /** Since the first attempt; null: until the counter is deleted. */
  readonly windowMs: number | null
  /** Consecutive exhausted windows double up to this factor (default 1). */
  readonly maxBackoffFactor?: number
  /** An older name of the limit that stored counters still have. */
  readonly storedName?: string
}

/** Limits that are counted in the database. */
export const limits = {
  /** New estimates, per IP address. */
  'submit-minute': { attempts: 5, windowMs: minuteMs },
  'submit-hour': { attempts: 30, windowMs: hourMs },

  /** Sign-ins, per account and IP address. */
  'sign-in': { attempts: 10, windowMs: 15 * minuteMs, maxBackoffFactor: 8 },
  'sign-in-account': { attempts: 50, windowMs: hourMs },
  'sign-in-ip': { attempts: 100, windowMs: hourMs, storedName: 'sign-in-address' },
  /** Per account and known browser; replaces all others. */
  'sign-in-device': { attempts: 10, windowMs: 15 * minuteMs },
  /** Consecutive failures per account (NIST SP 800-63B). A reset ends it, or a sign-in from a known browser. */
  'sign-in-streak': { attempts: 100, windowMs: null },
  /** Replaces the streak for unknown addresses, so that both take as long. */
  'sign-in-no-account': { attempts: 100, windowMs: hourMs, storedName: 'sign-in-stranger' },

  /** Sign-ups, per IP address. */
  'sign-up-ip': { attempts: 5, windowMs: hourMs, storedName: 'sign-up-address' },
  /** Emails about an account, per recipient. */
  'mail-minute': { attempts: 1, windowMs: minuteMs },
  'mail-day': { attempts: 10, windowMs: dayMs },
  /** One reset email per lifetime of its link goes out regardless of the two above. */
  'reset-mail-hour': { attempts: 1, windowMs: hourMs },
  /** Requests for emails, per IP address. */
  'account-mail-ip': { attempts: 20, windowMs: hourMs, storedName: 'mail-address' },
  /** Attempts at emailed links, per IP address. */
  'link-ip': { attempts: 30, windowMs: hourMs, storedName: 'link-address' },
  /** Changes of the password, per account. */
  'change-password': { attempts: 10, windowMs: 15 * minuteMs },
  /** Downloads per export ticket, which expires within the window. */
  'export-ticket': { attempts: 1, windowMs: minuteMs },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

/** The subject is an account, an IP address or both. */
export type RateLimitKey = { readonly limit: LimitName; readonly subject: string }
