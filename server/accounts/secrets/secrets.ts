import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** @returns 256 bits as 43 characters */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Guessable texts need {@link keyedDigest}. */
export function toDigest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Compares in constant time. */
export function sameDigest(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** @param purpose contains no colon */
export function keyedDigest(key: Buffer, purpose: string, text: string): string {
  return createHmac('sha256', key).update(`${purpose}:${text}`).digest('base64url')
}
