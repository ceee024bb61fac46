import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { createEstimateWriter, type EstimateWriter } from '#server/domain/estimates/estimate-writer.ts'

/** Makes the writer of visitors' requests, which wakes the outbox after each commit. */
export const submissions = plugin(
  async (
    app: FastifyInstance,
    { database, serverKey, clock }: { database: Database; serverKey: Buffer; clock: Clock },
  ) => {
    const writer = createEstimateWriter({ database, serverKey, clock, onCommitted: () => app.outbox.wake() })
    app.decorate('submissions', writer)
    app.addHook('onClose', () => app.closing.within('submissionsDrained', writer.drain()))
  },
  { name: 'submissions', dependencies: ['graceful-close', 'outbox'] },
)

declare module 'fastify' {
  interface FastifyInstance {
    submissions: EstimateWriter
  }
}
