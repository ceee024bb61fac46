/** What helps, for the command `doctor` and for the page about email. */
export const mailCures = {
  token: "Copy the API token of the server, not of the account, from Postmark's page of that server.",
  signIn:
    'Correct them in MAIL_URL, with special characters percent-encoded. Gmail and Microsoft take an app password instead of your own, and Microsoft 365 needs authenticated SMTP switched on for the mailbox.',
  certificate:
    'Set the host in MAIL_URL to the name in the certificate, or renew it. For an authority of your own, set NODE_EXTRA_CA_CERTS to its file.',
  starttls:
    'Write smtps:// and the port for TLS in MAIL_URL, such as 465. Nothing is sent unencrypted to another machine.',
  unreachable: 'Allow connections to it in the firewall, or correct the host and port in MAIL_URL.',
} as const

export type MailProblem = {
  /** It says in words what is wrong, and `cure` what helps. */
  readonly problem: string
  readonly cure: string
  /** It is worded as in the log. */
  readonly reason: string
  /** It says nothing about other recipients. */
  readonly isOfRecipient: boolean
}

// The errors of postmark-errors.ts, postmark.ts, smtp-errors.ts, smtp.ts, render-message.ts and postmark-webhook.ts.
const ofEverything: readonly [sign: RegExp, problem: string, cure: string][] = [
  [/API token|returned 401/, 'Postmark refuses POSTMARK_SERVER_TOKEN.', mailCures.token],
  [
    /sender signature|refused the sender/,
    'The mail service refuses the sender.',
    'Set MAIL_FROM to an address that Postmark has verified, or to the address of the mail account itself.',
  ],
  [/out of credits/, 'The Postmark account has no credits left.', 'Choose a larger plan at Postmark.'],
  [
    /account is pending/,
    'Postmark hasn’t approved the account yet, and delivers to your own domain only.',
    'Have the account approved at Postmark.',
  ],
  [/account may not send|returned 403 with/, 'Postmark doesn’t let the account send.', 'Ask Postmark why.'],
  [/refused the sign-in/, 'The mail server refuses the user or password of MAIL_URL.', mailCures.signIn],
  [
    /refused more emails/,
    'The mail account has sent as many emails as it may.',
    'Wait until its limit ends, most often within a day, or use an account with a higher one.',
  ],
  [
    /refused to relay/,
    'The mail server sends to its own domain only.',
    'Let it relay for this machine, or write the user and password of an account in MAIL_URL.',
  ],
  [/the certificate of the mail server/, 'The certificate of the mail server is not valid.', mailCures.certificate],
  [/STARTTLS/, 'The mail server offers no STARTTLS.', mailCures.starttls],
  [
    /connection to the mail server failed|no end with the mail server/,
    'The mail server can’t be reached.',
    mailCures.unreachable,
  ],
  [
    /request failed|no response within|Postmark returned|does not confirm/,
    'Postmark doesn’t take emails now.',
    'Look at status.postmarkapp.com, and allow connections to Postmark in the firewall.',
  ],
  [/^E\w+$|Error E\w+/, 'The file couldn’t be written.', 'See whether DATA_DIR is full, or belongs to another user.'],
]

const ofRecipient: readonly [sign: RegExp, problem: string, cure: string][] = [
  [
    /inactive recipient|^reported as spam/,
    'Postmark no longer sends to this address, since an email came back or was reported as spam.',
    'Look into the suppressions of the message stream at Postmark.',
  ],
  [
    /^bounced: |refused the recipient|one of several|not exactly one mailbox|invalid email request/,
    'The address doesn’t exist, or its mailbox takes no emails from us.',
    'Check the spelling of the address.',
  ],
  [
    /refused the message|invalid request field|forbidden attachment|no template/,
    'The mail service refuses what this email contains.',
    'The server’s log says more.',
  ],
]

/** @param lastError as the outbox stores it */
export function explainMailError(lastError: string | null): MailProblem {
  const reason = (lastError ?? '').replace(/^given up: /, '')
  const find = (table: typeof ofRecipient) => table.find(([sign]) => sign.test(reason))
  const one = find(ofRecipient)
  const [, problem, cure] = one ??
    find(ofEverything) ?? ['', 'The mail service doesn’t take emails now.', 'The server’s log says more.']
  return { problem, cure, reason, isOfRecipient: one !== undefined }
}
