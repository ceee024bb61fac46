import { Secret } from 'otpauth'
import { expect, it } from 'vitest'
import { matchingStep, newTotpSecret, timeStep, totpAddress, totpCode } from '#server/accounts/second-factor/totp.ts'

/** RFC 6238, appendix B, for SHA-1. */
const vectors = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const
const secret = Secret.fromUTF8('12345678901234567890').base32
const at = (seconds: number) => new Date(seconds * 1_000)

it.each(vectors)('TOTP gives the code of RFC 6238 at %d s', (seconds, code) => {
  expect(totpCode(secret, timeStep(at(seconds)), 8)).toBe(code)
  expect(matchingStep(secret, code.slice(2), at(seconds))).toBe(Math.floor(seconds / 30))
})

it('TOTP accepts a phone whose clock is one step off either way, and no more', () => {
  const now = at(1_111_111_111)
  const step = timeStep(now)
  const accepted = [-2, -1, 0, 1, 2].map((offset) => matchingStep(secret, totpCode(secret, step + offset), now))
  expect(accepted).toEqual([undefined, step - 1, step, step + 1, undefined])
})

it.each(['', '000000', '1234567', '12345é', '05047'])('TOTP refuses %j', (code) => {
  expect(matchingStep(secret, code, at(1_111_111_111))).toBeUndefined()
})

it('TOTP makes secrets of 160 bits, and addresses that name the site and the account', () => {
  const created = newTotpSecret()
  expect(Secret.fromBase32(created).bytes).toHaveLength(20)
  const { protocol, host, pathname, searchParams } = new URL(totpAddress(created, 'ada+1@example.com'))
  expect([protocol, host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(pathname)).toBe('/Five Borough Builders:ada+1@example.com')
  expect(Object.fromEntries(searchParams)).toEqual({
    issuer: 'Five Borough Builders',
    secret: created,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
