import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { createEstimateWriter, type EstimateWriter } from '#server/domain/estimates/estimate-writer.ts'

export const estimateWriter = plugin(
  async (
    app: FastifyInstance,
    { database, serverKey, clock }: { database: Database; serverKey: Buffer; clock: Clock },
  ) => {
    const writer = createEstimateWriter({ database, serverKey, clock, onCommitted: () => app.outbox.wake() })
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
