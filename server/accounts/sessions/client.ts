import type { FastifyRequest } from 'fastify'
import { clientIp } from '#server/accounts/limits/client-ip.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { type Cookies, ownCookies } from './session-cookies.ts'
import { type ActiveSession, findActiveSession } from './sessions.ts'

/** Browsers send a tenth of this. */
const maxUserAgentLength = 500

export type Client = {
  readonly ip: string
  readonly userAgent: string
  readonly cookies: Cookies
  /** Reads the session once per HTTP request. */
  session(): Promise<ActiveSession | undefined>
}

type Deps = {
  readonly database: Pick<Database, 'queries'>
  readonly clock: Clock
  readonly secure: boolean
}

export function toClient(
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
