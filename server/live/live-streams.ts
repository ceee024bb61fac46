import type { FastifyBaseLogger } from 'fastify'
import type { Committed } from '#server/database/committed.ts'
import { DatabaseUnavailable } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { LookSchedule } from '#server/mail/look-schedule.ts'
import { LiveStream } from './live-stream.ts'

/** Browsers open six connections at a time to a server without HTTP/2; pages need some of them for their calls. */
export const mostStreamsPerSession = 4
/** Of this process. Each takes about a tenth of a megabyte. */
const mostStreams = 500

/** How often it is looked at whether those who listen still may. */
const checkMs = 15_000

type LiveStreamsOptions = {
  /** Throws an {@link AppError} where a session may not listen, or not any more. */
  assertMayListen(sessionId: string): Promise<void>
  readonly log: FastifyBaseLogger
}

/** The pages of the staff that are open at this process and told of what happens. */
export class LiveStreams {
  readonly #streams = new Set<LiveStream>()
  readonly #options: LiveStreamsOptions
  readonly #schedule = new LookSchedule(() => void this.check())
  #checking = false
  #checkAgain = false
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
    if (ofSession >= mostStreamsPerSession || this.#streams.size >= mostStreams)
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

  /** Ends the streams of sessions that may not listen any more. */
  async check(): Promise<void> {
    this.#checkAgain = true
    if (this.#checking) return
    this.#checking = true
    while (this.#checkAgain) {
      this.#checkAgain = false
      for (const id of new Set([...this.#streams].map(({ sessionId }) => sessionId))) await this.#checkSession(id)
    }
    this.#checking = false
    if (this.#streams.size > 0 && !this.#closed) this.#schedule.within(checkMs)
  }

  async #checkSession(id: string): Promise<void> {
    try {
      await this.#options.assertMayListen(id)
    } catch (error) {
      // A database that is away says nothing about the session; there is nothing to be told of, either.
      if (error instanceof DatabaseUnavailable) return
      if (!(error instanceof AppError)) this.#options.log.error({ err: error }, 'a session could not be checked')
      for (const stream of this.#streams) if (stream.sessionId === id) stream.end(error)
    }
  }

  /** Ends all, for good. */
  close(): void {
    this.#closed = true
    this.#schedule.clear()
    for (const stream of this.#streams) stream.end()
  }
}
