import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BackupFailed } from '#server/database/sqlite/contents.ts'
import { dayMs } from '#shared/durations.ts'
import { manifestPath } from './manifest.ts'

/** The names that this program gives. In this form, the order of names is that of times. */
const ownName = /^estimates-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db$/

const maxUnfinishedMs = dayMs

export function nameAt(time: Date): string {
  return `estimates-${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z.db`
}

export function isFolder(path: string): boolean {
  return /[/\\]$/.test(path) || (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)
}

/** Deletes all but the newest backups that have a name of this program, and returns the paths. */
export function rotate(folder: string, keep: number): string[] {
  const names = readdirSync(folder).filter((name) => ownName.test(name))
  const old = names
    .toSorted()
    .slice(0, -keep)
    .map((name) => join(folder, name))
  for (const path of old) {
    // A backup without a manifest can still be restored; a manifest alone is of no use.
    rmSync(path)
    rmSync(manifestPath(path), { force: true })
  }
  return old
}

const unfinishedMark = '.unfinished-'

/**
 * Returns where this process writes a backup. Creates the folder, and removes what killed processes have left there.
 *
 * @throws {BackupFailed} if the folder above is missing too: most often a disk that is not mounted
 */
export function unfinishedPath(path: string): string {
  const folder = dirname(path)
  if (!existsSync(dirname(folder)))
    throw new BackupFailed(`There is no folder ${dirname(folder)}. Mount its disk, or create it.`)
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
  for (const name of readdirSync(folder)) {
    const [backup = ''] = name.split(unfinishedMark)
    const isOurs = name.includes(unfinishedMark) && (ownName.test(backup) || join(folder, backup) === path)
    if (isOurs && Date.now() - statSync(join(folder, name)).mtimeMs > maxUnfinishedMs) rmSync(join(folder, name))
  }
  return `${path}${unfinishedMark}${process.pid}`
}
