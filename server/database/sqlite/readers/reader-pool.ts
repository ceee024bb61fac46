import type { Logger } from 'pino'
import { databaseError } from '#server/database/client/unavailable.ts'
import { type DatabaseLoad, DatabaseUnavailable } from '#server/database/database.ts'
import type { Query } from '#server/database/queries/query.ts'
import { Reader } from './reader.ts'

export type ReaderLimits = {
  /** All but one may do long reads. */
  readonly maxReaders: number
  /** Another process costs more than a short wait. */
  readonly growAfterMs: number
  readonly maxReadMs: number
  /** For a process. */
  readonly maxWaitMs: number
  readonly idleMs: number
}

export const standardLimits: ReaderLimits = {
  maxReaders: 3,
  growAfterMs: 25,
  maxReadMs: 5_000,
  maxWaitMs: 10_000,
  idleMs: 60_000,
}

/** `long` reads grow with the number of estimates, not of results. */
export type ReadLength = 'page' | 'long'

type QueuedRead = { readonly length: ReadLength; begin(reader: Reader): void; refuse(error: Error): void }

/** Starts processes for reads when they are needed, and ends idle ones. */
export class ReaderPool {
  readonly #path: string
  readonly #log: Logger
  readonly #limits: ReaderLimits
  readonly #readers = new Set<Reader>()
  /** With the timer that ends each. */
  readonly #idle = new Map<Reader, NodeJS.Timeout>()
  readonly #queue = new Set<QueuedRead>()
  #longReads = 0
  #starting = 0
  #lost = 0
  #growTimer: NodeJS.Timeout | undefined
  #closed = false

  constructor(path: string, log: Logger, limits: ReaderLimits) {
    this.#path = path
    this.#log = log
    this.#limits = limits
  }

  /** @throws {DatabaseUnavailable} also when the read takes too long or its process ends */
  async run<Row>(query: Query, length: ReadLength): Promise<Row[]> {
    const reader = await this.#turn(length)
    try {
      return await reader.read<Row>(query, this.#limits.maxReadMs)
    } catch (error) {
      throw databaseError(error)
    } finally {
      if (length === 'long') this.#longReads -= 1
      this.#release(reader)
    }
  }

  load(): DatabaseLoad {
    return { waiting: this.#queue.size, readers: { running: this.#readers.size, lost: this.#lost } }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#growTimer)
    this.#refuseAll(new DatabaseUnavailable('The database is closed'))
    await Promise.all([...this.#readers].map((reader) => this.#end(reader)))
  }

  #turn(length: ReadLength): Promise<Reader> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw new DatabaseUnavailable('The database is closed')
      const leave = () => {
        clearTimeout(timer)
        this.#queue.delete(read)
      }
      const read: QueuedRead = {
        length,
        begin(reader) {
          leave()
          resolve(reader)
        },
        refuse(error) {
          leave()
          reject(error)
        },
      }
      const timer = setTimeout(
        () => read.refuse(new DatabaseUnavailable('Too many reads wait')),
        this.#limits.maxWaitMs,
      )
      this.#queue.add(read)
      this.#dispatch()
    })
  }

  #dispatch(): void {
    for (const read of this.#queue) {
      if (read.length === 'long' && this.#longReads >= this.#limits.maxReaders - 1) continue
      // The latest, so that the others become superfluous.
      const idle = [...this.#idle].at(-1)
      if (!idle) {
        this.#grow()
        return
      }
      const [reader, timer] = idle
      clearTimeout(timer)
      this.#idle.delete(reader)
      if (read.length === 'long') this.#longReads += 1
      read.begin(reader)
    }
  }

  #grow(): void {
    if (this.#starting > 0 || this.#growTimer || this.#readers.size >= this.#limits.maxReaders) return
    if (this.#readers.size === 0) {
      this.#start()
      return
    }
    this.#growTimer = setTimeout(() => {
      this.#growTimer = undefined
      if (this.#queue.size > 0 && this.#idle.size === 0) this.#start()
    }, this.#limits.growAfterMs)
  }

  #start(): void {
    let reader: Reader
    try {
      reader = new Reader(this.#path)
    } catch (cause) {
      this.#refuseAll(new DatabaseUnavailable('A reading process could not start', { cause }))
      return
    }
    this.#readers.add(reader)
    this.#starting += 1
    this.#log.debug({ reader: reader.pid }, 'a reading process has started')
    void reader.ended.then((reason) => this.#forget(reader, reason))
    reader.ready
      .finally(() => {
        this.#starting -= 1
      })
      .then(
        () => this.#release(reader),
        // The next process would hardly start either.
        (error: Error) => this.#refuseAll(error),
      )
  }

  #refuseAll(error: Error): void {
    for (const read of this.#queue) read.refuse(error)
  }

  #release(reader: Reader): void {
    if (!reader.isEnding)
      this.#idle.set(
        reader,
        setTimeout(() => void this.#end(reader), this.#limits.idleMs),
      )
    // The turn of a long read is free, even if its process has ended.
    this.#dispatch()
  }

  async #end(reader: Reader): Promise<void> {
    clearTimeout(this.#idle.get(reader))
    this.#idle.delete(reader)
    this.#readers.delete(reader)
    await reader.end()
  }

  #forget(reader: Reader, reason: string): void {
    const isExpected = !this.#readers.has(reader)
    clearTimeout(this.#idle.get(reader))
    this.#idle.delete(reader)
    this.#readers.delete(reader)
    if (isExpected) return
    this.#lost += 1
    this.#log.warn({ reader: reader.pid, reason }, 'a reading process has ended')
    this.#dispatch()
  }
}
