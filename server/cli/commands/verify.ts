import type { Command } from 'commander'
import { describeSize, describeTime } from '#server/cli/backups/describe-contents.ts'
import { unknownMigrations, verifyBackup } from '#server/cli/backups/verify-backup.ts'
import { formatWholeNumber } from '#shared/formatting.ts'

const details = `
Reads every row, and compares the file with FILE.json, if that is beside it. It needs no settings and no server.`

export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description('say what is in a backup, and whether it is undamaged')
    .argument('<file>', 'a backup')
    .addHelpText('after', details)
    .action(async (file: string) => {
      process.stdout.write(`${describe(await verifyBackup(file))}\n`)
    })
}

function describe(backup: Awaited<ReturnType<typeof verifyBackup>>): string {
  const { engine, bytes, contents, manifest } = backup
  const { migrations, newestEstimate, tables } = contents
  const facts = [
    ['engine', `${engine.title}, ${describeSize(bytes)}`],
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

function schemaAge({ engine, contents }: Awaited<ReturnType<typeof verifyBackup>>): string {
  if (unknownMigrations(engine, contents).length > 0)
    return 'newer than this version of the program, which cannot use it'
  const missing = engine.migrations.length - contents.migrations.length
  if (missing === 0) return 'that of this version of the program'
  return missing === 1 ? 'the next start adds one migration' : `the next start adds ${missing} migrations`
}
