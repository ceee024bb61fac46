import * as z from 'zod/mini'

/**
 * Why an email did not arrive:
 * - `blocked`: the mail service no longer sends to this address, after a bounce or a complaint
 * - `bounced`: the mail service sent it, and the recipient's server refused it
 * - `complaint`: the recipient reported it as spam
 * - `address`: the address is not one mailbox, or the mail service refused the message because of it
 * - `content`: the mail service refused what the message has
 * - `account`: the mail service refused our account for as long as we tried
 * - `unreachable`: the mail service could not be reached, or did not accept it, for as long as we tried
 */
export type EmailFailure =
  | 'blocked'
  | 'bounced'
  | 'complaint'
  | 'address'
  | 'content'
  | 'account'
  | 'unreachable'
  | 'unknown'

export const sendEmailAgainSchema = z.strictObject({
  /** It is the id of the estimate. */
  id: z.uuid({ error: 'There is no such request.' }),
  messageId: z.uuid({ error: 'There is no such email.' }),
  /** Sending the same key again changes nothing. */
  entryKey: z.uuid({ error: 'An entry key must be a UUID.' }).check(z.toLowerCase()),
})
