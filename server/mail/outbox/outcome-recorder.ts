import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '#server/clock.ts'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import type { MailLog } from '#server/mail/messages/message.ts'
import { type Outcome, recordOutcome } from './store.ts'

/** An unavailable database does not count. */
const maxTries = 5

type RecorderOptions = {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  readonly log: MailLog
  readonly databasePauseMs: number
  /** One last try follows the abort. */
  readonly signal: AbortSignal
}

/**
 * Retries, because an unrecorded message would be sent again. Never throws.
 *
 * @param claim its token may be renewed meanwhile
 */
export async function recordUntilStored(
  claim: { readonly id: string; readonly claimToken: string },
  outcome: Outcome,
  { database, clock, log, databasePauseMs, signal }: RecorderOptions,
): Promise<void> {
  const about = { outboxId: claim.id, result: outcome.result }
  for (let tries = 1; ; tries += 1) {
    const stopping = signal.aborted
    try {
      const held = await recordOutcome(database, claim, outcome, clock.now())
      if (!held) log.warn(about, 'another worker took over this email')
      return
    } catch (error) {
      const hopeless = !(error instanceof DatabaseUnavailable) && tries >= maxTries
      if (stopping || hopeless) {
        log.error({ ...about, err: error }, 'could not record the outcome of an email')
        return
      }
      log.warn({ ...about, err: error }, 'could not record the outcome of an email, will retry')
    }
    await wait(databasePauseMs, undefined, { ref: false, signal }).catch(() => undefined)
  }
}
