import { keyedDigest, sameDigest } from '#server/auth/secrets.ts'
import type { Clock } from '#server/clock.ts'

const purpose = 'form-age'

/**
 * Says when somebody began to fill a form in, in a way that only this installation can: the instant in milliseconds
 * (base 36), a dot, and a keyed digest of it. Every process of the installation makes and knows the same.
 */
export function newFormToken(serverKey: Buffer, begunAt: Date): string {
  const instant = begunAt.getTime().toString(36)
  return `${instant}.${keyedDigest(serverKey, purpose, instant)}`
}

/** The token of a form that somebody begins to fill in now. */
export function startForm({ serverKey, clock }: { readonly serverKey: Buffer; readonly clock: Clock }): {
  token: string
} {
  return { token: newFormToken(serverKey, clock.now()) }
}

/** When somebody began to fill the form in; undefined for what {@link newFormToken} never made. */
export function formStartedAt(serverKey: Buffer, token: unknown): Date | undefined {
  if (typeof token !== 'string') return undefined
  const [instant = '', digest = ''] = token.split('.', 2)
  if (!sameDigest(digest, keyedDigest(serverKey, purpose, instant))) return undefined
  return new Date(Number.parseInt(instant, 36))
}
