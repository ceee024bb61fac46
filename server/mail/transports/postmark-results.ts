import { MailFailure, type MailMessage, type SendResult } from '#server/mail/messages/message.ts'
import { postmarkFailure, postmarkResultFailure } from './postmark-errors.ts'

/** @throws {MailFailure} unless the result confirms that Postmark accepted the message */
export function acceptedId(result: unknown, failure = (errorCode: number) => postmarkFailure(200, errorCode)): string {
  const { ErrorCode, MessageID } = fieldsOf(result)
  if (typeof ErrorCode === 'number' && ErrorCode !== 0) throw failure(ErrorCode)
  if (ErrorCode !== 0 || typeof MessageID !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(MessageID)) {
    throw new MailFailure('response does not confirm that Postmark accepted the message')
  }
  return MessageID
}

/**
 * The results of a batch are in the order of its messages, and those of accepted messages name the recipient.
 *
 * @throws {MailFailure} when it is not certain which result belongs to which message
 */
export function batchResults(messages: readonly MailMessage[], response: unknown): SendResult[] {
  if (!Array.isArray(response) || response.length !== messages.length) {
    throw new MailFailure('response does not have one result for each message')
  }
  const results = response.map(sendResult)
  const ids = results.flatMap((result) => ('providerId' in result ? [result.providerId] : []))
  if (new Set(ids).size < ids.length) throw new MailFailure('response has one MessageID for several messages')
  const recipients = messages.map(({ to }) => normalized(to.join(',')))
  const named = response.map((result) => normalized(fieldsOf(result).To))
  // Postmark might write a recipient in another way, but not like that of another message.
  if (named.some((to, index) => to !== recipients[index] && recipients.includes(to))) {
    throw new MailFailure('response has the results in another order')
  }
  return results
}

function sendResult(result: unknown): SendResult {
  try {
    return { providerId: acceptedId(result, postmarkResultFailure) }
  } catch (error) {
    if (error instanceof MailFailure) return error
    throw error
  }
}

function fieldsOf(result: unknown): { ErrorCode?: unknown; MessageID?: unknown; To?: unknown } {
  return typeof result === 'object' && result !== null ? result : {}
}

function normalized(recipients: unknown): string {
  return typeof recipients === 'string' ? recipients.toLowerCase().replace(/\s/g, '') : ''
}
