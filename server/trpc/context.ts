import type { FastifyRequest } from 'fastify'
import type { PasswordHasher } from '#server/auth/password-hasher.ts'
import { Caller } from '#server/auth/request-context.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import type { EstimateWriter } from '#server/domain/estimates/estimate-writer.ts'
import type { LiveStreams } from '#server/live/live-streams.ts'
import type { TokenBucket } from '#server/rate-limits/token-bucket.ts'

/** What procedures may use. */
export type Services = {
  readonly config: Config
  readonly database: Database
  readonly clock: Clock
  /** See server/auth/server-key.ts. */
  readonly serverKey: Buffer
  readonly hasher: PasswordHasher
  /** Says that a message was stored: it goes out at once. */
  wakeOutbox(): void
  readonly live: LiveStreams
  readonly submissions: Pick<EstimateWriter, 'submit'>
  /** How many more calls a network address may make for nobody who is signed in. */
  readonly callLimiter: Pick<TokenBucket, 'take'>
}

/** What a procedure knows besides its input. */
export type Context = Services & {
  readonly requestId: string
  readonly caller: Caller
}

/** What the procedures that one request calls know. */
export function contextOf(request: FastifyRequest, services: Services): Context {
  const { config, database, clock } = services
  const caller = new Caller(request, { database, clock, secure: config.appOrigin.startsWith('https:') })
  return { ...services, requestId: request.id, caller }
}
