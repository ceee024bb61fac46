import { parseCookie, stringifySetCookie } from 'cookie'
import { cookieNames } from '#shared/cookie-names.ts'

/** Which cookie, whatever https adds to its name. */
export type CookieKey = keyof ReturnType<typeof cookieNames>

/** The cookies of a request that are ours. */
export type Cookies = Readonly<Partial<Record<CookieKey, string>>>

const keys = Object.keys(cookieNames(false)) as CookieKey[]

/**
 * Reads our cookies out of a Cookie header. One that comes twice counts as absent: the second was set by somebody else,
 * for instance by another host of the same domain, and nothing tells which is ours.
 */
export function readCookies(header: string | undefined, secure: boolean): Cookies {
  if (!header) return {}
  const names = cookieNames(secure)
  const given = header.split(';').map((pair) => pair.split('=', 1).join('').trim())
  const parsed = parseCookie(header)
  const found = keys.flatMap((key) => {
    const value = parsed[names[key]]
    const once = given.filter((name) => name === names[key]).length === 1
    return value && once ? [[key, value]] : []
  })
  return Object.fromEntries(found)
}

/**
 * A Set-Cookie header for one of our cookies, which no script reads and no other site's form or picture sends.
 *
 * @param maxAgeSeconds how long the browser keeps it; 0 removes it
 */
export function setCookieHeader(key: CookieKey, value: string, maxAgeSeconds: number, secure: boolean): string {
  return stringifySetCookie({
    name: cookieNames(secure)[key],
    value,
    maxAge: Math.max(0, Math.floor(maxAgeSeconds)),
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
  })
}
