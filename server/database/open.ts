import type { Logger } from 'pino'
import type { Database } from './database.ts'

type OpenOptions = { readonly url: string; readonly log: Logger }

/**
 * Opens a database after migrating it to the newest schema.
 *
 * @param url `file:` with an absolute path, or `postgresql://…`
 * @throws {DatabaseInUse} when another process has the file open
 * @throws {MigrationRefused} when its migrations do not match this program's
 * @throws {DatabaseUnavailable} when it cannot be reached
 */
export async function openDatabase({ url, log }: OpenOptions): Promise<Database> {
  if (url.startsWith('file:')) return (await sqlite()).openSqlite(url.slice('file:'.length), log)
  return openOnServer(url, log)
}

/**
 * Opens the database for a command, which may run beside a server.
 *
 * @throws {MigrationRefused} also when a server has the file open with another schema
 * @throws {DatabaseUnavailable} when it cannot be reached
 */
export async function openDatabaseBeside({ url, log }: OpenOptions): Promise<Database> {
  if (url.startsWith('file:')) return (await sqlite()).openSqliteBeside(url.slice('file:'.length), log)
  return openOnServer(url, log)
}

// Only the engine in use is loaded, because the query compilers are the largest part of the program.
function sqlite() {
  return import('./sqlite/open.ts')
}

async function openOnServer(url: string, log: Logger): Promise<Database> {
  const { openPostgresql } = await import('./postgresql/open.ts')
  return openPostgresql(url, log)
}
