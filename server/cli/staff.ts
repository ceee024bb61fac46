import { setTimeout as wait } from 'node:timers/promises'
import { openServerKey } from '#server/auth/server-key.ts'
import { systemClock } from '#server/clock.ts'
import { ConfigError } from '#server/config.ts'
import { DatabaseUnavailable } from '#server/database/database.ts'
import { openDatabaseBeside } from '#server/database/open.ts'
import { AppError } from '#server/errors.ts'
import { createLogger } from '#server/logging/logger.ts'
import { readConfig } from '#server/read-config.ts'
import { parseStaffCommand, runStaffCommand, type StaffCommand, UsageError, usage } from './staff-command.ts'

/** A server that writes all the time leaves a gap soon. */
const maxTries = 10
const pauseMs = 200

// As in run-server.ts: it may be the one to make the database.
process.umask(0o077)
await main()

async function main(): Promise<void> {
  try {
    const answer = await run(parseStaffCommand(process.argv.slice(2)))
    process.stdout.write(`${answer}\n`)
  } catch (error) {
    process.stderr.write(`${problem(error)}\n`)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}

async function run(command: StaffCommand): Promise<string> {
  const config = readConfig()
  const log = createLogger('error', process.stderr)
  const database = await openDatabaseBeside({ url: config.databaseUrl, log })
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        const serverKey = await openServerKey(database, systemClock)
        return await runStaffCommand(command, { database, config, serverKey, now: systemClock.now() })
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable) || tries === maxTries) throw error
        await wait(pauseMs)
      }
    }
  } finally {
    await database.close()
  }
}

function problem(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof UsageError) return `${error.message}\n\n${usage}`
  if (error instanceof ConfigError || error instanceof AppError) return error.message
  const { cause, message } = error
  const reason = error instanceof DatabaseUnavailable && cause instanceof Error ? ` (${cause.message})` : ''
  return `That did not work: ${message}${reason}`
}
