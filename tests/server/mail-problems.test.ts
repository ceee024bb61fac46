import { expect, it } from 'vitest'
import { explainMailError } from '#server/mail/transports/mail-problems.ts'
import { postmarkFailure } from '#server/mail/transports/postmark-errors.ts'
import { smtpFailure } from '#server/mail/transports/smtp-errors.ts'

const postmarkErrors: [status: number, code: number, problem: RegExp][] = [
  [401, 0, /SERVER_TOKEN/],
  [401, 10, /SERVER_TOKEN/],
  [422, 400, /refuses the sender/],
  [422, 401, /refuses the sender/],
  [422, 405, /credits/],
  [422, 412, /approved the account/],
  [422, 413, /let the account send/],
  [403, 900, /let the account send/],
  [503, 0, /doesn’t take emails now/],
  [422, 406, /no longer sends to this address/],
  [422, 300, /address doesn’t exist/],
  [422, 403, /what this email contains/],
]

it.each(postmarkErrors)('explains %i of Postmark with code %i', (status, code, problem) => {
  expect(explainMailError(postmarkFailure(status, code).message).problem).toMatch(problem)
})

const smtpErrors: [error: object, problem: RegExp][] = [
  [{ code: 'EAUTH', responseCode: 535, response: '535 5.7.8 No' }, /user or password of MAIL_URL/],
  [{ command: 'MAIL FROM', responseCode: 550, response: '550 5.7.1 No' }, /refuses the sender/],
  [{ command: 'DATA', responseCode: 550, response: '550 5.4.5 Daily limit' }, /as many emails as it may/],
  [{ command: 'RCPT TO', responseCode: 550, response: '550 5.7.1 No relaying here' }, /own domain only/],
  [{ command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 Unknown' }, /address doesn’t exist/],
  [{ command: 'DATA', responseCode: 550, response: '550 5.6.0 No' }, /what this email contains/],
  [{ command: 'STARTTLS', responseCode: 502, response: '502 5.5.1 No' }, /no STARTTLS/],
  [{ code: 'CERT_HAS_EXPIRED' }, /certificate/],
  [{ code: 'ECONNREFUSED' }, /can’t be reached/],
  [{ command: 'MAIL FROM', responseCode: 451, response: '451 4.3.0 Later' }, /doesn’t take emails now/],
]

it.each(smtpErrors)('explains %o of a mail server', (error, problem) => {
  expect(explainMailError(smtpFailure(error).message).problem).toMatch(problem)
})

it('keeps what was given up apart from the reason, and has words for what is new', () => {
  expect(explainMailError('given up: Error ENOSPC')).toMatchObject({
    problem: 'The file couldn’t be written.',
    reason: 'Error ENOSPC',
  })
  expect(explainMailError(null)).toMatchObject({ cure: 'The server’s log says more.', isOfRecipient: false })
})
