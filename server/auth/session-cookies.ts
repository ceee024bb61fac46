import type { FastifyReply } from 'fastify'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { cookieNames } from '#shared/cookie-names.ts'

/** Names a cookie of ours without the prefix that https adds. */
export type CookieKey = keyof ReturnType<typeof cookieNames>

/** Our cookies of a request. */
export type Cookies = Readonly<Partial<Record<CookieKey, string>>>

/** Where cookies are set. */
export type CookieContext = {
  readonly reply: Pick<FastifyReply, 'setCookie'>
  readonly config: Pick<Config, 'appOrigin'>
}

type SessionTokens = {
  readonly access: string
  readonly refresh: string
  readonly accessExpiresAt: Date
  readonly expiresAt: Date
}

const keys = Object.keys(cookieNames(false)) as CookieKey[]

/** Whether cookies carry the `__Host-` prefix and the attribute Secure. */
export function hasSecureCookies({ appOrigin }: Pick<Config, 'appOrigin'>): boolean {
  return appOrigin.startsWith('https:')
}

/**
 * Picks our cookies. One that comes twice counts as absent: another host of the same domain may have set the second,
 * and nothing tells which one is ours.
 *
 * @param parsed every cookie by name, as @fastify/cookie reads them: the first of a name wins
 * @param header the Cookie header
 */
export function ownCookies(
  parsed: Readonly<Record<string, string | undefined>>,
  header: string | undefined,
  secure: boolean,
): Cookies {
  const names = cookieNames(secure)
  const given = (header ?? '').split(';').map((pair) => pair.split('=', 1).join('').trim())
  const found = keys.flatMap((key) => {
    const value = parsed[names[key]]
    const once = given.filter((name) => name === names[key]).length === 1
    return value && once ? [[key, value]] : []
  })
  return Object.fromEntries(found)
}

/**
 * Sets one of our cookies, which no script can read and no form or image of another site sends.
 *
 * @param maxAgeSeconds 0 removes the cookie
 */
export function setCookie(
  { reply, config }: CookieContext,
  key: CookieKey,
  value: string,
  maxAgeSeconds: number,
): void {
  const secure = hasSecureCookies(config)
  reply.setCookie(cookieNames(secure)[key], value, {
    maxAge: Math.max(0, Math.floor(maxAgeSeconds)),
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
  })
}

export function clearCookie(context: CookieContext, key: CookieKey): void {
  setCookie(context, key, '', 0)
}

/** Stores the tokens of a new or refreshed session in the browser. */
export function setSessionCookies(
  context: CookieContext & { readonly clock: Clock },
  { access, refresh, accessExpiresAt, expiresAt }: SessionTokens,
): void {
  const now = context.clock.now().getTime()
  setCookie(context, 'access', access, (accessExpiresAt.getTime() - now) / 1000)
  setCookie(context, 'refresh', refresh, (expiresAt.getTime() - now) / 1000)
}

export function clearSessionCookies(context: CookieContext): void {
  clearCookie(context, 'access')
  clearCookie(context, 'refresh')
}
