import { AccountRefused, MailFailure, MessageDelayed, MessageRefused } from '#server/mail/messages/message.ts'

/** An error of nodemailer, which also quotes addresses and what the server wrote. */
type SmtpError = {
  readonly code?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
  readonly originalCode?: string
  readonly timeoutType?: string
}

/** What went wrong, such as `535 5.7.8`, `ECONNREFUSED` or `GREETING_TIMEOUT`. It quotes nothing else. */
export function smtpCode(error: unknown): string {
  const { response = '', timeoutType, originalCode, code } = error as SmtpError
  const [answer] = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}\b)?/.exec(response) ?? []
  return answer?.replace('-', ' ') ?? timeoutType ?? originalCode ?? code ?? 'unknown reason'
}

export function isCertificateProblem(error: unknown): boolean {
  return /CERT|LEAF_SIGNATURE/.test(smtpCode(error))
}

export function isWithoutStarttls(error: unknown): boolean {
  const { command, responseCode } = error as SmtpError
  return command === 'STARTTLS' && responseCode !== undefined
}

/** 530 asks for a sign-in. */
export function isRefusedSignIn(error: unknown): boolean {
  const { code, responseCode = 0 } = error as SmtpError
  return responseCode === 530 || (code === 'EAUTH' && responseCode >= 500)
}

/** The server had the whole message when it refused it. */
export function isRefusedContent(error: unknown): boolean {
  return (error as SmtpError).code === 'EMESSAGE'
}

// Gmail's and Microsoft's, which come for several commands: https://support.google.com/a/answer/3221692 and
// https://learn.microsoft.com/exchange/mail-flow-best-practices/non-delivery-reports-in-exchange-online
const senderCode = /^5\d\d 5\.(?:7\.60|2\.252)$/
const limitCode = /^5\d\d 5\.(?:4\.5|1\.90|7\.23[236])$/

/** Explains what a connection failed with. What is not known to be final counts as temporary. */
export function smtpFailure(error: unknown): MailFailure {
  if (error instanceof MailFailure) return error
  const { command, responseCode } = error as SmtpError
  const code = smtpCode(error)
  if (isCertificateProblem(error)) return new MailFailure(`the certificate of the mail server is not valid (${code})`)
  if (isWithoutStarttls(error)) return new MailFailure(`the mail server offers no STARTTLS (${code}): nothing was sent`)
  if (responseCode === undefined) return new MailFailure(`the connection to the mail server failed (${code})`)
  const refused = (what: string) => `the mail server refused ${what} (${code})`
  if (isRefusedSignIn(error)) return new AccountRefused(refused('the sign-in'))
  // 503 is about the order of the commands.
  if (responseCode >= 500 && responseCode !== 503) return finalFailure(error as SmtpError, refused)
  // With 421 the server refuses everyone, and hangs up.
  return command === 'RCPT TO' && responseCode !== 421
    ? new MessageDelayed(refused('the recipient for now'))
    : new MailFailure(refused(`${command} for now`))
}

function finalFailure(error: SmtpError, refused: (what: string) => string): MailFailure {
  const { command, response = '' } = error
  const code = smtpCode(error)
  if (command === 'MAIL FROM' || senderCode.test(code)) return new AccountRefused(refused('the sender'))
  if (limitCode.test(code)) return new AccountRefused(refused('more emails, beyond its limit'))
  if (command === 'DATA') return new MessageRefused(refused('the message'))
  if (command !== 'RCPT TO') return new MailFailure(refused(`${command}`))
  // It may take those of its own domain, and the others once it is set up.
  return /\brelay(?:ing)?\s/i.test(response)
    ? new MessageDelayed(refused('to relay email'))
    : new MessageRefused(refused('the recipient'))
}
