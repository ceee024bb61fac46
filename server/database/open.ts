import type { Logger } from 'pino'
import { isSqliteUrl, sqlitePath } from '#server/database/sqlite-path.ts'
import type { Database } from './database.ts'

export type DatabasePlace = {
  /** It is `file:` with an absolute path, or `postgresql://…`. */
  readonly url: string
  /** PostgreSQL itself, if `url` leads to a pooler that may run each transaction in another session. */
  readonly directUrl?: string | undefined
  /** The number of connections to PostgreSQL, besides the one for notifications; at least 3. */
  readonly poolSize?: number | undefined
}

type OpenOptions = DatabasePlace & { readonly log: Logger }

export const defaultPoolSize = 10

/**
 * Migrates the database first.
 *
 * @throws {DatabaseInUse} when another process has the file open
 * @throws {MigrationRefused} when the migrations do not match
 * @throws {DatabaseUnavailable}
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { url, log } = options
  if (isSqliteUrl(url)) return (await sqlite()).openSqlite(sqlitePath(url), log)
  return openOnServer(options)
}

/**
 * A server may have the database open.
 *
 * @throws {MigrationRefused} also when that server uses another schema
 * @throws {DatabaseUnavailable}
 */
export async function openDatabaseBeside(options: OpenOptions): Promise<Database> {
  const { url, log } = options
  if (isSqliteUrl(url)) return (await sqlite()).openSqliteBeside(sqlitePath(url), log)
  return openOnServer(options)
}

// Only one engine is loaded, because query compilers are large.
function sqlite() {
  return import('./sqlite/open.ts')
}

async function openOnServer({ url, directUrl, poolSize = defaultPoolSize, log }: OpenOptions): Promise<Database> {
  const { openPostgresql } = await import('./postgresql/open.ts')
  return openPostgresql({ url, directUrl, poolSize, log })
}
