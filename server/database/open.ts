import type { Logger } from 'pino'
import type { Database } from './database.ts'

type OpenOptions = { readonly url: string; readonly log: Logger }

/**
 * Opens the database that a URL names, brought to the newest schema.
 *
 * @param url `file:` with an absolute path, or `postgresql://…`
 * @throws {DatabaseInUse} when another process has the file
 * @throws {MigrationRefused} when its history does not fit this program
 * @throws {DatabaseUnavailable} when it cannot be reached
 */
export async function openDatabase({ url, log }: OpenOptions): Promise<Database> {
  if (url.startsWith('file:')) return (await sqlite()).openSqlite(url.slice('file:'.length), log)
  return openOnServer(url, log)
}

/**
 * Opens the database for a command that runs beside a server, or without one.
 *
 * @throws {MigrationRefused} also when a server has the file and its schema is not this program's
 * @throws {DatabaseUnavailable} when it cannot be reached
 */
export async function openDatabaseBeside({ url, log }: OpenOptions): Promise<Database> {
  if (url.startsWith('file:')) return (await sqlite()).openSqliteBeside(url.slice('file:'.length), log)
  return openOnServer(url, log)
}

// Each engine is loaded only where it is used: their query compilers are the largest part of the program.
function sqlite() {
  return import('./sqlite/open.ts')
}

async function openOnServer(url: string, log: Logger): Promise<Database> {
  const { openPostgresql } = await import('./postgresql/open.ts')
  return openPostgresql(url, log)
}
