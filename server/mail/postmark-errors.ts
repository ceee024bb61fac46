import { AccountRefused, MailFailure, MessageRefused } from './message.ts'

// https://postmarkapp.com/developer/api/overview#error-codes

/** Codes by which Postmark refuses one message, whenever it is sent. */
const messageCodes: ReadonlyMap<number, string> = new Map([
  [300, 'invalid e-mail request'],
  [403, 'invalid request field'],
  [406, 'inactive recipient'],
  [411, 'forbidden attachment type'],
])

/** Codes by which Postmark refuses every message until its account or our settings are put right. */
const accountCodes: ReadonlyMap<number, string> = new Map([
  [10, 'bad or missing API token'],
  [400, 'sender signature not found'],
  [401, 'sender signature not confirmed'],
  [405, 'not allowed to send (out of credits)'],
  [412, 'account is pending approval'],
  [413, 'account may not send'],
])

/**
 * What a refusal by Postmark means for the queue. Codes that are in neither list count as passing: a message is only
 * given up where that is known to be right.
 *
 * @param status HTTP status
 * @param errorCode Postmark's ErrorCode, 0 when the answer had none
 */
export function postmarkFailure(status: number, errorCode: number): MailFailure {
  const answer = `Postmark answered ${status}${errorCode === 0 ? '' : ` with code ${errorCode}`}`
  const accountProblem = accountCodes.get(errorCode)
  if (accountProblem) return new AccountRefused(`${answer}: ${accountProblem}`)
  // A 403 without a code is no answer of Postmark but of a firewall before it, which may dislike a single message:
  // https://postmarkapp.com/support/article/getting-a-403-that-doesnt-look-like-a-postmark-error
  if (status === 401 || (status === 403 && errorCode !== 0)) return new AccountRefused(answer)
  const messageProblem = status === 422 ? messageCodes.get(errorCode) : undefined
  return messageProblem ? new MessageRefused(`${answer}: ${messageProblem}`) : new MailFailure(answer)
}
