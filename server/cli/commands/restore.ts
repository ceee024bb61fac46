import type { Command } from 'commander'
import { describeContents } from '#server/cli/backups/describe-contents.ts'
import { refusePostgresql } from '#server/cli/backups/postgresql-lines.ts'
import { systemClock } from '#server/clock.ts'
import { isSqliteUrl } from '#server/database/sqlite-path.ts'
import { readConfig } from '#server/read-config.ts'

const details = `
Stop the server first. The backup is verified before anything is changed.

The present database is kept beside the restored one, as app.db.replaced-TIME. A database that was changed after the
last change in the backup is replaced only with --force. For PostgreSQL, the command says how to run pg_restore.

A backup of an older version is migrated when the server starts. Emails that waited when it was made are sent then.`

export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description('put a backup in the place of the SQLite database that DATABASE_URL names')
    .argument('<file>', 'a backup')
    .option('--force', 'also replace a database that has newer changes than the backup', false)
    .addHelpText('after', details)
    .action(async (file: string, { force }: { force: boolean }, command: Command) => {
      const { databaseUrl } = readConfig()
      if (!isSqliteUrl(databaseUrl)) refusePostgresql(command, 'restore')
      const { restoreBackup } = await import('#server/cli/backups/restore-backup.ts')
      const restored = await restoreBackup({ file, databaseUrl, isForced: force, now: systemClock.now() })
      process.stdout.write(`The database is restored. ${describeContents(restored.contents)}\n`)
      if (restored.previousPath) process.stdout.write(`The former database is ${restored.previousPath}\n`)
    })
}
