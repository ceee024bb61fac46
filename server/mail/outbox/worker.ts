import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '#server/clock.ts'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import { PollTimer } from '#server/jobs/poll-timer.ts'
import type { MailLog, MailTransport } from '#server/mail/messages/message.ts'
import type { MailSettings } from '#server/mail/templates/render-message.ts'
import { ClockWatch } from './clock-watch.ts'
import { type AttemptedMessage, attemptDelivery } from './delivery-attempt.ts'
import { recordUntilStored } from './outcome-recorder.ts'
import { maxRetryDelayMs } from './retry-schedule.ts'
import { ServiceHealth } from './service-health.ts'
import { type ClaimedMessage, claimDueMessages, makeWaitingDue, type Outcome, repairTimes } from './store.ts'
import { type OutboxTimings, outboxTimings } from './timings.ts'

type OutboxWorkerOptions = {
  readonly database: Pick<Database, 'transaction'>
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

type Delivery = AttemptedMessage & { claimToken: string; done: Promise<void> }

/** Several workers and processes may share a database. */
export class OutboxWorker {
  readonly #options: OutboxWorkerOptions
  readonly #timings: OutboxTimings
  readonly #clockWatch: ClockWatch
  readonly #health: ServiceHealth
  readonly #timer = new PollTimer(() => this.wake())
  readonly #abort = new AbortController()
  readonly #deliveries = new Map<string, Delivery>()
  #running = false
  #pollAgain = false
  #polling: Promise<void> | undefined
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
    this.#pollAgain = true
    this.#polling ??= this.#pollWhileAsked()
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
    await Promise.all([...this.#deliveries.values()].map((delivery) => delivery.done))
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
    const { concurrency, leaseMs, pollIntervalMs, databasePauseMs } = this.#timings
    this.#timer.within(pollIntervalMs)
    const limit = concurrency - this.#deliveries.size
    this.#moreMayBeDue = limit <= 0
    const pauseLeft = this.#timer.pauseLeft()
    if (pauseLeft > 0) this.#timer.within(pauseLeft)
    if (limit <= 0 || pauseLeft > 0) return
    try {
      const now = await this.#reliableNow()
      const claimed = await claimDueMessages(database, { now, leaseMs, limit })
      this.#moreMayBeDue = claimed.length === limit
      for (const message of claimed) this.#startDelivery(message)
      // Some claims were renewals, or deliveries have ended.
      this.#pollAgain ||= this.#moreMayBeDue && this.#deliveries.size < concurrency
    } catch (error) {
      const level = error instanceof DatabaseUnavailable ? 'warn' : 'error'
      log[level]({ err: error }, 'could not poll the outbox, will retry')
      this.#timer.pause(databasePauseMs)
    }
  }

  /** Repairs stored times at startup, once per lease and after clock changes. */
  async #reliableNow(): Promise<Date> {
    const { database, log } = this.#options
    const { leaseMs, retry } = this.#timings
    const { now, change } = this.#clockWatch.read()
    if (change === 'none' && performance.now() < this.#repairDue) return now
    if (change !== 'none') log.warn({ change }, 'system clock changed')
    // Sending must not wait for a repair that keeps failing.
    this.#repairDue = performance.now() + leaseMs
    const maxDelayMs = maxRetryDelayMs(retry)
    await repairTimes(database, { now, leaseMs, maxDelayMs, leaptForward: change === 'forward' })
    return now
  }

  #startDelivery(message: ClaimedMessage): void {
    const inProgress = this.#deliveries.get(message.id)
    if (inProgress) {
      // Its lease expired before its outcome was recorded.
      inProgress.claimToken = message.claimToken
      return
    }
    const delivery: Delivery = { ...message, startedAt: performance.now(), done: Promise.resolve() }
    this.#deliveries.set(message.id, delivery)
    delivery.done = this.#deliver(delivery)
  }

  async #deliver(delivery: Delivery): Promise<void> {
    try {
      const outcome: Outcome = this.#running ? await this.#attempt(delivery) : { result: 'released' }
      const { databasePauseMs } = this.#timings
      await recordUntilStored(delivery, outcome, { ...this.#options, databasePauseMs, signal: this.#abort.signal })
      if (outcome.result === 'sent' && this.#health.succeeded(performance.now())) await this.#recover()
      if (outcome.result === 'retry') this.#timer.within(outcome.delayMs)
    } catch (error) {
      this.#options.log.error({ err: error, outboxId: delivery.id }, 'unexpected error while delivering an email')
    } finally {
      this.#deliveries.delete(delivery.id)
      if (this.#moreMayBeDue) this.wake()
    }
  }

  async #attempt(delivery: Delivery): Promise<Outcome> {
    const { retry } = this.#timings
    const { outcome, accountRefused } = await attemptDelivery(delivery, {
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
    const alreadyPaused = this.#timer.pauseLeft() > 0
    this.#timer.pause(accountPauseMs)
    if (alreadyPaused) return
    const pauseSeconds = accountPauseMs / 1000
    this.#options.log.error(
      { pauseSeconds },
      'the email service refuses all email: check its token, sender, and account',
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

async function within(ms: number, work: Promise<void>): Promise<void> {
  const settled = new AbortController()
  const limit = wait(ms, undefined, { signal: settled.signal }).catch(() => undefined)
  await Promise.race([work, limit]).finally(() => settled.abort())
}
