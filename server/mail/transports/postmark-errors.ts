import { AccountRefused, MailFailure, MessageDelayed, MessageRefused } from '#server/mail/messages/message.ts'

// https://postmarkapp.com/developer/api/overview#error-codes

const messageCodes: ReadonlyMap<number, string> = new Map([
  [300, 'invalid email request'],
  [403, 'invalid request field'],
  [406, 'inactive recipient'],
  [411, 'forbidden attachment type'],
])

/** Until Postmark approves a new account, it takes messages to the sender's own domain and refuses the others. */
const pendingApproval = 412

const accountCodes: ReadonlyMap<number, string> = new Map([
  [10, 'bad or missing API token'],
  [400, 'sender signature not found'],
  [401, 'sender signature not confirmed'],
  [405, 'not allowed to send (out of credits)'],
  [413, 'account may not send'],
])

/**
 * Explains a response. Unknown codes count as temporary.
 *
 * @param errorCode 0 if the response has none
 */
export function postmarkFailure(status: number, errorCode: number): MailFailure {
  const summary = `Postmark returned ${status}${errorCode === 0 ? '' : ` with code ${errorCode}`}`
  const accountProblem = accountCodes.get(errorCode)
  if (accountProblem) return new AccountRefused(`${summary}: ${accountProblem}`)
  if (errorCode === pendingApproval) return new MessageDelayed(`${summary}: account is pending approval`)
  // Without a code, a firewall has blocked this one message:
  // https://postmarkapp.com/support/article/getting-a-403-that-doesnt-look-like-a-postmark-error
  if (status === 401 || (status === 403 && errorCode !== 0)) return new AccountRefused(summary)
  const messageProblem = status === 422 ? messageCodes.get(errorCode) : undefined
  return messageProblem ? new MessageRefused(`${summary}: ${messageProblem}`) : new MailFailure(summary)
}
