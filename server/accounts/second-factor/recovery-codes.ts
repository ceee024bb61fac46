import { randomInt } from 'node:crypto'
import { keyedDigest } from '#server/accounts/secrets/secrets.ts'
import { recoveryCodeCount } from '#shared/second-factor.ts'

/** Crockford's base32: no letter looks like a digit or another one. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 80 bits, so that a copy of the database does not help to guess. */
const length = 16

/** @returns codes in groups of four */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const letters = Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
    return (letters.match(/.{4}/g) ?? []).join('-')
  })
}

/** @returns undefined for a text that cannot be a code */
export function recoveryCodeDigest(serverKey: Buffer, userId: string, typed: string): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (code.length !== length || ![...code].every((letter) => alphabet.includes(letter))) return undefined
  return keyedDigest(serverKey, 'recovery-code', `${userId}:${code}`)
}
