import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import type { Clock } from '#server/clock.ts'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import { PollTimer } from '#server/mail/look-schedule.ts'
import { sweepExpired } from './sweep-expired.ts'

/** Between two runs: half of it to one and a half, so that processes that started together drift apart. */
const intervalMs = 10 * 60 * 1000

type SweepingOptions = { readonly database: Database; readonly serverKey: Buffer; readonly clock: Clock }

/** Removes expired rows now and then, while the app runs. */
export const sweeping = plugin(
  async (app: FastifyInstance, { database, serverKey, clock }: SweepingOptions) => {
    const schedule = new PollTimer(() => {
      running = sweep()
    })
    let running = Promise.resolve()
    const goOn = () => schedule.within(intervalMs * (0.5 + Math.random()))

    async function sweep(): Promise<void> {
      try {
        const removed = await sweepExpired({ database, serverKey, now: clock.now() }, () => app.closing.begun)
        if (removed > 0) app.log.debug({ removed }, 'expired rows were removed')
      } catch (error) {
        // The next run does what this one could not.
        const level = error instanceof DatabaseUnavailable ? 'warn' : 'error'
        app.log[level]({ err: error }, 'expired rows could not be removed')
      }
      if (!app.closing.begun) goOn()
    }

    app.addHook('onReady', async () => goOn())
    app.addHook('onClose', async () => {
      schedule.clear()
      await app.closing.within('estimatesCommitted', running)
    })
  },
  { name: 'sweeping', dependencies: ['graceful-close'] },
)
