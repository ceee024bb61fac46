import { expect, it } from 'vitest'
import { type LimitName, limits } from '#server/accounts/limits/limits.ts'
import { counterKey } from '#server/accounts/limits/rate-limit-counters.ts'
import { keyedDigest } from '#server/accounts/secrets/secrets.ts'
import { testServerKey } from '#tests/support/database/server-key.ts'

/** Limits that had another name when their counters were first stored. */
const storedNames: Partial<Record<LimitName, string>> = {
  'sign-in-ip': 'sign-in-address',
  'sign-in-no-account': 'sign-in-stranger',
  'sign-up-ip': 'sign-up-address',
  'account-mail-ip': 'mail-address',
  'link-ip': 'link-address',
}

it.each(Object.keys(limits) as LimitName[])('keeps the stored counters of %s after an upgrade', (limit) => {
  const digest = keyedDigest(testServerKey, 'attempt', 'a subject')
  const key = counterKey(testServerKey, { limit, subject: 'a subject' })
  expect(key).toBe(`${digest}:${storedNames[limit] ?? limit}`)
})
