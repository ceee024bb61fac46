import { setTimeout as delay } from 'node:timers/promises'
import { openServerKey } from '#server/auth/server-key.ts'
import { systemClock } from '#server/clock.ts'
import { ConfigError, databasePlace } from '#server/config.ts'
import { DatabaseUnavailable } from '#server/database/database.ts'
import { openDatabaseBeside } from '#server/database/open.ts'
import { AppError } from '#server/errors.ts'
import { createLogger } from '#server/logging/logger.ts'
import { readConfig } from '#server/read-config.ts'
import { parseStaffCommand, runStaffCommand, type StaffCommand, UsageError, usage } from './staff-command.ts'

/** A busy server may hold the lock of the SQLite file. */
const maxAttempts = 10
const retryDelayMs = 200

// This may create the database.
process.umask(0o077)
await main()

async function main(): Promise<void> {
  try {
    const message = await run(parseStaffCommand(process.argv.slice(2)))
    process.stdout.write(`${message}\n`)
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}

async function run(command: StaffCommand): Promise<string> {
  const config = readConfig()
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

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof UsageError) return `${error.message}\n\n${usage}`
  if (error instanceof ConfigError || error instanceof AppError) return error.message
  const { cause, message } = error
  const reason = error instanceof DatabaseUnavailable && cause instanceof Error ? ` (${cause.message})` : ''
  return `The command failed: ${message}${reason}`
}
