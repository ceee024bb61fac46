import { type Command, InvalidArgumentError } from 'commander'
import { isFolder } from '#server/cli/backups/backup-files.ts'
import { describeContents, describeSize } from '#server/cli/backups/describe-contents.ts'
import { refusePostgresql } from '#server/cli/backups/postgresql-lines.ts'
import { startProgress } from '#server/cli/progress.ts'
import { systemClock } from '#server/clock.ts'
import { isSqliteUrl } from '#server/database/sqlite-path.ts'
import { noteBackup } from '#server/last-backup.ts'
import { readConfig } from '#server/read-config.ts'

const details = `
The copy has everything that was acknowledged before the command began. It is read to the end before it gets its
name. FILE.json beside it has its checksum and its numbers of rows, for "verify" and "restore".

FILE may be a folder. Then the file is named by the time in UTC, such as estimates-2026-01-05T02-30-00Z.db. With
--keep, older files of that folder are deleted, but only those with such a name.

The backup is a SQLite database. For PostgreSQL, the command says how to run pg_dump.`

export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .description('copy the SQLite database to a file while the server runs, and verify the copy')
    .argument('<file>', 'a new file, or a folder')
    .option('--keep <count>', 'keep only so many backups in the folder', wholeNumber)
    .addHelpText('after', details)
    .action(async (target: string, { keep }: { keep?: number }, command: Command) => {
      if (keep !== undefined && !isFolder(target))
        command.error('error: --keep needs a folder. End the name with a slash if it does not exist yet.')
      const { databaseUrl, dataDir } = readConfig()
      if (!isSqliteUrl(databaseUrl)) refusePostgresql(command, 'backup')
      const { backUp } = await import('#server/cli/backups/back-up.ts')
      const now = systemClock.now()
      const progress = startProgress('Copying')
      const { path, manifest, removed } = await backUp({
        databaseUrl,
        target,
        keep,
        now,
        onProgress: progress.update,
      }).finally(() => progress.end())
      noteBackup(dataDir, { path, at: now })
      process.stdout.write(`${path}: ${describeSize(manifest.bytes)}, verified. ${describeContents(manifest)}\n`)
      for (const old of removed) process.stdout.write(`Deleted ${old}\n`)
    })
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It has to be a whole number, at least 1.')
  return Number(text)
}
