import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import BetterSqlite3 from 'better-sqlite3'
import { openConnection } from './connection.ts'
import { hasOtherNames } from './file-state.ts'

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
 * the process, so no stale lock outlives a kill or a power cut. That file may have been removed while another process
 * held it, and a hard link has one of its own; where either may be so, the database file itself is asked.
 *
 * @param databasePath without symbolic links
 * @throws {DatabaseInUse} at once, naming the process that has it
 */
export function lockForThisProcess(databasePath: string): ProcessLock {
  const ownerPath = `${databasePath}.owner`
  const inUse = (cause?: unknown) =>
    new DatabaseInUse(
      `The database ${databasePath} is in use by ${owner(ownerPath)}. Stop that one first; several processes can share a PostgreSQL database.`,
      { cause },
    )
  const lock = openConnection(`${databasePath}.lock`, { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    if ((hasOtherNames(databasePath) || ownerMayRun(ownerPath)) && isOpenElsewhere(databasePath)) throw inUse()
  } catch (cause) {
    lock.close()
    throw isBusy(cause) ? inUse(cause) : cause
  }

  writeFileSync(ownerPath, `process ${process.pid} on ${hostname()} since ${new Date().toISOString()}\n`)
  return {
    release() {
      rmSync(ownerPath, { force: true })
      lock.close()
    },
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

/** Whether the process that wrote itself down and did not cross itself out is still there, or another with its number. */
function ownerMayRun(ownerPath: string): boolean {
  const [, pid, host] = /^process (\d+) on (\S+) since/.exec(owner(ownerPath)) ?? []
  if (!pid || host !== hostname() || Number(pid) === process.pid) return false
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    // EPERM: it is there and belongs to another account.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Whether any process has a connection to the file, by whatever name: each holds a shared lock on it, and an exclusive
 * one cannot be had beside it.
 */
function isOpenElsewhere(databasePath: string): boolean {
  if (!existsSync(databasePath)) return false
  const connection = openConnection(databasePath, { timeout: 0, fileMustExist: true })
  try {
    connection.pragma('locking_mode = EXCLUSIVE')
    connection.exec('BEGIN EXCLUSIVE; ROLLBACK')
    return false
  } catch (error) {
    if (!isBusy(error)) throw error
    return true
  } finally {
    connection.close()
  }
}

function owner(ownerPath: string): string {
  try {
    return readFileSync(ownerPath, 'utf8').trim() || 'another process'
  } catch {
    // It has the lock and has not written its name yet, or has the file by another name.
    return 'another process'
  }
}
