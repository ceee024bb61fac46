import type { FastifyRequest } from 'fastify'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { clientIp } from '#server/rate-limits/client-ip.ts'
import { type Cookies, ownCookies } from './session-cookies.ts'
import { type ActiveSession, findActiveSession } from './sessions.ts'

/** Longer ones are cut; those of browsers are a tenth of this. */
const maxUserAgentLength = 500

/** The sender of an HTTP request. */
export type Client = {
  /** Behind proxies, as far as these are trusted. */
  readonly ip: string
  /** Empty without the header. */
  readonly userAgent: string
  readonly cookies: Cookies
  /**
   * Finds the session that the request came with, once for all procedures that it calls.
   *
   * @throws {DatabaseUnavailable}
   */
  session(): Promise<ActiveSession | undefined>
}

type Deps = {
  readonly database: Pick<Database, 'queries'>
  readonly clock: Clock
  /** Whether the site's address is https. */
  readonly secure: boolean
}

export function clientOf(
  request: Pick<FastifyRequest, 'ip' | 'ips' | 'headers' | 'cookies'>,
  { database, clock, secure }: Deps,
): Client {
  const { headers } = request
  const cookies = ownCookies(request.cookies, headers.cookie, secure)
  let session: Promise<ActiveSession | undefined> | undefined
  return {
    ip: clientIp(request),
    userAgent: (headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
    cookies,
    session() {
      session ??= findActiveSession(database.queries, cookies.access, clock.now())
      return session
    },
  }
}
