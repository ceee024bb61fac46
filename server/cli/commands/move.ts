import { type Command, InvalidArgumentError } from 'commander'
import { startProgress } from '#server/cli/progress.ts'
import { parseDatabaseUrl } from '#server/config.ts'
import { createLogger } from '#server/logging/logger.ts'
import { formatWholeNumber } from '#shared/formatting.ts'

const urls = 'file:PATH or postgresql://USER@HOST:PORT/NAME'

export function addMoveCommands(program: Command): void {
  program
    .command('move')
    .description(
      'move all data from SQLite to PostgreSQL or back; after an interruption, begin again with an empty target',
    )
    .requiredOption('--from <url>', `the database that has the data: ${urls}`, databaseUrl)
    .requiredOption('--to <url>', 'an empty database of the other engine', databaseUrl)
    .addHelpText('after', '\nPGPASSWORD or ~/.pgpass keep the password of PostgreSQL out of the arguments.')
    .action(move)
  program
    .command('reopen')
    .description('let the program start again on a database that was moved away')
    .argument('<url>', urls, databaseUrl)
    .action(reopen)
}

function databaseUrl(text: string): string {
  const url = parseDatabaseUrl(text, process.cwd())
  if (url === undefined) throw new InvalidArgumentError(`Expected ${urls}.`)
  return url
}

const log = () => createLogger('error', process.stderr)

async function move({ from, to }: { readonly from: string; readonly to: string }): Promise<void> {
  const { hidePassword, moveDatabase } = await import('#server/database/move.ts')
  const progress = startProgress('Copying')
  const tables = await moveDatabase({ from, to, log: log(), onProgress: progress.update }).finally(progress.end)
  const all = tables.reduce((sum, { rows }) => sum + rows, 0)
  const lines = tables.map(
    ({ name, rows, checksum }) =>
      `  ${name.padEnd(20)}${formatWholeNumber(rows).padStart(12)}  ${checksum.slice(0, 16)}\n`,
  )
  process.stdout.write(`Moved ${formatWholeNumber(all)} rows, with these checksums on both sides:\n\n${lines.join('')}
The program no longer starts on ${hidePassword(from)}.
Set DATABASE_URL to ${hidePassword(to)}, with its password, and start it.\n`)
}

async function reopen(url: string): Promise<void> {
  const { reopenDatabase } = await import('#server/database/move.ts')
  await reopenDatabase(url, log())
  process.stdout.write(
    'The program can start on this database again. What was changed in the other one is missing here, and emails that were waiting go out once more.\n',
  )
}
