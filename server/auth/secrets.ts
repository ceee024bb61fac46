import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** @returns 256 random bits as 43 characters of base64url */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Only for secrets that cannot be guessed. */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Compares in constant time. */
export function sameDigest(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * Derives secrets, and digests texts that can be guessed.
 *
 * @param key see server-key.ts
 * @param purpose without a colon
 */
export function keyedDigest(key: Buffer, purpose: string, text: string): string {
  return createHmac('sha256', key).update(`${purpose}:${text}`).digest('base64url')
}
