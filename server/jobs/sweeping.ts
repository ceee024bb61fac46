import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import { keyEstimates } from '#server/estimates/matching/key-estimates.ts'
import { mailFolderIn } from '#server/mail/transports/file-names.ts'
import { PollTimer } from '#server/poll-timer.ts'
import { sweepExpired } from './sweep-expired.ts'

/** The interval varies by half, so that processes drift apart. */
const meanIntervalMs = 10 * 60 * 1000

/** The search lacks requests of an earlier release until then. A start does not wait for it. */
const firstRunMs = 20_000

type SweepingOptions = {
  readonly database: Database
  readonly config: Pick<Config, 'dataDir'>
  readonly serverKey: Buffer
  readonly clock: Clock
}

export const sweeping = plugin(
  async (app: FastifyInstance, { database, config, serverKey, clock }: SweepingOptions) => {
    const schedule = new PollTimer(() => {
      running = sweep()
    })
    let running = Promise.resolve()
    const scheduleNext = () => schedule.within(meanIntervalMs * (0.5 + Math.random()))

    async function sweep(): Promise<void> {
      try {
        const keyed = await keyEstimates(database, () => app.closing.begun)
        if (keyed > 0) app.log.info({ keyed }, 'prepared requests of before for the search')
        const deps = { database, serverKey, mailFolder: mailFolderIn(config.dataDir), now: clock.now() }
        const removed = await sweepExpired(deps, () => app.closing.begun)
        if (removed > 0) app.log.debug({ removed }, 'deleted expired rows')
      } catch (error) {
        const level = error instanceof DatabaseUnavailable ? 'warn' : 'error'
        app.log[level]({ err: error }, 'failed to delete expired rows, will retry')
      }
      if (!app.closing.begun) scheduleNext()
    }

    app.addHook('onReady', async () => schedule.within(firstRunMs))
    app.addHook('onClose', async () => {
      schedule.clear()
      await app.closing.within('estimatesCommitted', running)
    })
  },
  { name: 'sweeping', dependencies: ['graceful-close'] },
)
