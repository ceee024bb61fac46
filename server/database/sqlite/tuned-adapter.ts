import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils'
import BetterSqlite3 from 'better-sqlite3'
import { rememberConnection } from './connection.ts'
import { OpenFiles } from './open-files.ts'
import { PreparedStatements } from './prepared-statements.ts'
import { WriteLock } from './write-lock.ts'

/** Durability depends on these settings, and that erased data leaves the file. */
const required = { journal_mode: 'wal', synchronous: 2n, foreign_keys: 1n, secure_delete: 1n } as const

/** A long read makes the write-ahead log grow. Then it is cut to this size. */
const maxIdleLogBytes = 16 * 1024 * 1024

/** {@link WriteLock} begins transactions instead. */
const noBegin = { run: () => undefined } as unknown as BetterSqlite3.Statement

function startWriting(adapter: SqlDriverAdapter, lock: WriteLock): SqlDriverAdapter['startTransaction'] {
  const waitForTurn = adapter.startTransaction.bind(adapter)
  return async (...options) => {
    const requestedAt = performance.now()
    const transaction = await waitForTurn(...options)
    try {
      lock.endLeftOpen()
      await lock.begin(requestedAt)
      return transaction
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  }
}

/** Statements on Prisma's connection that bypass its query builder. */
export type DirectAccess = {
  /** Each statement should be prepared once, since it is never garbage collected. */
  prepare(sql: string): BetterSqlite3.Statement<unknown[]>
  /** Commits what `work` writes. Transactions of Prisma and of this method take turns. */
  transact<Result>(work: () => Result): Promise<Result>
  /** Runs `work` between transactions, outside of any. */
  alone<Result>(work: () => Result): Promise<Result>
  readonly files: OpenFiles
  /** Closes the connection, unless Prisma has. */
  close(): void
}

function directAccess(
  connection: BetterSqlite3.Database,
  adapter: SqlDriverAdapter,
  lock: WriteLock,
  files: OpenFiles,
): DirectAccess {
  const prepare = connection.prepare.bind(connection)
  const commit = prepare('COMMIT')
  // Its transactions begin later, in `startWriting`.
  const waitForTurn = adapter.startTransaction.bind(adapter)
  return {
    prepare,
    async transact(work) {
      const turn = await adapter.startTransaction()
      try {
        const result = work()
        commit.run()
        return result
      } catch (error) {
        lock.endLeftOpen()
        throw error
      } finally {
        // Sends no COMMIT.
        await turn.commit()
      }
    },
    close() {
      connection.close()
    },
    files,
    async alone(work) {
      const turn = await waitForTurn()
      try {
        return work()
      } finally {
        files.noteCheckpoint()
        // Sends no COMMIT.
        await turn.commit()
      }
    },
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

type Opened = { readonly adapter: SqlDriverAdapter; readonly direct: DirectAccess }

/** Prisma connects when it is first used. Until then, and also then, there is one connection. */
export class TunedSqliteAdapter extends PrismaBetterSqlite3 {
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
    for (const [setting, value] of Object.entries(required)) {
      const actual: unknown = connection.pragma(setting, { simple: true })
      if (actual !== value) throw new Error(`SQLite setting ${setting} is ${String(actual)} instead of ${value}`)
    }

    const lock = new WriteLock(connection)
    const files = new OpenFiles(connection)
    guardFiles(connection, files)
    const direct = directAccess(connection, adapter, lock, files)
    const statements = new PreparedStatements(connection)
    connection.prepare = ((sql: string) =>
      sql === 'BEGIN' ? noBegin : statements.prepare(sql)) as typeof connection.prepare
    return { adapter: Object.assign(adapter, { startTransaction: startWriting(adapter, lock) }), direct }
  }
}
