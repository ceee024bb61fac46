import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import { mailFolderIn } from '#server/mail/transports/file-names.ts'
import { PollTimer } from '#server/poll-timer.ts'
import { removeAllRemains } from '#server/privacy/remains.ts'
import { finishRenamings } from '#server/privacy/rename-account.ts'
import { runRetention } from '#server/privacy/run-retention.ts'
import { minuteMs } from '#shared/durations.ts'

/** The interval varies by half, so that processes drift apart. */
const meanIntervalMs = 10 * minuteMs

/** Emails that were on their way to a file at an erasure have arrived by then. */
const afterErasureMs = 2_000

/** A start does not wait for it. */
const firstRunMs = 20_000

type ErasingOptions = {
  readonly database: Database
  readonly config: Pick<Config, 'dataDir'>
  readonly clock: Clock
}

/** Erases what is too old, and what erasures leave in timelines and files. Each process does so. */
export const erasing = plugin(
  async (app: FastifyInstance, { database, config: { dataDir }, clock }: ErasingOptions) => {
    const isStopped = () => app.closing.begun
    let running: Promise<void> | undefined
    let isStale = false
    const timer = new PollTimer(poll)

    function poll(): void {
      isStale = running !== undefined
      running ??= run().finally(() => {
        running = undefined
        if (!isStopped()) timer.within(isStale ? afterErasureMs : meanIntervalMs * (0.5 + Math.random()))
      })
    }

    async function run(): Promise<void> {
      const now = clock.now()
      try {
        const erased = await runRetention(database, now, isStopped)
        if (erased) app.log.info(erased, 'erased the data of old requests')
        const accounts = await finishRenamings(database, now, isStopped)
        if (accounts > 0) app.log.info({ accounts }, 'removed the addresses of erased accounts from the timelines')
        const isClean = await removeAllRemains({ database, mailFolder: mailFolderIn(dataDir) }, isStopped)
        if (!isClean && !isStopped()) timer.within(minuteMs)
      } catch (error) {
        const level = error instanceof DatabaseUnavailable ? 'warn' : 'error'
        app.log[level]({ err: error }, 'failed to erase, will retry')
      }
    }

    app.decorate('erasing', { wake: () => timer.within(afterErasureMs) })
    app.addHook('onReady', async () => timer.within(firstRunMs))
    app.addHook('onClose', async () => {
      timer.clear()
      await app.closing.within('estimatesCommitted', running ?? Promise.resolve())
    })
  },
  { name: 'erasing', dependencies: ['graceful-close'] },
)

declare module 'fastify' {
  interface FastifyInstance {
    /** `wake` has files cleaned soon. */
    erasing: { wake(): void }
  }
}
