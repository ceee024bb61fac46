import { expect, it } from 'vitest'
import { keyedDigest } from '#server/auth/secrets.ts'
import { type LimitName, limits } from '#server/rate-limits/limits.ts'
import { counterKey } from '#server/rate-limits/rate-limit-counters.ts'
import { testServerKey } from '#tests/support/server-key.ts'

it('stores every counter under the name that its limit has always had, so that an upgrade resets none', () => {
  const digest = keyedDigest(testServerKey, 'attempt', 'a subject')
  const stored = (Object.keys(limits) as LimitName[]).map((limit) =>
    counterKey(testServerKey, { limit, subject: 'a subject' }),
  )
  expect(stored).toEqual(
    [
      'submit-minute',
      'submit-hour',
      'sign-in',
      'sign-in-account',
      'sign-in-address',
      'sign-in-device',
      'sign-in-streak',
      'sign-in-stranger',
      'sign-up-address',
      'mail-minute',
      'mail-day',
      'reset-mail-hour',
      'mail-address',
      'link-address',
      'change-password',
    ].map((name) => `${digest}:${name}`),
  )
})
