import { keyedDigest, sameDigest } from '#server/accounts/secrets/secrets.ts'
import type { Clock } from '#server/clock.ts'

const purpose = 'form-age'

/** Contains the instant in milliseconds (base 36), a dot, and its keyed digest. */
export function newFormToken(serverKey: Buffer, begunAt: Date): string {
  const instant = begunAt.getTime().toString(36)
  return `${instant}.${keyedDigest(serverKey, purpose, instant)}`
}

export function startForm({ serverKey, clock }: { readonly serverKey: Buffer; readonly clock: Clock }): {
  token: string
} {
  return { token: newFormToken(serverKey, clock.now()) }
}

export function formStartedAt(serverKey: Buffer, token: unknown): Date | undefined {
  if (typeof token !== 'string') return undefined
  const [instant = '', digest = ''] = token.split('.', 2)
  if (!sameDigest(digest, keyedDigest(serverKey, purpose, instant))) return undefined
  return new Date(Number.parseInt(instant, 36))
}
