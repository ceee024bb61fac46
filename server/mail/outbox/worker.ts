import type { Clock } from '#server/clock.ts'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import type { ClaimedMessage } from '#server/database/queries/claimed-messages.ts'
import { PollTimer } from '#server/jobs/poll-timer.ts'
import type { MailLog, MailTransport } from '#server/mail/messages/message.ts'
import type { MailSettings } from '#server/mail/templates/render-message.ts'
import { within } from '#server/within.ts'
import { ClockWatch } from './clock-watch.ts'
import { attemptDelivery } from './delivery-attempt.ts'
import { OutcomeRecorder } from './outcome-recorder.ts'
import { maxRetryDelayMs } from './retry-schedule.ts'
import { ServiceHealth } from './service-health.ts'
import { claimDueMessages, makeWaitingDue, type Outcome, repairTimes } from './store.ts'
import { type OutboxTimings, outboxTimings } from './timings.ts'

type OutboxWorkerOptions = {
  readonly database: Pick<Database, 'transaction' | 'read' | 'queries' | 'outbox'>
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
  /** Outcomes may be unrecorded. */
  readonly #claimed = new Map<string, Claimed>()
  readonly #deliveries = new Set<Promise<void>>()
  #lastClaim = Number.NEGATIVE_INFINITY
  /** The last claim had several estimates, and more are likely to follow. */
  #othersFollow = false
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
    const { databasePauseMs } = this.#timings
    this.#recorder = new OutcomeRecorder({ ...options, databasePauseMs, signal: this.#abort.signal })
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
    await Promise.all(this.#deliveries)
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
    const { leaseMs, pollIntervalMs, databasePauseMs } = this.#timings
    this.#timer.within(pollIntervalMs)
    const { limit, maxAlone } = this.#capacity()
    this.#moreMayBeDue = true
    const waitMs = Math.max(this.#timer.pauseLeft(), this.#batchWaitLeft())
    if (waitMs > 0) this.#timer.within(waitMs)
    if (limit <= 0 || waitMs > 0) return
    try {
      const now = await this.#reliableNow()
      const claimed = await claimDueMessages(database, { now, leaseMs, limit, maxAlone })
      const alone = claimed.filter(isSentAlone).length
      this.#moreMayBeDue = claimed.length === limit || alone === maxAlone
      this.#lastClaim = performance.now()
      this.#othersFollow = !this.#moreMayBeDue && haveSeveralEstimates(claimed)
      this.#startDeliveries(claimed)
      // Some claims were renewals, or deliveries have ended.
      this.#pollAgain ||= this.#moreMayBeDue && this.#capacity().limit > 0
    } catch (error) {
      const level = error instanceof DatabaseUnavailable ? 'warn' : 'error'
      log[level]({ err: error }, 'could not poll the outbox, will retry')
      this.#timer.pause(databasePauseMs)
    }
  }

  /** One request is left to the messages that share it. */
  #capacity(): { readonly limit: number; readonly maxAlone: number } {
    const { concurrency, maxClaimed } = this.#timings
    const requests = concurrency - this.#deliveries.size
    return { limit: requests <= 0 ? 0 : maxClaimed - this.#claimed.size, maxAlone: requests - 1 }
  }

  /** Messages that are queued while others are on their way, or follow several others, share a request. */
  #batchWaitLeft(): number {
    if (this.#deliveries.size === 0 && !this.#othersFollow) return 0
    return this.#lastClaim + this.#timings.batchWaitMs - performance.now()
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
    const batch: Claimed[] = []
    for (const message of claimed) {
      const inProgress = this.#claimed.get(message.id)
      if (inProgress) {
        // Its lease expired before its outcome was recorded.
        inProgress.claimToken = message.claimToken
        continue
      }
      this.#claimed.set(message.id, message)
      if (isSentAlone(message)) this.#startDelivery([message])
      else batch.push(message)
    }
    if (batch.length > 0) this.#startDelivery(batch)
  }

  #startDelivery(messages: readonly Claimed[]): void {
    const delivery = this.#deliver(messages).finally(() => {
      this.#deliveries.delete(delivery)
      if (this.#moreMayBeDue) this.wake()
    })
    this.#deliveries.add(delivery)
  }

  async #deliver(messages: readonly Claimed[]): Promise<void> {
    try {
      const { outcomes, recovered } = await this.#attemptAndRecord(messages)
      if (recovered) await this.#recover()
      for (const outcome of outcomes) if (outcome.result === 'retry') this.#timer.within(outcome.delayMs)
    } catch (error) {
      const outboxIds = messages.map(({ id }) => id)
      this.#options.log.error({ err: error, outboxIds }, 'unexpected error while delivering emails')
    }
  }

  async #attemptAndRecord(messages: readonly Claimed[]) {
    try {
      const { outcomes, recovered } = await this.#attempt(messages)
      await this.#recorder.record(
        messages.map((claim, index) => ({ claim, outcome: outcomes[index] ?? { result: 'released' } })),
      )
      return { outcomes, recovered }
    } finally {
      // From now on, another claim is not a renewal.
      for (const { id } of messages) this.#claimed.delete(id)
    }
  }

  async #attempt(
    messages: readonly Claimed[],
  ): Promise<{ readonly outcomes: readonly Outcome[]; readonly recovered: boolean }> {
    if (!this.#running) return { outcomes: [], recovered: false }
    const { retry } = this.#timings
    const { outcomes, accountRefused, recovered } = await attemptDelivery(messages, {
      ...this.#options,
      retry,
      health: this.#health,
      signal: this.#abort.signal,
    })
    if (accountRefused) this.#pauseForAccount()
    return { outcomes, recovered }
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

/**
 * After a batch failed, its messages are retried alone, since one may be at fault. Preparing account emails takes
 * transactions, which for a batch could outlast its lease.
 */
function isSentAlone({ attempts, address }: ClaimedMessage): boolean {
  return attempts > 1 || address !== null
}

function haveSeveralEstimates(claimed: readonly Claimed[]): boolean {
  return new Set(claimed.flatMap(({ estimate }) => (estimate ? [estimate.id] : []))).size > 1
}
