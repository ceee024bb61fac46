import { expect, it } from 'vitest'
import { readEmailFailure } from '#server/estimates/timeline/email-failure.ts'
import { postmarkFailure } from '#server/mail/transports/postmark-errors.ts'
import { smtpFailure } from '#server/mail/transports/smtp-errors.ts'

/** As of an error of nodemailer. */
const smtp = (command: string, response: string, code = 'EENVELOPE') =>
  smtpFailure({ code, command, response, responseCode: Number(response.slice(0, 3)) }).message

it.each([
  ['an inactive recipient', postmarkFailure(422, 406).message, 'blocked'],
  ['a bounce', 'bounced: HardBounce', 'bounced'],
  ['a complaint', 'reported as spam', 'complaint'],
  ['an invalid request', postmarkFailure(422, 300).message, 'address'],
  ['a recipient that is not one mailbox', 'the recipient is not exactly one mailbox', 'address'],
  ['an invalid field', postmarkFailure(422, 403).message, 'content'],
  ['a forbidden attachment', postmarkFailure(422, 411).message, 'content'],
  ['a missing template', 'this kind of email has no template', 'content'],
  ['a bad token', `given up: ${postmarkFailure(401, 10).message}`, 'account'],
  ['an unexplained 401', `given up: ${postmarkFailure(401, 0).message}`, 'account'],
  ['used-up credits', `given up: ${postmarkFailure(422, 405).message}`, 'account'],
  ['an outage', `given up: ${postmarkFailure(503, 0).message}`, 'unreachable'],
  ['a network failure', 'given up: request failed: ECONNREFUSED', 'unreachable'],
  ['a recipient that a mail server refuses', smtp('RCPT TO', '550 5.1.1 Unknown'), 'address'],
  ['a text that a mail server refuses', smtp('DATA', '554 5.7.1 Spam', 'EMESSAGE'), 'content'],
  ['a wrong password', `given up: ${smtp('AUTH PLAIN', '535 5.7.8 Bad', 'EAUTH')}`, 'account'],
  ['a foreign sender', `given up: ${smtp('MAIL FROM', '553 5.7.1 Not yours')}`, 'account'],
  ['a used-up limit', `given up: ${smtp('DATA', '550 5.4.5 Limit', 'EMESSAGE')}`, 'account'],
  ['a server that does not relay', `given up: ${smtp('RCPT TO', '554 5.7.1 Relay access denied')}`, 'account'],
  ['a full mailbox', `given up: ${smtp('RCPT TO', '452 4.2.2 Full')}`, 'unreachable'],
  ['a mail server that is down', `given up: ${smtpFailure({ code: 'ESOCKET' }).message}`, 'unreachable'],
  ['an estimate that is gone', 'its estimate no longer exists', 'unknown'],
  ['nothing', null, 'unknown'],
] as const)('explains %s', (_what, lastError, failure) => {
  expect(readEmailFailure(lastError)).toBe(failure)
})
