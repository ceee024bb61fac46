import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '#server/clock.ts'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import type { MailLog } from '#server/mail/messages/message.ts'
import { type Attempted, recordOutcomes } from './store.ts'

/** An unavailable database does not count. */
const maxTries = 5

type RecorderOptions = {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  readonly log: MailLog
  readonly databasePauseMs: number
  readonly gatherMs: number
  /** One last try follows the abort. */
  readonly signal: AbortSignal
}

/** Outcomes share a commit with those that follow within a moment, or that arrive during the commit before. */
export class OutcomeRecorder {
  readonly #options: RecorderOptions
  #last: Promise<void> = Promise.resolve()
  #next: { readonly attempted: Attempted[]; readonly recorded: Promise<void>; hurry(): void } | undefined

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  /**
   * Resolves when the outcome is stored or given up. Tokens of claims may be renewed meanwhile. Never throws.
   *
   * @param othersFollow within moments, so that this one waits for them
   */
  record(attempted: Attempted, othersFollow: boolean): Promise<void> {
    this.#next ??= this.#afterLast()
    this.#next.attempted.push(attempted)
    if (!othersFollow) this.#next.hurry()
    return this.#next.recorded
  }

  #afterLast() {
    const attempted: Attempted[] = []
    const { gatherMs, signal } = this.#options
    const gathering = new AbortController()
    const recorded = this.#last.then(async () => {
      await wait(gatherMs, undefined, { signal: AbortSignal.any([signal, gathering.signal]) }).catch(() => undefined)
      this.#next = undefined
      await recordUntilStored(attempted, this.#options)
    })
    this.#last = recorded
    return { attempted, recorded, hurry: () => gathering.abort() }
  }
}

/** Retries, because an unrecorded message would be sent again. */
async function recordUntilStored(attempted: readonly Attempted[], options: RecorderOptions): Promise<void> {
  const { database, clock, log, databasePauseMs, signal } = options
  const logEach = (level: 'warn' | 'error', those: readonly Attempted[], message: string, about = {}) => {
    for (const { claim, outcome } of those)
      log[level]({ outboxId: claim.id, result: outcome.result, ...about }, message)
  }
  for (let tries = 1; ; tries += 1) {
    const stopping = signal.aborted
    try {
      const lost = await recordOutcomes(database, attempted, clock.now())
      logEach('warn', lost, 'another worker took over this email')
      return
    } catch (err) {
      const isFault = !(err instanceof DatabaseUnavailable)
      if (isFault && attempted.length > 1) {
        // One of them may be at fault.
        await Promise.all(attempted.map((one) => recordUntilStored([one], options)))
        return
      }
      if (stopping || (isFault && tries >= maxTries)) {
        logEach('error', attempted, 'could not record the outcome of an email', { err })
        return
      }
      logEach('warn', attempted, 'could not record the outcome of an email, will retry', { err })
    }
    await wait(databasePauseMs, undefined, { ref: false, signal }).catch(() => undefined)
  }
}
