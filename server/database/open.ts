import type { Logger } from 'pino'
import type { Database } from './database.ts'

/**
 * Opens the database that a URL names, brought to the newest schema.
 *
 * @param url `file:` with an absolute path, or `postgresql://…`
 * @throws {DatabaseInUse} when another process has the file
 * @throws {MigrationRefused} when its history does not fit this program
 * @throws {DatabaseUnavailable} when it cannot be reached
 */
export async function openDatabase({ url, log }: { url: string; log: Logger }): Promise<Database> {
  // Each engine is loaded only where it is used: their query compilers are the largest part of the program.
  if (url.startsWith('file:')) {
    const { openSqlite } = await import('./sqlite/open.ts')
    return openSqlite(url.slice('file:'.length), log)
  }
  const { openPostgresql } = await import('./postgresql/open.ts')
  return openPostgresql(url, log)
}
