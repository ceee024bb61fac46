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
  /** Each counts the new estimates from one IP address. */
  'submit-minute': { attempts: 5, windowMs: minuteMs },
  'submit-hour': { attempts: 30, windowMs: hourMs },
  /** Each counts the new estimates from one wider IPv6 network: further ones are quarantined. */
  'submit-56-hour': { attempts: 30, windowMs: hourMs },
  'submit-48-hour': { attempts: 100, windowMs: hourMs },
  /** Each counts the emails to a visitor's mailbox, since the address may be another person's. */
  'acknowledgement-hour': { attempts: 10, windowMs: hourMs },
  'acknowledgement-day': { attempts: 30, windowMs: dayMs },

  /** They count sign-ins by account and IP address, by account, and by IP address. */
  'sign-in': { attempts: 10, windowMs: 15 * minuteMs, maxBackoffFactor: 8 },
  'sign-in-account': { attempts: 50, windowMs: hourMs },
  'sign-in-ip': { attempts: 100, windowMs: hourMs, storedName: 'sign-in-address' },
  /** It counts per account and known browser, and replaces all others there. */
  'sign-in-device': { attempts: 10, windowMs: 15 * minuteMs },
  /** It counts per account, also the right password, which resets the others. Known browsers count apart. */
  'sign-in-total': { attempts: 100, windowMs: hourMs },
  /** It counts consecutive failures (NIST SP 800-63B), until a reset or a sign-in from a known browser. */
  'sign-in-streak': { attempts: 100, windowMs: null },
  /** Makes unknown addresses take the same time. */
  'sign-in-no-account': { attempts: 100, windowMs: hourMs, storedName: 'sign-in-stranger' },

  /** It counts consecutive wrong codes until the next sign-in, also in known browsers: the guesser has the password. */
  'second-factor-streak': { attempts: 100, windowMs: null },
  /** Each prompt for a passkey stores a challenge. */
  'passkey-ip': { attempts: 100, windowMs: hourMs },
  /** It counts the codes that an account types to set up an app. */
  'second-factor-setup': { attempts: 20, windowMs: 15 * minuteMs },

  'sign-up-ip': { attempts: 5, windowMs: hourMs, storedName: 'sign-up-address' },
  /** Each counts the emails that strangers may request to one recipient. */
  'mail-minute': { attempts: 1, windowMs: minuteMs },
  'mail-day': { attempts: 10, windowMs: dayMs },
  /** One reset email per link lifetime ignores the two above. */
  'reset-mail-hour': { attempts: 1, windowMs: hourMs },
  /** Each counts the invitations of one recipient. A stranger's requests do not use them up. */
  'invitation-minute': { attempts: 1, windowMs: minuteMs },
  'invitation-day': { attempts: 10, windowMs: dayMs },
  'inviter-hour': { attempts: 60, windowMs: hourMs },
  'account-mail-ip': { attempts: 20, windowMs: hourMs, storedName: 'mail-address' },
  /** It counts the links of account emails that are tried, the working ones included. */
  'link-ip': { attempts: 30, windowMs: hourMs, storedName: 'link-address' },
  /** It counts the links to requests, and addresses of calendars, that do not work. */
  'request-link-ip': { attempts: 60, windowMs: hourMs },
  /** They count what visitors send from the pages of their requests. Each may cause emails. */
  'request-change': { attempts: 20, windowMs: hourMs },
  'request-change-ip': { attempts: 60, windowMs: hourMs },
  /** They count the photos of visitors from an IP address and from wider IPv6 networks. */
  'photo-ip-hour': { attempts: 100, windowMs: hourMs },
  'photo-56-hour': { attempts: 200, windowMs: hourMs },
  'photo-48-hour': { attempts: 400, windowMs: hourMs },
  /** It counts the emails of one account to new addresses, which may be other people's. */
  'email-change': { attempts: 5, windowMs: hourMs },
  'test-mail': { attempts: 5, windowMs: hourMs },
  'test-push': { attempts: 10, windowMs: hourMs },
  /** It counts the passwords that a signed-in account types, right or wrong. */
  'change-password': { attempts: 10, windowMs: 15 * minuteMs },
  /** They count the entries of the audit log about failures: by account and network, and all together. */
  'logged-failure': { attempts: 1, windowMs: hourMs },
  'logged-failures': { attempts: 60, windowMs: hourMs },
  /** A ticket counts once, and expires within the window. */
  'export-ticket': { attempts: 1, windowMs: minuteMs },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

export type RateLimitKey = { readonly limit: LimitName; readonly subject: string }
