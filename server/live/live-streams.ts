import type { FastifyBaseLogger } from 'fastify'
import type { Committed } from '#server/database/client/committed.ts'
import { DatabaseUnavailable } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { PollTimer } from '#server/poll-timer.ts'
import type { ChangedEstimates } from '#shared/estimates/live-changes.ts'
import { type LiveSession, LiveStream } from './live-stream.ts'

/** Without HTTP/2, browsers open six connections, and pages need some for calls. */
export const maxStreamsPerSession = 4
/** This is enough for five browsers, or for more with fewer pages each. One account must not take the places of all. */
const maxStreamsPerAccount = 20
/** The limit of a process. Each stream takes about 0.1 MB. */
const maxStreams = 500

/** Other processes may end sessions without a notification. */
const checkMs = 1_000

type LiveStreamsOptions = {
  /** @throws {DatabaseUnavailable} */
  findRefused(sessionIds: readonly string[]): Promise<ReadonlyMap<string, AppError>>
  readonly log: FastifyBaseLogger
}

export class LiveStreams {
  readonly #streams = new Set<LiveStream>()
  readonly #options: LiveStreamsOptions
  readonly #schedule = new PollTimer(() => void this.check())
  #running: Promise<unknown> = Promise.resolve()
  #next: Promise<boolean> | undefined
  #closed = false

  constructor(options: LiveStreamsOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#streams.size
  }

  /** @throws {AppError} `too_many`, or `unavailable` while the server stops */
  open(session: LiveSession, signal: AbortSignal): LiveStream {
    if (this.#closed) throw new AppError('unavailable', 'The server is about to restart.')
    const ofAccount = [...this.#streams].filter(({ userId }) => userId === session.user.id)
    const ofSession = ofAccount.filter(({ sessionId }) => sessionId === session.id)
    if (
      ofSession.length >= maxStreamsPerSession ||
      ofAccount.length >= maxStreamsPerAccount ||
      this.#streams.size >= maxStreams
    )
      throw new AppError('too_many', 'Too many pages are open to follow every change at once.', {
        retryAfterSeconds: 60,
      })
    const stream = new LiveStream(session)
    this.#streams.add(stream)
    this.#schedule.within(checkMs)
    signal.addEventListener('abort', () => this.leave(stream), { once: true })
    if (signal.aborted) this.leave(stream)
    return stream
  }

  leave(stream: LiveStream): void {
    stream.end()
    this.#streams.delete(stream)
  }

  notify(committed: Committed): void {
    const { people, all, created, changed } = committed
    if (people) void this.check()
    if (all || people || created.length + changed.length > 0) for (const stream of this.#streams) stream.add(committed)
  }

  /** Returns and throws like {@link LiveStream.take}. */
  async next(stream: LiveStream): Promise<ChangedEstimates | undefined> {
    await stream.ready()
    return await this.handOver(stream)
  }

  /** Checks first: an ended session gets no id. */
  async handOver(stream: LiveStream): Promise<ChangedEstimates | undefined> {
    while (!stream.hasEnded && !(await this.check())) await stream.pause(checkMs)
    return stream.take()
  }

  /**
   * Concurrent callers share one check, which begins after their calls.
   *
   * @returns false without the database
   */
  check(): Promise<boolean> {
    this.#next ??= this.#running.then(async () => {
      await new Promise((resolve) => setImmediate(resolve))
      this.#next = undefined
      const check = this.#endRefused()
      this.#running = check
      return await check
    })
    return this.#next
  }

  async #endRefused(): Promise<boolean> {
    try {
      const refused = await this.#options.findRefused([
        ...new Set([...this.#streams].map(({ sessionId }) => sessionId)),
      ])
      for (const stream of this.#streams) {
        const error = refused.get(stream.sessionId)
        if (error) stream.end(error)
      }
      return true
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return false
      this.#options.log.error({ err: error }, 'sessions could not be checked')
      for (const stream of this.#streams) stream.end(error)
      return true
    } finally {
      if (this.#streams.size > 0 && !this.#closed) this.#schedule.within(checkMs)
    }
  }

  close(): void {
    this.#closed = true
    this.#schedule.clear()
    for (const stream of this.#streams) stream.end()
  }
}
