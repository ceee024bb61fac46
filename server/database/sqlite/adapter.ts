import { setTimeout as wait } from 'node:timers/promises'
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils'
import BetterSqlite3 from 'better-sqlite3'
import { rememberConnection } from './connection.ts'
import { OpenFiles } from './open-files.ts'
import { PreparedStatements } from './prepared-statements.ts'

/** Durability depends on these settings, and that erased data leaves the file. */
const required = { journal_mode: 'wal', synchronous: 2n, foreign_keys: 1n, secure_delete: 1n } as const

/** A long read makes the write-ahead log grow. Then it is cut to this size. */
const maxIdleLogBytes = 16 * 1024 * 1024

/** Limits the wait for another process's transaction, the turn of this process included. */
const maxWaitMs = 2_000
const retryIntervalMs = 10

/** Prisma's adapter would keep its lock forever after a BEGIN that fails, so {@link startWriting} begins instead. */
const noBegin = { run: () => undefined } as unknown as BetterSqlite3.Statement

function startWriting(
  adapter: SqlDriverAdapter,
  connection: BetterSqlite3.Database,
): SqlDriverAdapter['startTransaction'] {
  const waitForTurn = adapter.startTransaction.bind(adapter)
  const begin = connection.prepare('BEGIN IMMEDIATE')
  return async (...options) => {
    const giveUpAt = performance.now() + maxWaitMs
    const transaction = await waitForTurn(...options)
    try {
      // A COMMIT that failed has left it open, and this transaction would join it.
      if (connection.inTransaction) connection.exec('ROLLBACK')
      while (!wasBegun(begin, performance.now() < giveUpAt)) await wait(retryIntervalMs)
      return transaction
    } catch (error) {
      // Gives up the turn, without a statement.
      await transaction.rollback()
      throw error
    }
  }
}

/** @throws {SqliteError} SQLITE_BUSY unless it may be tried again */
function wasBegun(begin: BetterSqlite3.Statement, mayRetry: boolean): boolean {
  try {
    begin.run()
    return true
  } catch (error) {
    if (mayRetry && error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY')) return false
    throw error
  }
}

/** Prisma commits and closes by these. */
function guardFiles(connection: BetterSqlite3.Database, files: OpenFiles): void {
  const commit = connection.prepare('COMMIT')
  const run = () => {
    const result = commit.run()
    files.noteCheckpoint()
    return result
  }
  const guarded = { reader: false, run } as unknown as BetterSqlite3.Statement
  const prepare = connection.prepare.bind(connection)
  connection.prepare = ((sql: string) => (sql === 'COMMIT' ? guarded : prepare(sql))) as typeof connection.prepare
  const close = connection.close.bind(connection)
  // The last connection writes the log back, which would damage a file that it does not belong to.
  connection.close = () => (files.isOverwritten ? connection : close())
}

/** Statements on Prisma's connection that its client is not needed for. */
export type DirectAccess = {
  /** Each statement should be prepared once, since it is never garbage collected. */
  prepare(sql: string): BetterSqlite3.Statement<unknown[]>
  /** Runs `work` between transactions, outside of any. */
  alone<Result>(work: () => Result): Promise<Result>
  readonly files: OpenFiles
  /** Closes the connection, unless Prisma has. */
  close(): void
}

type Opened = { readonly adapter: SqlDriverAdapter; readonly direct: DirectAccess }

/** Prisma connects when it is first used. Until then, and also then, there is one connection. */
export class SqliteAdapter extends PrismaBetterSqlite3 {
  #opened: Promise<Opened> | undefined

  /** Opens the file, without Prisma. */
  async open(): Promise<DirectAccess> {
    this.#opened ??= this.#open()
    return (await this.#opened).direct
  }

  override async connect(): Promise<SqlDriverAdapter> {
    this.#opened ??= this.#open()
    return (await this.#opened).adapter
  }

  async #open(): Promise<Opened> {
    const adapter = await super.connect()
    const { client: connection } = adapter as unknown as { client: unknown }
    if (!(connection instanceof BetterSqlite3)) throw new Error('The SQLite adapter has no better-sqlite3 connection')

    rememberConnection(connection)
    connection.pragma('journal_mode = WAL')
    // This build of SQLite reopens WAL files with NORMAL, which may lose commits in a power cut.
    connection.pragma('synchronous = FULL')
    connection.pragma('foreign_keys = ON')
    // Overwrites what is deleted, also on pages that are moved or merged long before a person asks for erasure.
    connection.pragma('secure_delete = ON')
    connection.pragma(`journal_size_limit = ${maxIdleLogBytes}`)
    // SQLite's own wait would block this process.
    connection.pragma('busy_timeout = 0')
    for (const [setting, value] of Object.entries(required)) {
      const actual: unknown = connection.pragma(setting, { simple: true })
      if (actual !== value) throw new Error(`SQLite setting ${setting} is ${String(actual)} instead of ${value}`)
    }

    const files = new OpenFiles(connection)
    guardFiles(connection, files)
    const prepare = connection.prepare.bind(connection)
    const waitForTurn = adapter.startTransaction.bind(adapter)
    const startTransaction = startWriting(adapter, connection)
    const statements = new PreparedStatements(connection)
    connection.prepare = ((sql: string) =>
      sql === 'BEGIN' ? noBegin : statements.prepare(sql)) as typeof connection.prepare
    const direct: DirectAccess = {
      prepare,
      files,
      async alone(work) {
        const turn = await waitForTurn()
        try {
          return work()
        } finally {
          files.noteCheckpoint()
          // This sends no COMMIT.
          await turn.commit()
        }
      },
      close() {
        connection.close()
      },
    }
    return { adapter: Object.assign(adapter, { startTransaction }), direct }
  }
}
