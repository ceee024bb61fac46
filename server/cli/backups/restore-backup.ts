import { replaceDatabase } from '#server/database/sqlite/backups.ts'
import { BackupFailed, type Contents } from '#server/database/sqlite/contents.ts'
import { verifyBackup } from './verify-backup.ts'

type RestoreOptions = {
  readonly file: string
  /** It is `file:` with an absolute path. */
  readonly databaseUrl: string
  /** Replaces a database with newer changes, too. */
  readonly isForced: boolean
  readonly now: Date
}

type Restored = { readonly contents: Contents; readonly previousPath: string | undefined }

/**
 * Verifies a backup, then puts it in the place of the database. Migrations that it lacks are applied when the server starts.
 *
 * @returns what is restored, and the path at which the former database is now
 * @throws {BackupFailed} and leaves the database unchanged
 * @throws {DatabaseInUse} while a server runs on the database
 */
export async function restoreBackup({ file, databaseUrl, isForced, now }: RestoreOptions): Promise<Restored> {
  const { contents, refusal } = await verifyBackup(file)
  if (refusal) throw new BackupFailed(`This version of the program cannot use the backup. ${refusal}`)
  return { contents, previousPath: await replaceDatabase({ file, contents, url: databaseUrl, isForced, now }) }
}
