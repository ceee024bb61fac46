import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'

export type Limit = {
  readonly attempts: number
  /** The window counts from the first attempt. Null means that it never ends. */
  readonly windowMs: number | null
  /** Consecutive exhausted windows double up to this factor. */
  readonly maxBackoffFactor?: number
  /** Stored counters have this older name. */
  readonly storedName?: string
}

/** The database counts these. */
export const limits = {
  /** New estimates per IP address. */
  'submit-minute': { attempts: 5, windowMs: minuteMs },
  'submit-hour': { attempts: 30, windowMs: hourMs },
  /** New estimates per wider IPv6 network: further ones are quarantined. */
  'submit-56-hour': { attempts: 30, windowMs: hourMs },
  'submit-48-hour': { attempts: 100, windowMs: hourMs },
  /** Emails to visitors per mailbox. */
  'acknowledgement-hour': { attempts: 10, windowMs: hourMs },
  'acknowledgement-day': { attempts: 30, windowMs: dayMs },

  /** Sign-ins per account and IP address. */
  'sign-in': { attempts: 10, windowMs: 15 * minuteMs, maxBackoffFactor: 8 },
  'sign-in-account': { attempts: 50, windowMs: hourMs },
  'sign-in-ip': { attempts: 100, windowMs: hourMs, storedName: 'sign-in-address' },
  /** Per account and known browser; replaces all others. */
  'sign-in-device': { attempts: 10, windowMs: 15 * minuteMs },
  /** Per account, the right password included, which resets the others. Known browsers count apart. */
  'sign-in-total': { attempts: 100, windowMs: hourMs },
  /** Consecutive failures (NIST SP 800-63B), until a reset or a sign-in from a known browser. */
  'sign-in-streak': { attempts: 100, windowMs: null },
  /** Makes unknown addresses take the same time. */
  'sign-in-no-account': { attempts: 100, windowMs: hourMs, storedName: 'sign-in-stranger' },

  /** Consecutive wrong codes until the next sign-in, also in known browsers: the guesser has the password. */
  'second-factor-streak': { attempts: 100, windowMs: null },
  /** Prompts for a passkey per IP address. */
  'passkey-ip': { attempts: 100, windowMs: hourMs },
  /** Codes of a set-up, per account. */
  'second-factor-setup': { attempts: 20, windowMs: 15 * minuteMs },

  'sign-up-ip': { attempts: 5, windowMs: hourMs, storedName: 'sign-up-address' },
  /** Emails per recipient. */
  'mail-minute': { attempts: 1, windowMs: minuteMs },
  'mail-day': { attempts: 10, windowMs: dayMs },
  /** One reset email per link lifetime ignores the two above. */
  'reset-mail-hour': { attempts: 1, windowMs: hourMs },
  /** Invitations per recipient. A stranger's requests do not use them up. */
  'invitation-minute': { attempts: 1, windowMs: minuteMs },
  'invitation-day': { attempts: 10, windowMs: dayMs },
  /** Invitations per administrator. */
  'inviter-hour': { attempts: 60, windowMs: hourMs },
  /** Requested emails per IP address. */
  'account-mail-ip': { attempts: 20, windowMs: hourMs, storedName: 'mail-address' },
  /** Link attempts per IP address. */
  'link-ip': { attempts: 30, windowMs: hourMs, storedName: 'link-address' },
  /** Links to requests, and addresses of calendars, that do not work, per IP address. */
  'request-link-ip': { attempts: 60, windowMs: hourMs },
  /** What visitors send from the pages of their requests, per request and per IP address. Each may cause emails. */
  'request-change': { attempts: 20, windowMs: hourMs },
  'request-change-ip': { attempts: 60, windowMs: hourMs },
  /** Photos of visitors per IP address, and per wider IPv6 network. */
  'photo-ip-hour': { attempts: 100, windowMs: hourMs },
  'photo-56-hour': { attempts: 200, windowMs: hourMs },
  'photo-48-hour': { attempts: 400, windowMs: hourMs },
  /** Emails to new addresses, per account. */
  'email-change': { attempts: 5, windowMs: hourMs },
  /** Test emails to oneself, per account. */
  'test-mail': { attempts: 5, windowMs: hourMs },
  /** Test notifications to oneself, per account. */
  'test-push': { attempts: 10, windowMs: hourMs },
  /** Passwords that a signed-in account types, right or wrong. */
  'change-password': { attempts: 10, windowMs: 15 * minuteMs },
  /** Entries of the audit log about failures, per account and network, and of all together. */
  'logged-failure': { attempts: 1, windowMs: hourMs },
  'logged-failures': { attempts: 60, windowMs: hourMs },
  /** Per ticket, which expires within the window. */
  'export-ticket': { attempts: 1, windowMs: minuteMs },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

export type RateLimitKey = { readonly limit: LimitName; readonly subject: string }
