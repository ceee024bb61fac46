import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { openServerKey } from '#server/accounts/secrets/server-key.ts'
import { CommandFailed } from '#server/cli/program.ts'
import { runStaffCommand, type StaffCommand } from '#server/cli/staff-command.ts'
import { systemClock } from '#server/clock.ts'
import { type Config, databasePlace } from '#server/config.ts'
import { DatabaseUnavailable } from '#server/database/database.ts'
import { openDatabaseBeside } from '#server/database/open.ts'
import { isSqliteUrl, sqlitePath } from '#server/database/sqlite-path.ts'
import { createLogger } from '#server/logging/logger.ts'
import { readConfig } from '#server/read-config.ts'
import { accountEmailSchema, accountName } from '#shared/account.ts'
import { type StaffRole, staffRoles } from '#shared/people.ts'

/** A busy server may hold the lock of the SQLite file. */
const maxAttempts = 10
const retryDelayMs = 200

export function addStaffCommand(program: Command): void {
  addStaffSubcommands(program.command('staff').description('manage who may work with the requests'))
}

/** @param run is given what the arguments mean */
export function addStaffSubcommands(
  parent: Command,
  run: (command: StaffCommand) => Promise<void> = runAndPrint,
): void {
  const subcommand = (usage: string, description: string) => parent.command(usage).description(description)
  subcommand('add', 'give a role; print an invitation for a new account')
    .argument('<email>', 'their email address', accountEmail)
    .addOption(new Option('--role <role>').choices(staffRoles).default('staff'))
    .option('--name <name>', 'what colleagues call them; they can change it', personName)
    .action((email: string, { role, name }: { role: StaffRole; name?: string }) =>
      run({ name: 'add', email, role, ...(name === undefined ? {} : { called: name }) }),
    )
  subcommand('list', 'list everyone who has a role').action(() => run({ name: 'list' }))
  subcommand('revoke', 'remove the role and sign the account out everywhere')
    .argument('<email>', 'their email address', accountEmail)
    .option('--to <email>', 'who takes over their open requests; left unassigned by default', accountEmail)
    .action((email: string, { to }: { to?: string }) =>
      run({ name: 'revoke', email, ...(to === undefined ? {} : { to }) }),
    )
  subcommand('reset', 'print a password reset link, which also unlocks an account after too many wrong passwords')
    .argument('<email>', 'their email address', accountEmail)
    .action((email: string) => run({ name: 'reset', email }))
  subcommand('reset-second-factor', 'remove the second factor of a person who has lost everything')
    .argument('<email>', 'their email address', accountEmail)
    .action((email: string) => run({ name: 'reset-second-factor', email }))
}

function accountEmail(address: string): string {
  const email = accountEmailSchema.safeParse({ email: address }).data?.email
  if (email === undefined) throw new InvalidArgumentError('This is not a valid email address.')
  return email
}

function personName(typed: string): string {
  const { data, error } = accountName.safeParse(typed)
  if (data === undefined) throw new InvalidArgumentError(error?.issues[0]?.message ?? 'This is not a name.')
  return data
}

async function runAndPrint(command: StaffCommand): Promise<void> {
  process.stdout.write(`${await runOnDatabase(command)}\n`)
}

async function runOnDatabase(command: StaffCommand): Promise<string> {
  const config = readConfig()
  assertInstalled(config)
  const log = createLogger('error', process.stderr)
  const database = await openDatabaseBeside({ ...databasePlace(config), log })
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const serverKey = await openServerKey(database, systemClock)
        return await runStaffCommand(command, { database, config, serverKey, now: systemClock.now() })
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable) || attempt === maxAttempts) throw error
        await delay(retryDelayMs)
      }
    }
  } finally {
    await database.close()
  }
}

/** A new, empty database elsewhere than the server's would get a link that no server knows. */
function assertInstalled({ databaseUrl }: Config): void {
  if (!isSqliteUrl(databaseUrl)) return
  const path = sqlitePath(databaseUrl)
  if (!existsSync(path))
    throw new CommandFailed(
      `There is no database at ${path}. Run the command in the folder of the installation, or set DATA_DIR as for the server, whose first start creates the database.`,
    )
}
