import {
  chownSync,
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type BetterSqlite3 from 'better-sqlite3'
import { DatabaseInUse } from '#server/database/database.ts'
import { type Migration, MigrationRefused } from '#server/database/migrations.ts'
import { sqlitePath } from '#server/database/sqlite-path.ts'
import { syncFolder } from '#server/database/sync-folder.ts'
import { openConnection } from './connection.ts'
import { BackupFailed, type Contents, findDamage, readContents } from './contents.ts'
import { realPath } from './file-state.ts'
import { pendingIn } from './migrate.ts'
import { isOpenElsewhere, lockForThisProcess } from './process-lock.ts'

/** 4 MB: about 10 ms, after which progress is shown. */
const pagesPerStep = 1_000

/**
 * Copies the database as it is at one moment after the call, while servers use it.
 *
 * @param file exists and is empty
 * @returns what the database had at that moment
 * @throws {BackupFailed}
 */
export async function copyDatabase(
  url: string,
  file: string,
  onProgress: (done: number, total: number) => void,
): Promise<Contents> {
  const path = sqlitePath(url)
  if (!existsSync(path)) throw new BackupFailed(`There is no database at ${path}. Check DATABASE_URL and DATA_DIR.`)
  const source = openConnection(path, { fileMustExist: true, timeout: 5_000 })
  try {
    // The transaction holds one moment. Without it, SQLite would start the copy over after each write of the server.
    source.exec('BEGIN')
    const contents = readContents(source)
    await source.backup(file, {
      progress({ totalPages, remainingPages }) {
        onProgress(totalPages - remainingPages, totalPages)
        return pagesPerStep
      },
    })
    source.exec('COMMIT')
    becomeOneFile(file)
    return contents
  } finally {
    source.close()
  }
}

/**
 * Reads all of a backup.
 *
 * @throws {BackupFailed} when it is damaged
 */
export function readBackup(file: string): Contents {
  return inBackup(file, undamagedContents)
}

/**
 * @returns the migrations that the next start applies to a backup
 * @throws {MigrationRefused} when this version of the program cannot use it
 */
export function pendingInBackup(file: string): readonly Migration[] {
  return inBackup(file, pendingIn)
}

function inBackup<Result>(file: string, read: (connection: BetterSqlite3.Database) => Result): Result {
  const leftovers = ['-wal', '-shm'].map((end) => file + end).filter((path) => !existsSync(path))
  try {
    return reading(file, read, { readonly: true })
  } finally {
    // These are files of a copy that was made in another way and still is in the mode of write-ahead logs.
    for (const path of leftovers) rmSync(path, { force: true })
  }
}

type ReplaceOptions = {
  readonly file: string
  readonly contents: Contents
  readonly url: string
  /** Replaces a database with newer changes, too. */
  readonly isForced: boolean
  readonly now: Date
}

/**
 * Puts a backup in the place of the database.
 *
 * @returns the path at which the former database is now, if there was one
 * @throws {BackupFailed} and leaves the database unchanged
 * @throws {DatabaseInUse}
 */
export async function replaceDatabase(options: ReplaceOptions): Promise<string | undefined> {
  const { file, contents, url, isForced, now } = options
  const given = sqlitePath(url)
  mkdirSync(dirname(given), { recursive: true, mode: 0o700 })
  const path = realPath(given)
  const lock = lockForThisProcess(path)
  const unfinished = `${path}.restoring`
  try {
    assertClosed(path)
    if (!isForced) assertNotNewer(path, contents)
    await copyDurably(file, unfinished)
    for (const own of [unfinished, `${path}.lock`]) giveToOwnerOfFolder(own)
    const previousPath = linkPreviousDatabase(path, now)
    renameSync(unfinished, path)
    syncFolder(dirname(path))
    return previousPath
  } finally {
    rmSync(unfinished, { force: true })
    lock.release()
  }
}

/** A file with a write-ahead log could not be read from a folder that is read-only. The server changes the mode back. */
function becomeOneFile(path: string): void {
  const copy = openConnection(path)
  try {
    copy.pragma('journal_mode = DELETE')
  } finally {
    copy.close()
  }
}

/** @throws {BackupFailed} */
function undamagedContents(connection: BetterSqlite3.Database): Contents {
  const damage = findDamage(connection)
  if (damage.length > 0) throw new BackupFailed(`SQLite finds it damaged: ${damage.slice(0, 3).join('; ')}.`)
  return readContents(connection)
}

/** @throws {BackupFailed} also when SQLite cannot read the file */
function reading<Result>(
  path: string,
  read: (connection: BetterSqlite3.Database) => Result,
  { readonly }: { readonly readonly: boolean },
): Result {
  let connection: BetterSqlite3.Database | undefined
  try {
    connection = openConnection(path, { readonly, fileMustExist: true, timeout: 5_000 })
    return read(connection)
  } catch (cause) {
    if (cause instanceof BackupFailed || cause instanceof MigrationRefused) throw cause
    throw new BackupFailed(`SQLite cannot read it: ${cause instanceof Error ? cause.message : String(cause)}.`, {
      cause,
    })
  } finally {
    connection?.close()
  }
}

/** Commands that run beside a server hold no process lock. */
function assertClosed(path: string): void {
  // Opening an empty file would delete the log beside it.
  if (getSize(path) === 0) return
  let isOpen = false
  try {
    isOpen = isOpenElsewhere(path)
  } catch {
    // A damaged file is a reason to restore.
  }
  if (isOpen) throw new DatabaseInUse(`Another program has the database ${path} open. Stop that one first.`)
}

function assertNotNewer(path: string, backup: Contents): void {
  if (getSize(path) === 0 && getSize(`${path}-wal`) === 0) return
  const current = readableContents(path)
  if (!current)
    throw new BackupFailed(
      `The database ${path} cannot be read, so it is unknown whether it is newer than the backup. To replace it, add --force; it will be kept under another name.`,
    )
  const { newestChange } = current
  if (newestChange === null || (backup.newestChange !== null && newestChange <= backup.newestChange)) return
  throw new BackupFailed(
    `The database ${path} was changed at ${newestChange}, after the last change in the backup (${backup.newestChange ?? 'none'}). To replace it all the same, add --force; it will be kept under another name.`,
  )
}

function readableContents(path: string): Contents | undefined {
  if (getSize(path) === 0) return undefined
  try {
    // A connection that only reads would leave an empty log.
    return reading(path, readContents, { readonly: false })
  } catch {
    return undefined
  }
}

/** Root would leave files that the server's account cannot open. */
function giveToOwnerOfFolder(path: string): void {
  const { uid, gid } = statSync(dirname(path))
  if (process.getuid?.() === 0) chownSync(path, uid, gid)
}

/** In bytes; 0 for a file that is missing. */
function getSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

async function copyDurably(from: string, to: string): Promise<void> {
  rmSync(to, { force: true })
  await pipeline(createReadStream(from), createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }))
}

/**
 * Gives the former database a second name. The rename that follows takes the first one, so that there is a database at every
 * moment. A log must not stay, since SQLite would apply it to the restored file.
 */
function linkPreviousDatabase(path: string, now: Date): string | undefined {
  rmSync(`${path}-shm`, { force: true })
  const previousPath = `${path}.replaced-${now.toISOString().replaceAll(/[:.]/g, '-')}`
  const exists = existsSync(path)
  if (exists) linkSync(path, previousPath)
  if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${previousPath}-wal`)
  return exists ? previousPath : undefined
}
