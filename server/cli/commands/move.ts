import { type Command, InvalidArgumentError } from 'commander'
import { CommandFailed } from '#server/cli/program.ts'
import { type Progress, startProgress } from '#server/cli/progress.ts'
import { parseDatabaseUrl } from '#server/config.ts'
import { MigrationRefused } from '#server/database/migrations.ts'
import { type MovedData, type MoveStep, moveDatabase, reopenDatabase } from '#server/database/move/move-database.ts'
import { MoveRefused } from '#server/database/move/sides.ts'
import { createLogger } from '#server/logging/logger.ts'

const urls = 'file:PATH or postgresql://USER@HOST:PORT/NAME'

/** The checksum has 64. */
const shownDigits = 16

const titles: Readonly<Record<MoveStep['kind'], string>> = {
  reread: 'Comparing what is there already',
  copy: 'Copying',
  verify: 'Verifying',
}

export function addMoveCommands(program: Command): void {
  program
    .command('move')
    .description('move all data from SQLite to PostgreSQL or back; after an interruption, run it again')
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

async function move({ from, to }: { readonly from: string; readonly to: string }): Promise<void> {
  const log = createLogger('error', process.stderr)
  const steps = new Steps()
  try {
    process.stdout.write(describe(await moveDatabase({ from, to, log, onStep: (step) => steps.show(step) })))
  } catch (error) {
    throw asFailure(error)
  } finally {
    steps.end()
  }
}

async function reopen(url: string): Promise<void> {
  try {
    await reopenDatabase(url)
  } catch (error) {
    throw asFailure(error)
  }
  process.stdout.write(
    'The program can start on this database again. What was changed in the other one is missing here, and emails that were waiting go out once more.\n',
  )
}

function asFailure(error: unknown): unknown {
  const isForOperator = error instanceof MoveRefused || error instanceof MigrationRefused
  return isForOperator ? new CommandFailed(error.message, { cause: error }) : error
}

/** Shows one step after the other. */
class Steps {
  #title = ''
  #progress: Progress | undefined

  show({ kind, table, rows, total }: MoveStep): void {
    if (total === 0) return
    const title = `${titles[kind]}: ${table}`
    if (title !== this.#title) {
      this.end()
      this.#title = title
      this.#progress = startProgress(title)
    }
    this.#progress?.update(rows, total)
  }

  end(): void {
    this.#progress?.end()
    this.#progress = undefined
  }
}

function describe({ from, to, tables, resumedRows }: MovedData): string {
  const all = tables.reduce((sum, { rows }) => sum + rows, 0)
  const width = Math.max(...tables.map(({ name }) => name.length))
  const lines = tables.map(
    ({ name, rows, checksum }) =>
      `  ${name.padEnd(width)}  ${format(rows).padStart(12)}  ${checksum.slice(0, shownDigits)}`,
  )
  const resumed = resumedRows > 0 ? `, ${format(resumedRows)} of them before an interruption` : ''
  return `Moved ${format(all)} rows${resumed}, with these checksums on both sides:\n\n${lines.join('\n')}\n
The program no longer starts on ${from}.
Set DATABASE_URL to ${to}, with its password, and start it.\n`
}

const format = (number: number) => number.toLocaleString('en-US')
