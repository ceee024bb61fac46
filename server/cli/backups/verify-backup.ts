import { existsSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { type BackupEngine, BackupFailed, type Contents } from '#server/database/backup.ts'
import { backupEngineOfFile } from '#server/database/backup-engines.ts'
import { fileDigest, type Manifest, readManifest } from './manifest.ts'

type Verification = {
  readonly engine: BackupEngine
  readonly bytes: number
  readonly contents: Contents
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
  const engine = await backupEngineOfFile(file)
  const contents = await contentsOf(engine, file)
  if (manifest && !isDeepStrictEqual(contents.tables, manifest.tables))
    throw new BackupFailed(`${file} has other numbers of rows than its manifest says. Use another backup.`)
  return { engine, bytes, contents, manifest }
}

async function contentsOf(engine: BackupEngine, file: string): Promise<Contents> {
  try {
    return await engine.read(file)
  } catch (error) {
    throw error instanceof BackupFailed ? new BackupFailed(`${file} cannot be used. ${error.message}`) : error
  }
}

/** The names of the migrations in a backup that this program does not know. */
export function unknownMigrations(engine: BackupEngine, contents: Contents): string[] {
  return contents.migrations.filter((name) => !engine.migrations.includes(name))
}
