import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { MigrationRefused } from '#server/database/migrations.ts'
import { pendingInBackup, readBackup } from '#server/database/sqlite/backups.ts'
import { BackupFailed, type Contents } from '#server/database/sqlite/contents.ts'
import { fileDigest, type Manifest, readManifest } from './manifest.ts'

const sqliteStart = 'SQLite format 3\0'

export type Verification = {
  readonly bytes: number
  readonly contents: Contents
  /** The next start applies so many migrations. */
  readonly pendingMigrations: number
  /** Why this version of the program cannot use it. */
  readonly refusal?: string
  /** Undefined without a manifest; then only the file itself was checked. */
  readonly manifest: Manifest | undefined
}

/**
 * Reads all of a backup, and compares it with its manifest.
 *
 * @throws {BackupFailed} when it is damaged or is not a backup
 */
export async function verifyBackup(file: string): Promise<Verification> {
  if (!existsSync(file)) throw new BackupFailed(`There is no file ${file}.`)
  const manifest = readManifest(file)
  const { bytes, sha256 } = await fileDigest(file)
  if (manifest && sha256 !== manifest.sha256)
    throw new BackupFailed(
      `${file} is damaged: it is not the file that was written (${bytes} instead of ${manifest.bytes} bytes, or other ones). Use another backup.`,
    )
  if (firstBytes(file, sqliteStart.length) !== sqliteStart)
    throw new BackupFailed(`${file} is no backup: it is not a SQLite database.`)
  const contents = readBackupContents(file)
  if (manifest && !isDeepStrictEqual(contents.tables, manifest.tables))
    throw new BackupFailed(`${file} has other numbers of rows than its manifest says. Use another backup.`)
  return {
    bytes,
    contents,
    ...readSchema(file),
    manifest,
  }
}

function readSchema(file: string): Pick<Verification, 'pendingMigrations' | 'refusal'> {
  try {
    return { pendingMigrations: pendingInBackup(file).length }
  } catch (error) {
    if (!(error instanceof MigrationRefused)) throw error
    return { pendingMigrations: 0, refusal: error.message }
  }
}

function readBackupContents(file: string): Contents {
  try {
    return readBackup(file)
  } catch (error) {
    throw error instanceof BackupFailed ? new BackupFailed(`${file} cannot be used. ${error.message}`) : error
  }
}

/** Whether pg_dump wrote a file. */
export function isArchive(file: string): boolean {
  return existsSync(file) && firstBytes(file, 5) === 'PGDMP'
}

function firstBytes(file: string, count: number): string {
  const descriptor = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(count)
    return bytes.toString('latin1', 0, readSync(descriptor, bytes))
  } finally {
    closeSync(descriptor)
  }
}
