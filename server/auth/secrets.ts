import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new random secret of 256 bits, as 43 characters of base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 of a secret in base64url: what is stored instead of it. Enough only for secrets that nobody can guess. */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Whether two digests are equal, in a time that does not tell where they differ. */
export function sameDigest(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * HMAC-SHA256 of a text in base64url: a secret, or a fingerprint of something that can be guessed.
 *
 * @param key the server's own; see server-key.ts
 * @param purpose what the result is for, without a colon; the same text for two purposes gives two results
 */
export function keyedDigest(key: Buffer, purpose: string, text: string): string {
  return createHmac('sha256', key).update(`${purpose}:${text}`).digest('base64url')
}
