import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '#server/clock.ts'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import type { MailLog } from './message.ts'
import { type Outcome, recordOutcome } from './outbox-store.ts'

/** A record that fails this often through no fault of the database's availability never succeeds. */
const maxTries = 5

type RecorderOptions = {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  readonly log: MailLog
  readonly databasePauseMs: number
  /** Aborted when the worker stops: what is not recorded then gets one more try. */
  readonly signal: AbortSignal
}

/**
 * Writes down what came of a message, and goes on trying while the database is away: a message that went out must not
 * go out again for that. Never throws.
 *
 * @param holder its claim may be renewed meanwhile
 */
export async function recordUntilStored(
  holder: { readonly id: string; readonly claimToken: string },
  outcome: Outcome,
  { database, clock, log, databasePauseMs, signal }: RecorderOptions,
): Promise<void> {
  const about = { outboxId: holder.id, result: outcome.result }
  for (let tries = 1; ; tries += 1) {
    const stopping = signal.aborted
    try {
      const held = await recordOutcome(database, holder, outcome, clock.now())
      if (!held) log.warn(about, 'another worker has taken this e-mail over')
      return
    } catch (error) {
      const hopeless = !(error instanceof DatabaseUnavailable) && tries >= maxTries
      if (stopping || hopeless) {
        log.error({ ...about, err: error }, 'could not record what came of an e-mail')
        return
      }
      log.warn({ ...about, err: error }, 'could not record what came of an e-mail yet')
    }
    await wait(databasePauseMs, undefined, { ref: false, signal }).catch(() => undefined)
  }
}
