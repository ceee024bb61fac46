import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import BetterSqlite3 from 'better-sqlite3'
import { openConnection } from './connection.ts'

/** Another process has the database file open. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse'
}

/** The hold on a database file. */
export type ProcessLock = { release(): void }

/**
 * Makes this process the only one that serves a SQLite file, until it releases the lock or ends in any way.
 *
 * The lock is an exclusive SQLite transaction on an empty file beside the database: the operating system drops it with
 * the process, so no stale lock outlives a kill or a power cut.
 *
 * @throws {DatabaseInUse} at once, naming the process that has it
 */
export function lockForThisProcess(databasePath: string): ProcessLock {
  const ownerPath = `${databasePath}.owner`
  const lock = openConnection(`${databasePath}.lock`, { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    if (!(cause instanceof BetterSqlite3.SqliteError) || !cause.code.startsWith('SQLITE_BUSY')) throw cause
    throw new DatabaseInUse(
      `The database ${databasePath} is in use by ${owner(ownerPath)}. Stop that one first; several processes can share a PostgreSQL database.`,
      { cause },
    )
  }

  writeFileSync(ownerPath, `process ${process.pid} on ${hostname()} since ${new Date().toISOString()}\n`)
  return {
    release() {
      rmSync(ownerPath, { force: true })
      lock.close()
    },
  }
}

function owner(ownerPath: string): string {
  try {
    return readFileSync(ownerPath, 'utf8').trim() || 'another process'
  } catch {
    // The other process has the lock and has not written its name yet.
    return 'another process'
  }
}
