import type { Logger } from 'pino'
import type { Database } from './database.ts'

type OpenOptions = { readonly url: string; readonly log: Logger }

/**
 * Migrates the database first.
 *
 * @param url `file:` with an absolute path, or `postgresql://…`
 * @throws {DatabaseInUse} when another process has the file open
 * @throws {MigrationRefused} when the migrations do not match
 * @throws {DatabaseUnavailable}
 */
export async function openDatabase({ url, log }: OpenOptions): Promise<Database> {
  if (url.startsWith('file:')) return (await sqlite()).openSqlite(url.slice('file:'.length), log)
  return openOnServer(url, log)
}

/**
 * A server may have the database open.
 *
 * @throws {MigrationRefused} also when that server uses another schema
 * @throws {DatabaseUnavailable}
 */
export async function openDatabaseBeside({ url, log }: OpenOptions): Promise<Database> {
  if (url.startsWith('file:')) return (await sqlite()).openSqliteBeside(url.slice('file:'.length), log)
  return openOnServer(url, log)
}

// Only one engine is loaded, because query compilers are large.
function sqlite() {
  return import('./sqlite/open.ts')
}

async function openOnServer(url: string, log: Logger): Promise<Database> {
  const { openPostgresql } = await import('./postgresql/open.ts')
  return openPostgresql(url, log)
}
