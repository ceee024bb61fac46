import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils'
import BetterSqlite3 from 'better-sqlite3'
import { rememberConnection } from './connection.ts'
import { PreparedStatements } from './prepared-statements.ts'
import { WriteLock } from './write-lock.ts'

/** What every connection must answer; durability rests on it, so the server does not start otherwise. */
const required = { journal_mode: 'wal', synchronous: 2n, foreign_keys: 1n } as const

/** The adapter's own BEGIN, which lets the next transaction through: it still has to be begun. */
const notYet = { run: () => undefined } as unknown as BetterSqlite3.Statement

/** Begins one transaction at a time, when its turn has come. */
function startWriting(adapter: SqlDriverAdapter, lock: WriteLock): SqlDriverAdapter['startTransaction'] {
  const takeTurn = adapter.startTransaction.bind(adapter)
  return async (...given) => {
    const askedAt = performance.now()
    const transaction = await takeTurn(...given)
    try {
      lock.endLeftOpen()
      await lock.begin(askedAt)
      return transaction
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  }
}

/**
 * Prisma's SQLite adapter with the settings that durability needs, kept prepared statements, and a cure for a
 * transaction that was left open.
 */
export class TunedSqliteAdapter extends PrismaBetterSqlite3 {
  override async connect(): Promise<SqlDriverAdapter> {
    const adapter = await super.connect()
    const { client: connection } = adapter as unknown as { client: unknown }
    if (!(connection instanceof BetterSqlite3)) throw new Error('The SQLite adapter has no better-sqlite3 connection')

    rememberConnection(connection)
    connection.pragma('journal_mode = WAL')
    // Reopened in WAL mode, this build of SQLite falls back to NORMAL, which may lose the last commits at a power cut.
    connection.pragma('synchronous = FULL')
    connection.pragma('foreign_keys = ON')
    for (const [setting, value] of Object.entries(required)) {
      const actual: unknown = connection.pragma(setting, { simple: true })
      if (actual !== value) throw new Error(`SQLite setting ${setting} is ${String(actual)}, needed is ${value}`)
    }

    const lock = new WriteLock(connection)
    const kept = new PreparedStatements(connection)
    connection.prepare = ((sql: string) => (sql === 'BEGIN' ? notYet : kept.prepare(sql))) as typeof connection.prepare
    return Object.assign(adapter, { startTransaction: startWriting(adapter, lock) })
  }
}
