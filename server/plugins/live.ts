import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { assertAllowed } from '#server/auth/allowed.ts'
import { sessionNotFound } from '#server/auth/refresh-session.ts'
import { findSessionById } from '#server/auth/sessions.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { LiveStreams } from '../live/live-streams.ts'

/**
 * Tells open pages of the staff what happens. Comes before `graceful-close`, which waits for what is being answered: a
 * stream would be answered for ever, so they end first.
 */
export const live = plugin(
  async (app: FastifyInstance, { database, clock }: { database: Database; clock: Clock }) => {
    const streams = new LiveStreams({
      log: app.log,
      async assertMayListen(sessionId) {
        const session = await findSessionById(database.queries, sessionId, clock.now())
        if (!session) throw sessionNotFound()
        assertAllowed(session.user.role, 'workRequests')
      },
    })
    app.decorate('live', streams)
    const forget = await database.onCommitted((done) => streams.tell(done))
    app.addHook('preClose', async () => {
      forget()
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
