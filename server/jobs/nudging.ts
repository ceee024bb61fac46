import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { addMs, type Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import { queueDueNudges } from '#server/nudges/queue-nudges.ts'
import { queueProposalReminders } from '#server/nudges/queue-proposal-reminders.ts'
import { queueQuarantineNotice } from '#server/nudges/queue-quarantine-notice.ts'
import { queueVisitReminders } from '#server/nudges/queue-visit-reminders.ts'
import { PollTimer } from '#server/poll-timer.ts'
import { minuteMs } from '#shared/durations.ts'

/** Deadlines and the digest may be late by this. The interval varies by a quarter, so that processes drift apart. */
const meanIntervalMs = 30_000

/** Estimates that come in together are looked at together. The devices of the staff hear of them within two seconds. */
const afterCommitMs = 1_000

/** An estimate that was received before the last look may have been committed after it. */
const overlapMs = minuteMs

type NudgingOptions = {
  readonly database: Database
  readonly config: Pick<Config, 'staffInbox'>
  readonly clock: Clock
}

/** Queues what staff members are to be told, and reminders of proposals and visits. Each process does so, and wakes at any process's commits. */
export const nudging = plugin(
  async (app: FastifyInstance, { database, config: { staffInbox }, clock }: NudgingOptions) => {
    const timer = new PollTimer(poll)
    let running: Promise<void> | undefined
    let isStale = false
    let lookedUntil: Date | undefined

    function poll(): void {
      isStale = running !== undefined
      running ??= look().finally(() => {
        running = undefined
        if (!app.closing.begun) timer.within(isStale ? afterCommitMs : meanIntervalMs * (0.75 + Math.random() / 2))
      })
    }

    async function look(): Promise<void> {
      try {
        const now = clock.now()
        const newSince = lookedUntil && addMs(lookedUntil, -overlapMs)
        const options = { newSince, shouldStop: () => app.closing.begun }
        let queued = await queueDueNudges({ database, staffInbox, now }, options)
        for (const queue of [queueQuarantineNotice, queueProposalReminders, queueVisitReminders])
          if (!app.closing.begun) queued += await queue(database, now)
        lookedUntil = now
        // Changes by visitors have queued notifications themselves.
        app.pushes.wake()
        if (queued === 0) return
        app.log.info({ queued }, 'queued emails to staff members and reminders to visitors')
        app.outbox.wake()
      } catch (error) {
        const level = error instanceof DatabaseUnavailable ? 'warn' : 'error'
        app.log[level]({ err: error }, 'failed to queue emails to staff members and visitors, will retry')
      }
    }

    const unsubscribe = await database.onCommitted(({ created, changed, all }) => {
      // An estimate that is released from quarantine counts as changed.
      if (all || created.length > 0 || changed.length > 0) timer.within(afterCommitMs)
    })
    app.addHook('onReady', async () => timer.within(afterCommitMs))
    app.addHook('onClose', async () => {
      unsubscribe()
      timer.clear()
      await app.closing.within('estimatesCommitted', running ?? Promise.resolve())
    })
  },
  { name: 'nudging', dependencies: ['graceful-close', 'outbox', 'pushes'] },
)
