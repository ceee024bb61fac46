import type { BaseLogger } from 'pino'
import { addMs, type Clock } from '#server/clock.ts'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import { PollTimer } from '#server/poll-timer.ts'
import { within } from '#server/within.ts'
import { hourMs, minuteMs } from '#shared/durations.ts'
import { preparePush } from './prepare-push.ts'
import { type PushResult, type PushSettings, sendPush } from './send-push.ts'

/** Later, nobody wants to be woken by it. */
const lifetimeMs = hourMs

export type PushTimings = {
  /** A service that does not respond holds this many until their timeouts. */
  readonly concurrency: number
  readonly timeoutMs: number
  /** It must exceed an attempt and its recording, or notifications are sent twice. */
  readonly leaseMs: number
  readonly pollIntervalMs: number
  readonly firstDelayMs: number
}

/** Applies while the database does not respond. */
const maxReleaseMs = 500

/** Those that end within this time are recorded together. */
const gatherMs = 50

const pushTimings: PushTimings = {
  concurrency: 64,
  timeoutMs: 10_000,
  leaseMs: minuteMs,
  pollIntervalMs: 3_000,
  firstDelayMs: 10_000,
}

type PushWorkerOptions = {
  readonly database: Pick<Database, 'read' | 'queries' | 'transaction'>
  readonly settings: PushSettings
  readonly clock: Clock
  readonly log: Pick<BaseLogger, 'info' | 'warn' | 'error'>
  readonly timings?: Partial<PushTimings>
}

const select = {
  ...{ id: true, nudgeId: true, createdAt: true, attempts: true },
  subscription: { select: { endpoint: true, p256dh: true, auth: true, showNames: true } },
} as const

/** `obsolete`: there is nothing to say any more, or it is too late. */
type Result = PushResult | { readonly result: 'obsolete' }

/** What nudges say, by their ids and whether names show: several devices may be told the same. */
type PreparedPushes = Map<string, ReturnType<typeof preparePush>>

type Claimed = Awaited<ReturnType<PushWorker['claim']>>[number]

/** Several workers and processes may share a database. */
export class PushWorker {
  readonly #options: PushWorkerOptions
  readonly #timings: PushTimings
  readonly #timer = new PollTimer(() => this.#poll())
  readonly #abort = new AbortController()
  readonly #sending = new Set<Promise<void>>()
  /** They are not recorded yet. */
  readonly #outcomes: { readonly message: Claimed; readonly result: Result }[] = []
  #running = false
  #polling: Promise<void> | undefined
  /** Something came up during a poll, which may have missed it. */
  #isStale = false

  constructor(options: PushWorkerOptions) {
    this.#options = options
    this.#timings = { ...pushTimings, ...options.timings }
  }

  start(): void {
    this.#running = true
    this.#poll()
  }

  /** Something may be due. */
  wake(): void {
    this.#poll()
  }

  /** Aborts attempts after `graceMs`, whose notifications any process may send then. */
  async stop(graceMs: number): Promise<void> {
    this.#running = false
    this.#timer.clear()
    const idle = this.#idle()
    await within(graceMs, idle)
    this.#abort.abort()
    await within(maxReleaseMs, idle)
  }

  async #idle(): Promise<void> {
    await this.#polling
    await Promise.all(this.#sending)
    await this.#sendDue()
  }

  #poll(): void {
    this.#isStale = this.#polling !== undefined
    if (!this.#running || this.#polling) return
    this.#polling = this.#sendDue().finally(() => {
      this.#polling = undefined
      if (this.#isStale) this.#poll()
    })
  }

  /** Records what became of the last ones first. It is tried until it is stored, since they would be sent again. */
  async #sendDue(): Promise<void> {
    const { concurrency, pollIntervalMs } = this.#timings
    try {
      await this.#recordOutcomes()
      const free = concurrency - this.#sending.size
      const claimed = free > 0 && this.#running ? await this.claim(free) : []
      const prepared: PreparedPushes = new Map()
      for (const message of claimed) {
        const sending = this.#attempt(message, prepared).then((result) => {
          this.#outcomes.push({ message, result })
          this.#sending.delete(sending)
          this.#timer.within(gatherMs)
        })
        this.#sending.add(sending)
      }
    } catch (error) {
      const level = error instanceof DatabaseUnavailable ? 'warn' : 'error'
      this.#options.log[level]({ err: error }, 'could not read or record what devices are notified of, will retry')
    }
    if (this.#running) this.#timer.within(pollIntervalMs)
  }

  /** Claims those that are due, at first those never tried, so that browsers which are gone hold up nobody. */
  async claim(limit: number) {
    const { database, clock } = this.#options
    const now = clock.now()
    const due = { nextAttemptAt: { lte: now } }
    if (!(await database.read.pushMessage.findFirst({ where: due, select: { id: true } }))) return []
    return await database.transaction(async ({ pushMessage }, statements) => {
      await statements.lock(['push messages'])
      const orderBy = [{ attempts: 'asc' }, { nextAttemptAt: 'asc' }] as const
      const claimed = await pushMessage.findMany({ where: due, orderBy: [...orderBy], take: limit, select })
      const nextAttemptAt = addMs(now, this.#timings.leaseMs)
      const where = { id: { in: claimed.map(({ id }) => id) } }
      await pushMessage.updateMany({ where, data: { attempts: { increment: 1 }, nextAttemptAt } })
      return claimed.map((message) => ({ ...message, attempts: message.attempts + 1 }))
    })
  }

  /** Never throws. */
  async #attempt({ nudgeId, createdAt, subscription }: Claimed, prepared: PreparedPushes): Promise<Result> {
    const { database, settings, clock } = this.#options
    const now = clock.now()
    const ttlSeconds = Math.floor((lifetimeMs - (now.getTime() - createdAt.getTime())) / 1000)
    if (ttlSeconds <= 0) return { result: 'obsolete' }
    const { showNames } = subscription
    const key = `${nudgeId} ${showNames}`
    const preparing = prepared.get(key) ?? preparePush(database, { nudgeId, showNames }, now)
    prepared.set(key, preparing)
    try {
      const push = await preparing
      if (!push) return { result: 'obsolete' }
      const { signal } = this.#abort
      const { timeoutMs } = this.#timings
      return await sendPush(subscription, push.content, settings, {
        ttlSeconds,
        urgency: push.urgency,
        signal,
        timeoutMs,
      })
    } catch (error) {
      this.#options.log.warn({ err: error }, 'could not read what a notification says')
      return { result: 'failed', reason: 'not read' }
    }
  }

  async #recordOutcomes(): Promise<void> {
    const { database, clock, log } = this.#options
    const outcomes = this.#outcomes.slice()
    if (outcomes.length === 0) return
    const now = clock.now()
    const isStopped = this.#abort.signal.aborted
    await database.transaction(async ({ pushMessage, pushSubscription }) => {
      const gone = outcomes.filter(({ result }) => result.result === 'gone')
      // The browser may have subscribed anew meanwhile, and then gets what the old address did not.
      const endpoints = gone.map(({ message }) => message.subscription.endpoint)
      await pushSubscription.deleteMany({ where: { endpoint: { in: endpoints } } })
      const done = outcomes.filter(({ result }) => result.result === 'sent' || result.result === 'obsolete')
      await pushMessage.deleteMany({ where: { id: { in: done.map(({ message }) => message.id) } } })
      for (const { message, result } of outcomes) {
        if (result.result !== 'failed') continue
        const { id, attempts } = message
        const data = { nextAttemptAt: addMs(now, isStopped ? 0 : this.#delayMs(attempts, result.retryAfterMs)) }
        // Another worker may have taken it over.
        await pushMessage.updateMany({ where: { id, attempts }, data })
      }
    })
    this.#outcomes.splice(0, outcomes.length)
    for (const { message, result } of outcomes) {
      const about = { pushId: message.id, attempts: message.attempts }
      if (result.result === 'sent') log.info(about, 'device notified')
      if (result.result === 'gone') log.info(about, 'a browser no longer takes notifications')
      if (result.result === 'failed' && !isStopped)
        log.warn({ ...about, reason: result.reason }, 'device not notified, will retry within the hour')
    }
  }

  #delayMs(attempts: number, retryAfterMs = 0): number {
    return Math.min(lifetimeMs, Math.max(retryAfterMs, this.#timings.firstDelayMs * 2 ** Math.min(attempts - 1, 6)))
  }
}
