import type { Clock } from '#server/clock.ts'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import type { Backlog } from '#server/database/queries/backlog-query.ts'
import { within } from '#server/within.ts'

/** However often it is asked, the database is not. */
const minIntervalMs = 10_000
/** A scrape must not wait for a slow database. */
const maxWaitMs = 1_000

/** Work that waits, read from the database at most once in ten seconds. */
export class BacklogReader {
  readonly #database: Pick<Database, 'queries'>
  readonly #clock: Clock
  #reading: Promise<Backlog | undefined> | undefined
  #readAt = Number.NEGATIVE_INFINITY

  constructor(database: Pick<Database, 'queries'>, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** @returns undefined while the database does not answer */
  async read(): Promise<Backlog | undefined> {
    if (!this.#reading || performance.now() >= this.#readAt + minIntervalMs) {
      this.#readAt = performance.now()
      this.#reading = this.#query()
    }
    return await within(maxWaitMs, this.#reading)
  }

  async #query(): Promise<Backlog | undefined> {
    try {
      return await this.#database.queries.backlog(this.#clock.now())
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return undefined
      throw error
    }
  }
}
