import type { FastifyBaseLogger } from 'fastify'
import type { Committed } from '#server/database/client/committed.ts'
import { DatabaseUnavailable } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { PollTimer } from '#server/mail/look-schedule.ts'
import type { ChangedEstimates } from '#shared/estimates/live-changes.ts'
import { LiveStream } from './live-stream.ts'

/** Browsers open six connections at a time to a server without HTTP/2; pages need some of them for their calls. */
export const maxStreamsPerSession = 4
/** Of this process. Each takes about a tenth of a megabyte. */
const maxStreams = 500

/** How often it is looked at whether those who listen still may: other processes may end sessions without a word. */
const checkMs = 1_000

type LiveStreamsOptions = {
  /**
   * Looks at all of these sessions at once.
   *
   * @returns those that may not listen, or not any more, each with what its pages are told
   * @throws {DatabaseUnavailable}
   */
  findRefused(sessionIds: readonly string[]): Promise<ReadonlyMap<string, AppError>>
  readonly log: FastifyBaseLogger
}

/** The pages of the staff that are open at this process and told of what happens. */
export class LiveStreams {
  readonly #streams = new Set<LiveStream>()
  readonly #options: LiveStreamsOptions
  readonly #schedule = new PollTimer(() => void this.check())
  /** The check that runs, or the last one. */
  #running: Promise<unknown> = Promise.resolve()
  /** The check that has not begun yet. */
  #next: Promise<boolean> | undefined
  #closed = false

  constructor(options: LiveStreamsOptions) {
    this.#options = options
  }

  /** How many are open. */
  get size(): number {
    return this.#streams.size
  }

  /**
   * Begins to gather changes for a page.
   *
   * @param signal says that the page has gone
   * @throws {AppError} `too_many`; `unavailable` while the server stops
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

  /** Passes on what was committed. */
  tell(done: Committed): void {
    if (done.people) void this.check()
    if (done.all || done.created.length + done.changed.length > 0) for (const stream of this.#streams) stream.add(done)
  }

  /**
   * Waits for changes and hands them over.
   *
   * @returns undefined when the stream has ended
   * @throws what it was ended with
   */
  async next(stream: LiveStream): Promise<ChangedEstimates | undefined> {
    await stream.ready()
    return await this.handOver(stream)
  }

  /** The same without waiting for changes. The session is looked at right before: no id goes to one that is over. */
  async handOver(stream: LiveStream): Promise<ChangedEstimates | undefined> {
    while (!stream.hasEnded && !(await this.check())) await stream.pause(checkMs)
    return stream.take()
  }

  /**
   * Ends the streams of sessions that may not listen any more. All who ask at the same time share one look, which
   * begins after they asked.
   *
   * @returns false when the database could not be asked: then nothing is known of any session
   */
  check(): Promise<boolean> {
    this.#next ??= this.#running.then(async () => {
      await new Promise((resolve) => setImmediate(resolve))
      this.#next = undefined
      const look = this.#endRefused()
      this.#running = look
      return await look
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
      // A database that is away says nothing about the sessions.
      if (error instanceof DatabaseUnavailable) return false
      this.#options.log.error({ err: error }, 'sessions could not be checked')
      for (const stream of this.#streams) stream.end(error)
      return true
    } finally {
      if (this.#streams.size > 0 && !this.#closed) this.#schedule.within(checkMs)
    }
  }

  /** Ends all, for good. */
  close(): void {
    this.#closed = true
    this.#schedule.clear()
    for (const stream of this.#streams) stream.end()
  }
}
