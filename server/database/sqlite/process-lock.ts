import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import BetterSqlite3 from 'better-sqlite3'
import { DatabaseInUse } from '#server/database/database.ts'
import { openConnection } from './connection.ts'
import { hasOtherNames } from './file-state.ts'

export type ProcessLock = { release(): void }

/**
 * The operating system ends this exclusive transaction with the process. The database is checked, too, if the lock file
 * may have been deleted or the database has a hard link.
 *
 * @param databasePath without symbolic links
 * @throws {DatabaseInUse} at once
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

function ownerMayRun(ownerPath: string): boolean {
  const [, pid, host] = /^process (\d+) on (\S+) since/.exec(owner(ownerPath)) ?? []
  if (!pid || host !== hostname() || Number(pid) === process.pid) return false
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    // EPERM: the process runs under another account.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Each open connection holds a shared lock, which prevents an exclusive one. */
export function isOpenElsewhere(databasePath: string): boolean {
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
    return 'another process'
  }
}
