import type { Command } from 'commander'
import { describeSize, describeTime } from '#server/cli/backups/describe-contents.ts'
import { refusePostgresql } from '#server/cli/backups/postgresql-lines.ts'
import type { Verification } from '#server/cli/backups/verify-backup.ts'
import { formatWholeNumber } from '#shared/formatting.ts'

const details = `
Reads every row, and compares the file with FILE.json, if that is beside it. It needs no settings and no server.`

export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description('say what is in a backup, and whether it is undamaged')
    .argument('<file>', 'a backup')
    .addHelpText('after', details)
    .action(async (file: string, _options: unknown, command: Command) => {
      const { isArchive, verifyBackup } = await import('#server/cli/backups/verify-backup.ts')
      if (isArchive(file)) refusePostgresql(command, 'verify')
      process.stdout.write(`${describe(await verifyBackup(file))}\n`)
    })
}

function describe(backup: Verification): string {
  const { bytes, contents, manifest } = backup
  const { migrations, newestEstimate, tables } = contents
  const facts = [
    ['engine', `SQLite, ${describeSize(bytes)}`],
    ['begun', manifest ? describeTime(manifest.begunAt) : 'unknown'],
    ['schema', `${migrations.at(-1)} (${schemaAge(backup)})`],
    ['newest estimate', newestEstimate ? describeTime(newestEstimate) : 'none'],
    ['checksum', manifest ? `ok (SHA-256 ${manifest.sha256})` : 'unknown, since there is no manifest beside the file'],
    ...Object.entries(tables).map(([table, rows]) => [
      table,
      `${formatWholeNumber(rows)} ${rows === 1 ? 'row' : 'rows'}`,
    ]),
  ]
  const width = Math.max(...facts.map(([name = '']) => name.length))
  const lines = facts.map(([name = '', value]) => `${name.padEnd(width)}   ${value}`)
  return [...lines, '', 'The backup is undamaged.'].join('\n')
}

function schemaAge({ pendingMigrations, refusal }: Verification): string {
  if (refusal) return `which this version of the program cannot use: ${refusal}`
  if (pendingMigrations === 0) return 'that of this version of the program'
  return pendingMigrations === 1
    ? 'the next start applies one migration'
    : `the next start applies ${pendingMigrations} migrations`
}
