import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import type { MailTransport } from '#server/mail/message.ts'
import { createOutboxWorker } from '#server/mail/outbox-worker.ts'

type OutboxOptions = { database: Database; transport: MailTransport; config: Config; clock: Clock }

/** Sends queued emails from when the app is ready until it closes. */
export const outbox = plugin(
  async (app: FastifyInstance, options: OutboxOptions) => {
    const worker = createOutboxWorker({ ...options, log: app.log })
    app.decorate('outbox', worker)
    app.addHook('onReady', async () => worker.start())
    app.addHook('onClose', async () => worker.stop(app.closing.msLeft('outboxStopped')))
  },
  { name: 'outbox', dependencies: ['graceful-close'] },
)

declare module 'fastify' {
  interface FastifyInstance {
    outbox: ReturnType<typeof createOutboxWorker>
  }
}
