import { accessSync, chmodSync, constants, existsSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Logger } from 'pino'

const ownerOnly = 0o600
const othersMask = 0o077

/** The file need not exist, but its folder must. */
export function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return join(realpathSync(dirname(path)), basename(path))
  }
}

/**
 * Restricts the files to their owner, because they contain customers' addresses and the server's key.
 *
 * @throws {Error} for an empty or missing file beside a write-ahead log with data, which SQLite would delete; for a file or
 *   folder that this account may not read and write, which it names
 */
export function prepareFile(path: string, log: Logger): void {
  const size = getSize(path)
  if (!size && getSize(`${path}-wal`))
    throw new Error(
      `The database ${path} is ${size === 0 ? 'empty' : 'missing'}, but ${path}-wal has the latest writes. Starting would delete them. Restore a backup of the database, or move both files away to start with an empty one.`,
    )
  if (size === 0)
    log.warn(
      { path },
      'the database file is empty and is treated as a new one; if it should have data, stop and restore a backup',
    )
  const files = databaseFiles(path)
  for (const file of files) restrictToOwner(file, log)
  // SQLite would not say which one.
  for (const used of [dirname(path), ...files.filter((file) => existsSync(file))])
    accessSync(used, constants.R_OK | constants.W_OK)
}

/** The database and what is beside it while a server runs. */
export function databaseFiles(path: string): string[] {
  return ['', '-wal', '-shm', '.lock', '.owner'].map((suffix) => `${path}${suffix}`)
}

function restrictToOwner(path: string, log: Logger): void {
  const file = statSync(path, { throwIfNoEntry: false })
  if (!file || (file.mode & othersMask) === 0 || file.uid !== process.getuid?.()) return
  chmodSync(path, ownerOnly)
  log.info({ path }, 'other accounts of this machine could open this file; now only its owner can')
}

/** Returns the size in bytes. */
function getSize(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size
}

/** A lock on one name does not cover hard links. */
export function hasOtherNames(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.nlink ?? 1) > 1
}
