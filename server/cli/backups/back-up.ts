import { closeSync, existsSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { copyDatabase, readBackup } from '#server/database/sqlite/backups.ts'
import { BackupFailed } from '#server/database/sqlite/contents.ts'
import { syncFolder } from '#server/database/sync-folder.ts'
import { isFolder, nameAt, rotate, unfinishedPath } from './backup-files.ts'
import { fileDigest, type Manifest, manifestPath } from './manifest.ts'

type BackupOptions = {
  /** It is `file:` with an absolute path. */
  readonly databaseUrl: string
  /** A file, or a folder in which the file is named by the time. */
  readonly target: string
  /** The number of backups to keep in a folder. */
  readonly keep?: number | undefined
  readonly now: Date
  readonly onProgress?: (done: number, total: number) => void
}

type Backup = { readonly path: string; readonly manifest: Manifest; readonly removed: readonly string[] }

/**
 * Copies the database, while servers use it, to a file for its owner alone, and reads the copy to the end before it gets its
 * name. Writes the manifest beside it.
 *
 * @throws {BackupFailed} and leaves no file
 */
export async function backUp(options: BackupOptions): Promise<Backup> {
  const { databaseUrl, keep, now, onProgress = () => undefined } = options
  const target = resolve(options.target)
  const path = isFolder(options.target) ? join(target, nameAt(now)) : target
  assertReplaceable(path)
  const unfinished = unfinishedPath(path)
  const unfinishedManifest = manifestPath(unfinished)
  const remove = () => {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(unfinished + end, { force: true })
    rmSync(unfinishedManifest, { force: true })
  }
  process.once('exit', remove)
  try {
    closeSync(openSync(unfinished, 'wx', 0o600))
    const contents = await copyDatabase(databaseUrl, unfinished, onProgress)
    if (!isDeepStrictEqual(readBackup(unfinished), contents))
      throw new BackupFailed('The copy has other rows than the database. Please run the command again.')
    const manifest: Manifest = {
      format: 1,
      engine: 'sqlite',
      begunAt: now.toISOString(),
      ...(await fileDigest(unfinished)),
      ...contents,
      migrations: [...contents.migrations],
    }
    writeFileSync(unfinishedManifest, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
    // With the manifest of another backup, this one would count as damaged.
    rmSync(manifestPath(path), { force: true })
    renameSync(unfinished, path)
    renameSync(unfinishedManifest, manifestPath(path))
    syncFolder(dirname(path))
    return { path, manifest, removed: keep === undefined ? [] : rotate(dirname(path), keep) }
  } finally {
    remove()
    process.removeListener('exit', remove)
  }
}

/** The name may be mistyped, for instance as that of the database itself. */
function assertReplaceable(path: string): void {
  if (existsSync(path) && !existsSync(manifestPath(path)))
    throw new BackupFailed(
      `${path} exists, and no manifest beside it says that it is a backup. Choose another name, or a folder.`,
    )
}
