import type { FastifyReply } from 'fastify'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { cookieNames } from '#shared/cookie-names.ts'
import type { IssuedChallenge } from './challenges.ts'

/** Omits the prefix that https adds. */
export type CookieKey = keyof ReturnType<typeof cookieNames>

export type Cookies = Readonly<Partial<Record<CookieKey, string>>>

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

export function hasSecureCookies({ appOrigin }: Pick<Config, 'appOrigin'>): boolean {
  return appOrigin.startsWith('https:')
}

/** Ignores a cookie that comes twice: another host of the domain may have set one. */
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
    // A link from another site opens pages with the session, but must not continue an unfinished sign-in.
    sameSite: key === 'challenge' ? 'strict' : 'lax',
    secure,
  })
}

export function clearCookie(context: CookieContext, key: CookieKey): void {
  setCookie(context, key, '', 0)
}

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

export function setChallengeCookie(context: CookieContext & { readonly clock: Clock }, issued: IssuedChallenge): void {
  const lifetimeMs = issued.expiresAt.getTime() - context.clock.now().getTime()
  setCookie(context, 'challenge', issued.secret, lifetimeMs / 1000)
}
