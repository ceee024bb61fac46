import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { type Client, toClient } from '#server/accounts/sessions/client.ts'
import { hasSecureCookies } from '#server/accounts/sessions/session-cookies.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'

type ClientOptions = { config: Pick<Config, 'appOrigin'>; database: Pick<Database, 'queries'>; clock: Clock }

export const client = plugin(
  async (app: FastifyInstance, { config, database, clock }: ClientOptions) => {
    await app.register(fastifyCookie)
    const secure = hasSecureCookies(config)
    const known = new WeakMap<FastifyRequest, Client>()
    app.decorateRequest('client', {
      getter(this: FastifyRequest) {
        const found = known.get(this) ?? toClient(this, { database, clock, secure })
        known.set(this, found)
        return found
      },
    })
  },
  { name: 'client' },
)

declare module 'fastify' {
  interface FastifyRequest {
    readonly client: Client
  }
}
