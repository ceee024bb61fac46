import { chmodSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Logger } from 'pino'

const ownerOnly = 0o600
const othersToo = 0o077

/** The one path of a file that may have several by symbolic links. The file need not be there, its folder must. */
export function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return join(realpathSync(dirname(path)), basename(path))
  }
}

/**
 * Says what is odd about a database file that is about to be opened, and takes the rights on it and on what belongs to it
 * from everybody else: customers' addresses and the key to their links are in it.
 *
 * @throws {Error} for an empty file beside a log of writes that SQLite would then delete
 */
export function prepareFile(path: string, log: Logger): void {
  if (sizeOf(path) === 0) {
    if ((sizeOf(`${path}-wal`) ?? 0) > 0)
      throw new Error(
        `The database ${path} is empty, but ${path}-wal has what was written last. Starting would delete that. Restore a backup of the database, or move both files away to begin anew.`,
      )
    log.warn(
      { path },
      'the database file is empty: it is taken for a new one. If it should not be, stop and restore a backup',
    )
  }
  for (const suffix of ['', '-wal', '-shm', '.lock', '.owner']) closeToOthers(`${path}${suffix}`, log)
}

function closeToOthers(path: string, log: Logger): void {
  const file = statSync(path, { throwIfNoEntry: false })
  if (!file || (file.mode & othersToo) === 0 || file.uid !== process.getuid?.()) return
  chmodSync(path, ownerOnly)
  log.info({ path }, 'other accounts of this machine could open this file; now only its owner can')
}

/** In bytes; undefined where there is no such file. */
function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size
}

/** Whether a file has other names, which lead past a lock that goes by the name. */
export function hasOtherNames(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.nlink ?? 1) > 1
}
