import { addMs, type Clock } from '#server/clock.ts'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import type { ClaimedMessage } from '#server/mail/messages/claimed-message.ts'
import type { MailLog, MailTransport } from '#server/mail/messages/message.ts'
import type { MailSettings } from '#server/mail/templates/render-message.ts'
import { PollTimer } from '#server/poll-timer.ts'
import { within } from '#server/within.ts'
import { ClockWatch } from './clock-watch.ts'
import { attemptDelivery } from './delivery-attempt.ts'
import { OutcomeRecorder } from './outcome-recorder.ts'
import { maxRetryDelayMs } from './retry-schedule.ts'
import { ServiceHealth } from './service-health.ts'
import { claimDueMessages, makeWaitingDue, type Outcome, repairTimes } from './store.ts'
import { type OutboxTimings, outboxTimings } from './timings.ts'

type OutboxWorkerOptions = {
  readonly database: Pick<Database, 'transaction' | 'read' | 'queries'>
  readonly transport: MailTransport
  readonly config: MailSettings
  readonly clock: Clock
  readonly log: MailLog
  readonly timings?: Partial<OutboxTimings>
  /** Milliseconds of a clock that is never set. */
  readonly monotonicMs?: () => number
}

/** Applies while the database does not respond. */
const maxReleaseMs = 500

type Claimed = ClaimedMessage & { claimToken: string }

/** Several workers and processes may share a database. */
export class OutboxWorker {
  readonly #options: OutboxWorkerOptions
  readonly #timings: OutboxTimings
  readonly #clockWatch: ClockWatch
  readonly #health: ServiceHealth
  readonly #timer = new PollTimer(() => this.wake())
  readonly #abort = new AbortController()
  readonly #recorder: OutcomeRecorder
  /** The outcomes of these messages may be unrecorded. */
  readonly #claimed = new Map<string, Claimed>()
  /** These are claimed, but not on their way yet. */
  readonly #waiting: Claimed[] = []
  #onTheirWay = 0
  readonly #deliveries = new Set<Promise<void>>()
  #lastClaim = Number.NEGATIVE_INFINITY
  #running = false
  #pollAgain = false
  #polling: Promise<void> | undefined
  #moreMayBeDue = false
  #repairDue = Number.NEGATIVE_INFINITY
  #accountPausedUntil = Number.NEGATIVE_INFINITY
  #stopped: Promise<void> | undefined

  constructor(options: OutboxWorkerOptions) {
    const { clock, monotonicMs = () => performance.now(), timings } = options
    this.#options = options
    this.#timings = { ...outboxTimings, ...timings }
    this.#clockWatch = new ClockWatch(clock, monotonicMs, this.#timings.leaseMs / 4)
    this.#health = new ServiceHealth(this.#timings.recoveryIntervalMs)
    const { databasePauseMs, gatherMs } = this.#timings
    this.#recorder = new OutcomeRecorder({ ...options, databasePauseMs, gatherMs, signal: this.#abort.signal })
  }

  start(): void {
    this.#running = true
    this.wake()
  }

  wake(): void {
    if (!this.#running) return
    this.#pollAgain = true
    this.#polling ??= this.#pollWhileAsked()
  }

  /** Until when this process sends nothing, since the mail service refuses every message. */
  pausedUntil(): Date | null {
    const leftMs = this.#accountPausedUntil - performance.now()
    return leftMs > 0 ? addMs(this.#options.clock.now(), leftMs) : null
  }

  /** Aborts deliveries after `graceMs`, releases their claims, and resolves within half a second. */
  stop(graceMs: number): Promise<void> {
    this.#stopped ??= this.#stop(graceMs)
    return this.#stopped
  }

  async #stop(graceMs: number): Promise<void> {
    this.#running = false
    this.#timer.clear()
    const idle = this.#idle()
    await within(graceMs, idle)
    this.#abort.abort()
    await within(maxReleaseMs, idle)
  }

  async #idle(): Promise<void> {
    await this.#polling
    while (this.#deliveries.size > 0) await Promise.all(this.#deliveries)
  }

  async #pollWhileAsked(): Promise<void> {
    while (this.#pollAgain && this.#running) {
      this.#pollAgain = false
      await this.#poll()
    }
    this.#polling = undefined
  }

  async #poll(): Promise<void> {
    const { database, log } = this.#options
    const { leaseMs, pollIntervalMs, databasePauseMs, maxClaimed } = this.#timings
    this.#timer.within(pollIntervalMs)
    const limit = maxClaimed - this.#claimed.size
    this.#moreMayBeDue = true
    const waitMs = Math.max(this.#timer.pauseLeft(), this.#gatherLeft())
    if (waitMs > 0) this.#timer.within(waitMs)
    if (limit <= 0 || waitMs > 0) return
    try {
      const now = await this.#reliableNow()
      const claimed = await claimDueMessages(database, { now, leaseMs, limit })
      this.#moreMayBeDue = claimed.length === limit
      this.#lastClaim = performance.now()
      this.#startDeliveries(claimed)
      // Some claims were renewals, or deliveries have ended.
      this.#pollAgain ||= this.#moreMayBeDue && this.#claimed.size < maxClaimed
    } catch (error) {
      const level = error instanceof DatabaseUnavailable ? 'warn' : 'error'
      log[level]({ err: error }, 'could not poll the outbox, will retry')
      this.#timer.pause(databasePauseMs)
    }
  }

  /** Messages that are queued while others are on their way share a claim. */
  #gatherLeft(): number {
    if (this.#claimed.size === 0) return 0
    return this.#lastClaim + this.#timings.gatherMs - performance.now()
  }

  /** Repairs stored times at startup, once per lease and after clock changes. */
  async #reliableNow(): Promise<Date> {
    const { database, log } = this.#options
    const { leaseMs, retry } = this.#timings
    let { now, change } = this.#clockWatch.read()
    if (change === 'none' && performance.now() < this.#repairDue) return now
    const maxDelayMs = maxRetryDelayMs(retry)
    do {
      if (change !== 'none') log.warn({ change }, 'system clock changed')
      // Sending must not wait for a repair that keeps failing.
      this.#repairDue = performance.now() + leaseMs
      await repairTimes(database, { now, leaseMs, maxDelayMs, leaptForward: change === 'forward' })
      // A claim by the time of before would look expired to other workers.
      ;({ now, change } = this.#clockWatch.read())
    } while (change !== 'none')
    return now
  }

  #startDeliveries(claimed: readonly Claimed[]): void {
    for (const message of claimed) {
      const inProgress = this.#claimed.get(message.id)
      // Its lease expired before its outcome was recorded.
      if (inProgress) inProgress.claimToken = message.claimToken
      else {
        this.#claimed.set(message.id, message)
        this.#waiting.push(message)
      }
    }
    this.#fillSlots()
  }

  #fillSlots(): void {
    while (this.#onTheirWay < this.#timings.concurrency) {
      const message = this.#waiting.shift()
      if (!message) return
      this.#onTheirWay += 1
      const delivery = this.#deliver(message).finally(() => {
        this.#deliveries.delete(delivery)
        if (this.#moreMayBeDue) this.wake()
      })
      this.#deliveries.add(delivery)
    }
  }

  async #deliver(message: Claimed): Promise<void> {
    try {
      const { outcome, recovered } = await this.#attemptAndRecord(message)
      if (recovered) await this.#recover()
      if (outcome.result === 'retry') this.#timer.within(outcome.delayMs)
    } catch (error) {
      this.#options.log.error({ err: error, outboxId: message.id }, 'unexpected error while delivering an email')
    }
  }

  async #attemptAndRecord(message: Claimed) {
    try {
      const { outcome, recovered } = await this.#attempt(message).finally(() => {
        this.#onTheirWay -= 1
        this.#fillSlots()
      })
      await this.#recorder.record({ claim: message, outcome }, this.#onTheirWay > 0)
      return { outcome, recovered }
    } finally {
      // From now on, another claim is not a renewal.
      this.#claimed.delete(message.id)
    }
  }

  async #attempt(message: Claimed): Promise<{ readonly outcome: Outcome; readonly recovered: boolean }> {
    // Claims that wait for a slot when the account is refused must wait with the others.
    const isPaused = performance.now() < this.#accountPausedUntil
    if (!this.#running || isPaused) return { outcome: { result: 'released' }, recovered: false }
    const { outcome, accountRefused, recovered } = await attemptDelivery(message, {
      ...this.#options,
      retry: this.#timings.retry,
      health: this.#health,
      signal: this.#abort.signal,
    })
    if (accountRefused) this.#pauseForAccount()
    return { outcome, recovered }
  }

  #pauseForAccount(): void {
    const { accountPauseMs } = this.#timings
    const alreadyPaused = this.#timer.pauseLeft() > 0
    this.#timer.pause(accountPauseMs)
    this.#accountPausedUntil = performance.now() + accountPauseMs
    if (alreadyPaused) return
    const pauseSeconds = accountPauseMs / 1000
    this.#options.log.error(
      { pauseSeconds },
      'the email service refuses all email: check its token or password, sender, and account',
    )
  }

  async #recover(): Promise<void> {
    const { database, clock, log } = this.#options
    try {
      const count = await makeWaitingDue(database, clock.now())
      if (count === 0) return
      log.info({ count }, 'the email service works again, sending the waiting emails')
      this.wake()
    } catch (error) {
      this.#health.failed()
      log.warn({ err: error }, 'could not make the waiting emails due')
    }
  }
}
