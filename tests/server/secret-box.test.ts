import { expect, it } from 'vitest'
import { openSecret, SecretUnreadable, sealSecret } from '#server/accounts/secrets/secret-box.ts'

const key = Buffer.alloc(32, 'k')
const place = { table: 'totp_secrets', column: 'secret', userId: 'ada' }

it('a sealed secret opens with its key at its place, and never looks the same twice', () => {
  const sealed = sealSecret(key, place, 'JBSWY3DP')
  expect(openSecret(key, place, sealed)).toBe('JBSWY3DP')
  expect(sealSecret(key, place, 'JBSWY3DP')).not.toBe(sealed)
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('JBSWY3DP')
})

it('A12 a sealed secret does not open with another key, for another account, in another column, or after a change', () => {
  const sealed = sealSecret(key, place, 'JBSWY3DP')
  const bytes = Buffer.from(sealed, 'base64url')
  const attempts = [
    () => openSecret(Buffer.alloc(32, 'x'), place, sealed),
    () => openSecret(key, { ...place, userId: 'bo' }, sealed),
    () => openSecret(key, { ...place, column: 'other' }, sealed),
    () => openSecret(key, { ...place, table: 'other' }, sealed),
    () => openSecret(key, place, bytes.subarray(0, 20).toString('base64url')),
    () => openSecret(key, place, ''),
    ...[...bytes.keys()].map((index) => () => {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] ?? 0) ^ 1
      return openSecret(key, place, changed.toString('base64url'))
    }),
  ]
  for (const attempt of attempts) expect(attempt).toThrow(SecretUnreadable)
})
