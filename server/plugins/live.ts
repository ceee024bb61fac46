import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { insufficientRole, sessionNotFound } from '#server/auth/guards.ts'
import { findActiveSessions } from '#server/auth/sessions.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { AppError } from '#server/errors.ts'
import { LiveStreams } from '#server/live/live-streams.ts'
import { isAllowed } from '#shared/permissions.ts'

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
          if (!session) refused.set(id, sessionNotFound())
          else if (!isAllowed(session.user.role, 'workEstimates')) refused.set(id, insufficientRole())
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
