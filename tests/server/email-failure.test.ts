import { expect, it } from 'vitest'
import { readEmailFailure } from '#server/estimates/timeline/email-failure.ts'
import { postmarkFailure } from '#server/mail/transports/postmark-errors.ts'

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
  ['an estimate that is gone', 'its estimate no longer exists', 'unknown'],
  ['nothing', null, 'unknown'],
] as const)('explains %s', (_what, lastError, failure) => {
  expect(readEmailFailure(lastError)).toBe(failure)
})
