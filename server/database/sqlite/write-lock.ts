import { setTimeout as wait } from 'node:timers/promises'
import BetterSqlite3 from 'better-sqlite3'

/** How long a transaction waits for another process's, from when it was asked for. */
const patienceMs = 2_000
const pauseMs = 10

/** Of every other statement, which no write of another process keeps waiting. */
const busyTimeoutMs = 100

/**
 * Begins transactions that may write from their first statement on. SQLite itself would wait for another process's lock
 * with everything else here standing still, and a transaction that begins by reading may find out too late that it
 * cannot write; so it is asked again and again, and others go on in between.
 */
export class WriteLock {
  readonly #connection: BetterSqlite3.Database
  readonly #begin: BetterSqlite3.Statement
  readonly #neverWait: BetterSqlite3.Statement
  readonly #waitAgain: BetterSqlite3.Statement

  constructor(connection: BetterSqlite3.Database) {
    this.#connection = connection
    this.#begin = connection.prepare('BEGIN IMMEDIATE')
    this.#neverWait = connection.prepare('PRAGMA busy_timeout = 0')
    this.#waitAgain = connection.prepare(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
    this.#waitAgain.get()
  }

  /**
   * Begins a transaction.
   *
   * @param askedAt by `performance.now()`: whoever had to wait for its turn already has less time left
   * @throws {SqliteError} SQLITE_BUSY, when another process's transaction takes longer
   */
  async begin(askedAt: number): Promise<void> {
    while (!this.#tryBegin(performance.now() < askedAt + patienceMs)) await wait(pauseMs)
  }

  #tryBegin(mayTryAgain: boolean): boolean {
    this.#neverWait.get()
    try {
      this.#begin.run()
      return true
    } catch (error) {
      if (mayTryAgain && error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY'))
        return false
      throw error
    } finally {
      this.#waitAgain.get()
    }
  }

  /** Ends a transaction that a failed COMMIT has left open: all later writes would run inside it and be lost with it. */
  endLeftOpen(): void {
    if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK')
  }
}
