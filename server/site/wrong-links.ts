import type { FastifyRequest } from 'fastify'
import { consumeAttempts } from '#server/accounts/limits/attempts.ts'
import { clientIp, rateLimitKey } from '#server/accounts/limits/client-ip.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'

type CountDeps = { readonly database: Database; readonly serverKey: Buffer; readonly clock: Clock }

/** Those who share the IP address of a guesser still open their own links. */
export async function countWrongLink({ database, serverKey, clock }: CountDeps, request: FastifyRequest) {
  const counted = [{ limit: 'request-link-ip', subject: rateLimitKey(clientIp(request)) }] as const
  const result = await consumeAttempts(database, serverKey, counted, clock.now())
  if (!result.refused) return { status: 404, headers: {} } as const
  return { status: 429, headers: { 'retry-after': String(result.retryAfterSeconds) } } as const
}
