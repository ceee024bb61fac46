import { BackupFailed, type Contents } from '#server/database/backup.ts'
import { backupEngineOf } from '#server/database/backup-engines.ts'
import { unknownMigrations, verifyBackup } from './verify-backup.ts'

type RestoreOptions = {
  readonly file: string
  readonly databaseUrl: string
  /** Replaces a database with newer changes, too. */
  readonly isForced: boolean
  readonly now: Date
}

type Restored = { readonly contents: Contents; readonly keptAs: string | undefined }

/**
 * Verifies a backup, then puts it in the place of the database. Migrations that it lacks are applied when the server starts.
 *
 * @returns what is restored, and where the former database is kept
 * @throws {BackupFailed} and leaves the database unchanged
 * @throws {DatabaseInUse} while a server runs on the database
 */
export async function restoreBackup({ file, databaseUrl, isForced, now }: RestoreOptions): Promise<Restored> {
  const { engine, contents } = await verifyBackup(file)
  const target = await backupEngineOf(databaseUrl)
  if (target.name !== engine.name)
    throw new BackupFailed(
      `The backup is of ${engine.title}, and DATABASE_URL names a database of ${target.title}. Set DATABASE_URL to one of ${engine.title}.`,
    )
  const [unknown] = unknownMigrations(engine, contents)
  if (unknown !== undefined)
    throw new BackupFailed(
      `The backup was made by a newer version of the program, which has the migration ${unknown}. Restore it with that version.`,
    )
  const { keptAs } = await engine.restore({ file, contents, url: databaseUrl, isForced, now })
  return { contents, keptAs }
}
