import type { TRPCError } from '@trpc/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PasswordHasher } from '#server/accounts/passwords/password-hasher.ts'
import type { Client } from '#server/accounts/sessions/client.ts'
import type { Clock } from '#server/clock.ts'
import type { CompanyPages } from '#server/company/company-site.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import type { EstimateWriter } from '#server/estimates/submit/estimate-writer.ts'
import type { LiveStreams } from '#server/live/live-streams.ts'

export type Services = {
  readonly config: Config
  readonly database: Database
  readonly clock: Clock
  readonly serverKey: Buffer
  /** Without it, no authenticator app can be used. */
  readonly secretsKey: Buffer | undefined
  readonly hasher: PasswordHasher
  wakeOutbox(): void
  mailPausedUntil(): Date | null
  /** Call it after an erasure. */
  wakeErasing(): void
  readonly live: LiveStreams
  readonly company: CompanyPages
  readonly estimateWriter: Pick<EstimateWriter, 'submit'>
  readonly onCall?: CallListener | undefined
}

/** Hears of each procedure that has ended; a subscription ends when its stream begins. */
export type CallListener = (call: {
  readonly path: string
  readonly ms: number
  readonly error: TRPCError | undefined
}) => void

export type Context = Services & {
  readonly requestId: string
  readonly client: Client
  /** A subscription cannot use it: its response has begun. */
  readonly reply: Pick<FastifyReply, 'header' | 'setCookie'>
  /** @throws {AppError} `too_many_attempts` */
  countCall(): Promise<void>
  /** Does work whose time the response must not tell. */
  afterResponse(work: () => Promise<void>): void
}

export type CallCounter = (request: FastifyRequest) => ReturnType<Context['countCall']>

export function createContext(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  countCall: CallCounter,
): Context {
  return {
    ...services,
    requestId: request.id,
    client: request.client,
    reply,
    countCall: () => countCall(request),
    afterResponse(work) {
      const run = () => {
        work().catch((error: unknown) => request.log.warn({ err: error }, 'the work after a response failed'))
      }
      if (reply.raw.closed) run()
      else reply.raw.once('close', run)
    },
  }
}
