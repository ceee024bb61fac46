import type { EmailFailure } from '#shared/estimates/email-failure.ts'

// The errors of server/mail: postmark-errors.ts, smtp-errors.ts and render-message.ts, and those of postmark-webhook.ts.
const signs: readonly [sign: RegExp, failure: EmailFailure][] = [
  [/inactive recipient/, 'blocked'],
  [/^bounced: /, 'bounced'],
  [/^reported as spam$/, 'complaint'],
  [/not exactly one mailbox|invalid email request|refused the recipient \(|one of several/, 'address'],
  [/invalid request field|forbidden attachment type|no template|refused the message/, 'content'],
  [
    /API token|sender signature|out of credits|account is pending|account may not send|returned 401|returned 403 with|refused (?:the sign-in|the sender|more emails|to relay)/,
    'account',
  ],
  [/^given up: /, 'unreachable'],
]

/** @param lastError as the outbox stores it */
export function readEmailFailure(lastError: string | null): EmailFailure {
  return signs.find(([sign]) => sign.test(lastError ?? ''))?.[1] ?? 'unknown'
}
