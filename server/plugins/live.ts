import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { getRefusal, sessionNotFound } from '#server/accounts/sessions/guards.ts'
import { findActiveSessions } from '#server/accounts/sessions/sessions.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { AppError } from '#server/errors.ts'
import { LiveStreams } from '#server/live/live-streams.ts'

/** Comes before `graceful-close`, which would wait for the streams. */
export const live = plugin(
  async (app: FastifyInstance, { database, clock }: { database: Database; clock: Clock }) => {
    const streams = new LiveStreams({
      log: app.log,
      async findRefused(sessionIds) {
        const active = await findActiveSessions(database.queries, sessionIds, clock.now())
        const refused = new Map<string, AppError>()
        for (const id of sessionIds) {
          const session = active.get(id)
          const refusal = session ? getRefusal(session.user, 'workEstimates') : sessionNotFound()
          if (refusal) refused.set(id, refusal)
        }
        return refused
      },
    })
    app.decorate('live', streams)
    const unsubscribe = await database.onCommitted((committed) => streams.notify(committed))
    app.addHook('preClose', async () => {
      unsubscribe()
      streams.close()
    })
  },
  { name: 'live' },
)

declare module 'fastify' {
  interface FastifyInstance {
    live: LiveStreams
  }
}
