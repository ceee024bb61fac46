import { keyedDigest } from './secrets.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** How long things about a session are good. */
export const sessionLifetimes = {
  /** Of an access token, from when it was made. */
  accessMs: 60 * minuteMs,
  /** Of a session that nobody uses, from its last refresh. */
  idleMs: 7 * dayMs,
  /** Of any session, from its sign-in. */
  absoluteMs: 30 * dayMs,
  /** For how long after a refresh the replaced token gets the answer that the refresh got (as Supabase Auth does). */
  parentMs: 10_000,
} as const

/** What a session's cookies carry: which session, and that one may use it. */
export type SessionToken = { readonly id: string; readonly secret: string }

const tokenForm = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/

/** Reads a cookie's value; undefined where it is none of ours. */
export function parseSessionToken(value: string | undefined): SessionToken | undefined {
  const [, id, secret] = tokenForm.exec(value ?? '') ?? []
  return id && secret ? { id, secret } : undefined
}

/** The cookie's value for a token. */
export function formatSessionToken({ id, secret }: SessionToken): string {
  return `${id}.${secret}`
}

/**
 * The refresh token that follows another. It is derived and not random, so that the server can give it once more to
 * whoever holds the one before, without keeping it.
 */
export function nextRefreshToken(key: Buffer, { id, secret }: SessionToken): SessionToken {
  return { id, secret: keyedDigest(key, 'refresh', `${id}:${secret}`) }
}

/** The access token that goes with a refresh token. */
export function accessTokenFor(key: Buffer, { id, secret }: SessionToken): SessionToken {
  return { id, secret: keyedDigest(key, 'access', `${id}:${secret}`) }
}
