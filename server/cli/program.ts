import { constants } from 'node:os'
import { Command, CommanderError } from 'commander'
import { ConfigError } from '#server/config.ts'
import { DatabaseInUse, DatabaseUnavailable } from '#server/database/database.ts'
import { MigrationRefused } from '#server/database/migrations.ts'
import { MoveRefused } from '#server/database/move-marks.ts'
import { BackupFailed } from '#server/database/sqlite/contents.ts'
import { AppError } from '#server/errors.ts'

const exitCodes = `
Exit codes: 0 done, 1 failed, 2 wrong arguments.
Settings come from the environment and from .env, as for the server.`

/**
 * Commands must be added with `program.command(…)`, which passes on how errors are handled. A command that throws fails
 * with exit code 1; `command.error(…)` reports wrong arguments.
 */
export function createProgram(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .helpCommand(false)
    .showHelpAfterError()
    .addHelpText('after', exitCodes)
    .exitOverride()
}

/** Runs the command that the arguments name, and sets the exit code. Never throws. */
export async function runProgram(program: Command, args: readonly string[]): Promise<void> {
  // Commands write customers' data.
  process.umask(0o077)
  // Without a handler, `exit` listeners would not run, and unfinished files would stay.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(128 + constants.signals[signal]))
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    process.exitCode = getExitCode(error)
    // Commander has printed its own errors.
    if (!(error instanceof CommanderError)) process.stderr.write(`${describeError(error)}\n`)
  }
}

function getExitCode(error: unknown): number {
  if (!(error instanceof CommanderError)) return 1
  // Help that was asked for is no error.
  return error.exitCode === 0 ? 0 : 2
}

/** The operator reads it: what failed, without a stack. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (isForOperator(error)) return error.message
  const { cause, message } = error
  const reason = error instanceof DatabaseUnavailable && cause instanceof Error ? ` (${cause.message})` : ''
  // A refused connection to several addresses of one name has no message.
  return `The command failed: ${message || String((error as NodeJS.ErrnoException).code)}${reason}`
}

/** A failure that the operator can mend. The message says how. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}

function isForOperator(error: Error): boolean {
  const kinds = [AppError, BackupFailed, CommandFailed, ConfigError, DatabaseInUse, MigrationRefused, MoveRefused]
  return kinds.some((kind) => error instanceof kind)
}
