import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { createEstimateWriter, type EstimateWriter } from '#server/estimates/submit/estimate-writer.ts'

type EstimateWriterOptions = {
  database: Database
  serverKey: Buffer
  clock: Clock
  config: Pick<Config, 'acknowledgementsPerHour'>
}

export const estimateWriter = plugin(
  async (app: FastifyInstance, { database, serverKey, clock, config }: EstimateWriterOptions) => {
    const writer = createEstimateWriter({
      database,
      serverKey,
      clock,
      onCommitted: () => app.outbox.wake(),
      maxAcknowledgementsPerHour: config.acknowledgementsPerHour,
    })
    app.decorate('estimateWriter', writer)
    app.addHook('onClose', () => app.closing.within('estimatesCommitted', writer.drain()))
  },
  { name: 'estimate-writer', dependencies: ['graceful-close', 'outbox'] },
)

declare module 'fastify' {
  interface FastifyInstance {
    estimateWriter: EstimateWriter
  }
}
