import { closeSync, openSync, readSync, statSync } from 'node:fs'
import type BetterSqlite3 from 'better-sqlite3'
import { openConnection } from './connection.ts'

/**
 * A write-ahead log that is left over means that the last process was killed. What SQLite would then write into the database is
 * checked first, and also that both belong together.
 *
 * @param path no process has it open
 * @throws {Error} and changes neither
 */
export function assertUndamagedAfterKill(path: string): void {
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) return
  const damage = isInLogMode(path) ? damageWithLog(path) : 'another program wrote it after the log'
  if (damage === undefined) return
  throw new Error(
    `The database ${path} does not fit its log ${path}-wal, or is damaged (${damage}). Both are as they were. If the database is a copy of a backup, move the log away and start again. Otherwise restore the newest backup with the command restore.`,
  )
}

/** Bytes 18 and 19 say so before the log gets its first page. Our backups say that they have none. */
function isInLogMode(path: string): boolean {
  const descriptor = openSync(path, 'r')
  try {
    const header = Buffer.alloc(20)
    readSync(descriptor, header)
    return header.readUInt16BE(18) === 0x0202
  } finally {
    closeSync(descriptor)
  }
}

/** @returns what SQLite finds first */
function damageWithLog(path: string): string | undefined {
  let connection: BetterSqlite3.Database | undefined
  try {
    // A connection that could write would write the log into the database when it closes.
    connection = openConnection(path, { readonly: true, fileMustExist: true, timeout: 200 })
    const [found] = connection.prepare<[], string>('PRAGMA quick_check(1)').pluck().all()
    return found === 'ok' ? undefined : found
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    connection?.close()
  }
}
