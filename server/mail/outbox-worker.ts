import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '#server/clock.ts'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import { ClockWatch } from './clock-watch.ts'
import { type AttemptedMessage, attemptDelivery } from './delivery-attempt.ts'
import { PollTimer } from './look-schedule.ts'
import type { MailLog, MailTransport } from './message.ts'
import { type ClaimedMessage, claimDueMessages, makeWaitingDue, type Outcome, repairTimes } from './outbox-store.ts'
import { type OutboxTimings, outboxTimings } from './outbox-timings.ts'
import { recordUntilStored } from './outcome-recorder.ts'
import { longestRetryDelayMs } from './retry-schedule.ts'
import { ServiceHealth } from './service-health.ts'
import type { MailSettings } from './templates/render-message.ts'

type OutboxWorkerOptions = {
  readonly database: Pick<Database, 'transaction'>
  readonly transport: MailTransport
  readonly config: MailSettings
  readonly clock: Clock
  readonly log: MailLog
  readonly timings?: Partial<OutboxTimings>
  /** Milliseconds from a clock that nobody sets, to notice when somebody sets `clock`. */
  readonly monotonicMs?: () => number
}

/** Sends what waits in the outbox. */
export type OutboxWorker = {
  start(): void
  /** Looks for due messages now instead of at the next poll; cheap to call often. */
  wake(): void
  /**
   * Claims nothing more, gives messages on their way `graceMs` to arrive, then aborts them and gives their claims back.
   * Resolves at most half a second after that time.
   */
  stop(graceMs: number): Promise<void>
}

/** Makes a worker; any number of them, in any number of processes, may share a database. */
export function createOutboxWorker(options: OutboxWorkerOptions): OutboxWorker {
  return new Outbox(options)
}

/** Giving claims back takes a moment when the database works, and has no end when it does not. */
const releaseLimitMs = 500

type Flight = AttemptedMessage & { claimToken: string; landed: Promise<void> }

class Outbox implements OutboxWorker {
  readonly #options: OutboxWorkerOptions
  readonly #timings: OutboxTimings
  readonly #clockWatch: ClockWatch
  readonly #health: ServiceHealth
  readonly #schedule = new PollTimer(() => this.wake())
  readonly #abort = new AbortController()
  readonly #flights = new Map<string, Flight>()
  #running = false
  #lookAgain = false
  #looking: Promise<void> | undefined
  #moreMayBeDue = false
  #repairDue = Number.NEGATIVE_INFINITY
  #stopped: Promise<void> | undefined

  constructor(options: OutboxWorkerOptions) {
    const { clock, monotonicMs = () => performance.now(), timings } = options
    this.#options = options
    this.#timings = { ...outboxTimings, ...timings }
    this.#clockWatch = new ClockWatch(clock, monotonicMs, this.#timings.leaseMs / 4)
    this.#health = new ServiceHealth(this.#timings.recoveryIntervalMs)
  }

  start(): void {
    this.#running = true
    this.wake()
  }

  wake(): void {
    if (!this.#running) return
    this.#lookAgain = true
    this.#looking ??= this.#lookWhileAsked()
  }

  stop(graceMs: number): Promise<void> {
    this.#stopped ??= this.#stop(graceMs)
    return this.#stopped
  }

  async #stop(graceMs: number): Promise<void> {
    this.#running = false
    this.#schedule.clear()
    const idle = this.#idle()
    await within(graceMs, idle)
    this.#abort.abort()
    await within(releaseLimitMs, idle)
  }

  async #idle(): Promise<void> {
    await this.#looking
    await Promise.all([...this.#flights.values()].map((flight) => flight.landed))
  }

  async #lookWhileAsked(): Promise<void> {
    while (this.#lookAgain && this.#running) {
      this.#lookAgain = false
      await this.#look()
    }
    this.#looking = undefined
  }

  async #look(): Promise<void> {
    const { database, log } = this.#options
    const { concurrency, leaseMs, pollIntervalMs, databasePauseMs } = this.#timings
    this.#schedule.within(pollIntervalMs)
    const limit = concurrency - this.#flights.size
    this.#moreMayBeDue = limit <= 0
    const pauseLeft = this.#schedule.pauseLeft()
    if (pauseLeft > 0) this.#schedule.within(pauseLeft)
    if (limit <= 0 || pauseLeft > 0) return
    try {
      const now = await this.#trustworthyNow()
      const claimed = await claimDueMessages(database, { now, leaseMs, limit })
      this.#moreMayBeDue = claimed.length === limit
      for (const message of claimed) this.#take(message)
      // Some were on their way already, or others have landed meanwhile.
      this.#lookAgain ||= this.#moreMayBeDue && this.#flights.size < concurrency
    } catch (error) {
      // The next look does what this one could not.
      const level = error instanceof DatabaseUnavailable ? 'warn' : 'error'
      log[level]({ err: error }, 'could not look for e-mails to send')
      this.#schedule.pause(databasePauseMs)
    }
  }

  /**
   * The time to claim by. Before it is handed out, at the start, now and then and whenever the clock was set, the times
   * in the database are put right; a leap after that is for the next look to notice.
   */
  async #trustworthyNow(): Promise<Date> {
    const { database, log } = this.#options
    const { leaseMs, retry } = this.#timings
    const { now, change } = this.#clockWatch.read()
    if (change === 'none' && performance.now() < this.#repairDue) return now
    if (change !== 'none') log.warn({ change }, 'the clock was set')
    // Also when it fails: what it repairs is rare, and sending must not wait for it.
    this.#repairDue = performance.now() + leaseMs
    const maxDelayMs = longestRetryDelayMs(retry)
    await repairTimes(database, { now, leaseMs, maxDelayMs, leaptForward: change === 'forward' })
    return now
  }

  #take(message: ClaimedMessage): void {
    const onItsWay = this.#flights.get(message.id)
    if (onItsWay) {
      // Its lease ran out before its outcome could be recorded. The new claim is ours too.
      onItsWay.claimToken = message.claimToken
      return
    }
    const flight: Flight = { ...message, startedAt: performance.now(), landed: Promise.resolve() }
    this.#flights.set(message.id, flight)
    flight.landed = this.#fly(flight)
  }

  async #fly(flight: Flight): Promise<void> {
    try {
      const outcome: Outcome = this.#running ? await this.#attempt(flight) : { result: 'released' }
      const { databasePauseMs } = this.#timings
      await recordUntilStored(flight, outcome, { ...this.#options, databasePauseMs, signal: this.#abort.signal })
      if (outcome.result === 'sent' && this.#health.succeeded(performance.now())) await this.#recover()
      if (outcome.result === 'retry') this.#schedule.within(outcome.delayMs)
    } catch (error) {
      this.#options.log.error({ err: error, outboxId: flight.id }, 'an e-mail could not be dealt with')
    } finally {
      this.#flights.delete(flight.id)
      if (this.#moreMayBeDue) this.wake()
    }
  }

  async #attempt(flight: Flight): Promise<Outcome> {
    const { retry } = this.#timings
    const { outcome, accountRefused } = await attemptDelivery(flight, {
      ...this.#options,
      retry,
      health: this.#health,
      signal: this.#abort.signal,
    })
    if (accountRefused) this.#pauseForAccount()
    return outcome
  }

  #pauseForAccount(): void {
    const { accountPauseMs } = this.#timings
    const alreadyPaused = this.#schedule.pauseLeft() > 0
    this.#schedule.pause(accountPauseMs)
    if (alreadyPaused) return
    const pauseSeconds = accountPauseMs / 1000
    this.#options.log.error(
      { pauseSeconds },
      'the mail service refuses all e-mails: check its token, sender and account',
    )
  }

  async #recover(): Promise<void> {
    const { database, clock, log } = this.#options
    try {
      const count = await makeWaitingDue(database, clock.now())
      if (count === 0) return
      log.info({ count }, 'e-mails go out again')
      this.wake()
    } catch (error) {
      this.#health.failed()
      log.warn({ err: error }, 'e-mails that wait could not be brought forward')
    }
  }
}

/** Waits for some work, but not longer than so many milliseconds. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  const settled = new AbortController()
  const limit = wait(ms, undefined, { signal: settled.signal }).catch(() => undefined)
  await Promise.race([work, limit]).finally(() => settled.abort())
}
