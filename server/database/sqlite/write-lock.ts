import { setTimeout as wait } from 'node:timers/promises'
import BetterSqlite3 from 'better-sqlite3'

/** The wait for another process's transaction, from when this one was requested. */
const maxWaitMs = 2_000
const retryIntervalMs = 10

/** For all other statements. */
const busyTimeoutMs = 100

/** Begins transactions with the write lock. SQLite's own wait for it would block this process, so it retries instead. */
export class WriteLock {
  readonly #connection: BetterSqlite3.Database
  readonly #begin: BetterSqlite3.Statement
  readonly #disableTimeout: BetterSqlite3.Statement
  readonly #restoreTimeout: BetterSqlite3.Statement

  constructor(connection: BetterSqlite3.Database) {
    this.#connection = connection
    this.#begin = connection.prepare('BEGIN IMMEDIATE')
    this.#disableTimeout = connection.prepare('PRAGMA busy_timeout = 0')
    this.#restoreTimeout = connection.prepare(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
    this.#restoreTimeout.get()
  }

  /**
   * @param requestedAt by `performance.now()`; time in the queue counts as waiting
   * @throws {SqliteError} SQLITE_BUSY, when another process's transaction takes longer
   */
  async begin(requestedAt: number): Promise<void> {
    while (!this.#tryBegin(performance.now() < requestedAt + maxWaitMs)) await wait(retryIntervalMs)
  }

  #tryBegin(mayRetry: boolean): boolean {
    this.#disableTimeout.get()
    try {
      this.#begin.run()
      return true
    } catch (error) {
      if (mayRetry && error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY')) return false
      throw error
    } finally {
      this.#restoreTimeout.get()
    }
  }

  /** Rolls back a transaction that a failed COMMIT left open: all later writes would join it and be lost with it. */
  endLeftOpen(): void {
    if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK')
  }
}
