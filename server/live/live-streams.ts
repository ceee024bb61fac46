import type { FastifyBaseLogger } from 'fastify'
import type { Committed } from '#server/database/client/committed.ts'
import { DatabaseUnavailable } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { PollTimer } from '#server/mail/look-schedule.ts'
import type { ChangedEstimates } from '#shared/estimates/live-changes.ts'
import { LiveStream } from './live-stream.ts'

/** Browsers open six connections to a server without HTTP/2, and pages need some for their calls. */
export const maxStreamsPerSession = 4
/** Per process. Each takes about 0.1 MB. */
const maxStreams = 500

/** Between checks of the sessions, since other processes may end them without a notification. */
const checkMs = 1_000

type LiveStreamsOptions = {
  /**
   * @returns an error for each of the sessions that may not listen
   * @throws {DatabaseUnavailable}
   */
  findRefused(sessionIds: readonly string[]): Promise<ReadonlyMap<string, AppError>>
  readonly log: FastifyBaseLogger
}

/** The streams of this process. */
export class LiveStreams {
  readonly #streams = new Set<LiveStream>()
  readonly #options: LiveStreamsOptions
  readonly #schedule = new PollTimer(() => void this.check())
  /** The current check or the last one. */
  #running: Promise<unknown> = Promise.resolve()
  /** Has not begun yet. */
  #next: Promise<boolean> | undefined
  #closed = false

  constructor(options: LiveStreamsOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#streams.size
  }

  /**
   * @param signal aborts when the client disconnects
   * @throws {AppError} `too_many`, or `unavailable` while the server stops
   */
  open(sessionId: string, signal: AbortSignal): LiveStream {
    if (this.#closed) throw new AppError('unavailable', 'The server is about to restart.')
    const ofSession = [...this.#streams].filter((stream) => stream.sessionId === sessionId).length
    if (ofSession >= maxStreamsPerSession || this.#streams.size >= maxStreams)
      throw new AppError('too_many', 'This page is open too often to follow every change at once.', {
        retryAfterSeconds: 60,
      })
    const stream = new LiveStream(sessionId)
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
    if (all || created.length + changed.length > 0) for (const stream of this.#streams) stream.add(committed)
  }

  /**
   * Waits for changes and takes them.
   *
   * @returns undefined after the end
   * @throws the error that the stream ended with
   */
  async next(stream: LiveStream): Promise<ChangedEstimates | undefined> {
    await stream.ready()
    return await this.handOver(stream)
  }

  /** Takes the changes. Checks the session right before, so that an ended one gets no id. */
  async handOver(stream: LiveStream): Promise<ChangedEstimates | undefined> {
    while (!stream.hasEnded && !(await this.check())) await stream.pause(checkMs)
    return stream.take()
  }

  /**
   * Ends the streams of sessions that may no longer listen. Concurrent callers share one check, which begins after they
   * called.
   *
   * @returns false when the database is unavailable
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
