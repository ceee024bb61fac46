import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import type { MailTransport } from '#server/mail/messages/message.ts'
import { smtpTimings } from '#server/mail/outbox/timings.ts'
import { OutboxWorker } from '#server/mail/outbox/worker.ts'
import type { MailSettings } from '#server/mail/templates/render-message.ts'

type OutboxOptions = {
  database: Database
  transport: MailTransport
  config: MailSettings & Pick<Config, 'smtp'>
  clock: Clock
}

export const outbox = plugin(
  async (app: FastifyInstance, options: OutboxOptions) => {
    const worker = new OutboxWorker({ ...options, log: app.log, timings: options.config.smtp ? smtpTimings : {} })
    app.decorate('outbox', worker)
    app.addHook('onReady', async () => worker.start())
    app.addHook('onClose', async () => worker.stop(app.closing.msLeft('outboxStopped')))
  },
  { name: 'outbox', dependencies: ['graceful-close'] },
)

declare module 'fastify' {
  interface FastifyInstance {
    outbox: OutboxWorker
  }
}
