import { keyedDigest } from './secrets.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

export const sessionLifetimes = {
  accessMs: 60 * minuteMs,
  /** Since the last refresh. */
  idleMs: 7 * dayMs,
  absoluteMs: 30 * dayMs,
  /** For replaced tokens, as in Supabase Auth. */
  parentMs: 10_000,
} as const

export type SessionToken = { readonly id: string; readonly secret: string }

const tokenForm = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/

export function parseSessionToken(value: string | undefined): SessionToken | undefined {
  const [, id, secret] = tokenForm.exec(value ?? '') ?? []
  return id && secret ? { id, secret } : undefined
}

export function formatSessionToken({ id, secret }: SessionToken): string {
  return `${id}.${secret}`
}

/** Derived tokens can be returned twice without being stored. */
export function nextRefreshToken(key: Buffer, { id, secret }: SessionToken): SessionToken {
  return { id, secret: keyedDigest(key, 'refresh', `${id}:${secret}`) }
}

export function accessTokenFor(key: Buffer, { id, secret }: SessionToken): SessionToken {
  return { id, secret: keyedDigest(key, 'access', `${id}:${secret}`) }
}
