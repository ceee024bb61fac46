import { setTimeout as wait } from 'node:timers/promises'
import BetterSqlite3 from 'better-sqlite3'

/** Limits the wait for another process's transaction. */
const maxWaitMs = 2_000
const retryIntervalMs = 10

/** Applies to all other statements. */
const busyTimeoutMs = 100

/** SQLite's own wait would block this process, so this class retries instead. */
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
   * @param requestedAt by `performance.now()`; time in the queue counts
   * @throws {SqliteError} SQLITE_BUSY when another process's transaction takes longer
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

  /** A failed COMMIT may leave a transaction open, which all later writes would join. */
  endLeftOpen(): void {
    if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK')
  }
}
