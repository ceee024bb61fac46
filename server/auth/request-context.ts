import type { FastifyRequest } from 'fastify'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { clientIp } from '#server/rate-limits/client-ip.ts'
import { type CookieKey, type Cookies, readCookies, setCookieHeader } from './session-cookies.ts'
import { type ActiveSession, findActiveSession, type IssuedSession } from './sessions.ts'

type Surroundings = {
  readonly database: Pick<Database, 'queries'>
  readonly clock: Clock
  /** Whether the site is at an https address. */
  readonly secure: boolean
}

/** Longer ones are cut; browsers' own are a tenth of this. */
const maxUserAgentLength = 500

/** Whoever sent an HTTP request: one for all the calls that it carries. */
export class Caller {
  /** Behind proxies, as far as these are trusted. */
  readonly ip: string
  /** The User-Agent header, empty without one. */
  readonly userAgent: string
  /** Our cookies, as the request brought them. */
  readonly cookies: Cookies
  readonly #surroundings: Surroundings
  readonly #cookiesToSet = new Map<CookieKey, string>()
  #clearsCache = false
  #session: Promise<ActiveSession | undefined> | undefined

  constructor(request: Pick<FastifyRequest, 'ip' | 'ips' | 'headers'>, surroundings: Surroundings) {
    this.ip = clientIp(request)
    this.userAgent = (request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength)
    this.cookies = readCookies(request.headers.cookie, surroundings.secure)
    this.#surroundings = surroundings
  }

  /**
   * The session that the request came with, looked up once.
   *
   * @throws {DatabaseUnavailable}
   */
  session(): Promise<ActiveSession | undefined> {
    const { database, clock } = this.#surroundings
    this.#session ??= findActiveSession(database.queries, this.cookies.access, clock.now())
    return this.#session
  }

  /** The session as far as a call had to look for it; undefined also where none did. */
  async knownSession(): Promise<ActiveSession | undefined> {
    return await this.#session?.catch(() => undefined)
  }

  /** Has the browser keep a cookie. */
  setCookie(key: CookieKey, value: string, maxAgeSeconds: number): void {
    this.#cookiesToSet.set(key, setCookieHeader(key, value, maxAgeSeconds, this.#surroundings.secure))
  }

  clearCookie(key: CookieKey): void {
    this.setCookie(key, '', 0)
  }

  /** Has the browser keep a new session's tokens, or refreshed ones. */
  setSessionCookies({ access, refresh, accessExpiresAt, expiresAt }: IssuedSession): void {
    const now = this.#surroundings.clock.now().getTime()
    this.setCookie('access', access, (accessExpiresAt.getTime() - now) / 1000)
    this.setCookie('refresh', refresh, (expiresAt.getTime() - now) / 1000)
  }

  /** Has the browser forget its session. */
  clearSessionCookies(): void {
    this.clearCookie('access')
    this.clearCookie('refresh')
  }

  /** Has the browser forget every answer that it kept of this site. */
  clearCache(): void {
    this.#clearsCache = true
  }

  /** The headers of the answer that come of all this. */
  replyHeaders(): Record<string, string | string[]> {
    return {
      ...(this.#cookiesToSet.size > 0 ? { 'set-cookie': [...this.#cookiesToSet.values()] } : {}),
      ...(this.#clearsCache ? { 'clear-site-data': '"cache"' } : {}),
    }
  }
}
