const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export type Limit = {
  readonly attempts: number
  /** Counted from the first attempt, in milliseconds; null: until the counter is forgotten. */
  readonly windowMs: number | null
  /** Each window that is used up right after another doubles, up to this factor. 1 where left out. */
  readonly maxBackoffFactor?: number
  /** The limit's name in stored counters, where it is another: renaming those would reset them. */
  readonly storedName?: string
}

/** All limits that are counted in the database. */
export const limits = {
  /** New estimates, per IP address. */
  'submit-minute': { attempts: 5, windowMs: minute },
  'submit-hour': { attempts: 30, windowMs: hour },

  /** Sign-ins, per account and IP address. */
  'sign-in': { attempts: 10, windowMs: 15 * minute, maxBackoffFactor: 8 },
  'sign-in-account': { attempts: 50, windowMs: hour },
  'sign-in-ip': { attempts: 100, windowMs: hour, storedName: 'sign-in-address' },
  /** Per account and browser, where the account's owner signed in with this browser before; replaces all others. */
  'sign-in-device': { attempts: 10, windowMs: 15 * minute },
  /**
   * Consecutive failures per account (NIST SP 800-63B). A new password by an emailed link ends it, or a sign-in from a
   * known browser.
   */
  'sign-in-streak': { attempts: 100, windowMs: null },
  /** Replaces the streak where there is no such account, so that both cost the same. */
  'sign-in-no-account': { attempts: 100, windowMs: hour, storedName: 'sign-in-stranger' },

  /** Sign-ups, per IP address. */
  'sign-up-ip': { attempts: 5, windowMs: hour, storedName: 'sign-up-address' },
  /** Emails about an account, per recipient. */
  'mail-minute': { attempts: 1, windowMs: minute },
  'mail-day': { attempts: 10, windowMs: day },
  /** Password reset emails that the two limits above cannot stop. As long as the link is valid. */
  'reset-mail-hour': { attempts: 1, windowMs: hour },
  /** Emails about accounts, per IP address that asks for them. */
  'account-mail-ip': { attempts: 20, windowMs: hour, storedName: 'mail-address' },
  /** Emailed links that are tried, per IP address. */
  'link-ip': { attempts: 30, windowMs: hour, storedName: 'link-address' },
  /** Current passwords that are tried to change the password, per account. */
  'change-password': { attempts: 10, windowMs: 15 * minute },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

/** A limit, and the account, IP address or both that it counts for. */
export type RateLimitKey = { readonly limit: LimitName; readonly subject: string }
