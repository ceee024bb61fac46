import pg from 'pg'
import { databaseError } from '#server/database/client/unavailable.ts'
import { applicationName, connectionTo, endConnection } from './connection.ts'

const tables = [
  'project_estimates',
  'estimate_events',
  'proposals',
  'stored_files',
  'file_contents',
  'outbox_messages',
  'users',
] as const

/**
 * Frees the space of deleted and replaced rows in tables and indexes, without the time limit of other statements. A table
 * that autovacuum works on at the time is left to it.
 *
 * @returns false when stopped
 * @throws {DatabaseUnavailable}
 */
export async function removePostgresqlRemains(url: string, isStopped: () => boolean): Promise<boolean> {
  const connection = new pg.Client({
    ...connectionTo(url, applicationName, { search_path: 'public' }),
    connectionTimeoutMillis: 5_000,
  })
  connection.on('error', () => undefined)
  try {
    await connection.connect()
    for (const table of tables) {
      if (isStopped()) return false
      // For few rows, it would leave the indexes alone.
      await connection.query(`VACUUM (SKIP_LOCKED, INDEX_CLEANUP ON) ${table}`)
    }
    return true
  } catch (error) {
    throw databaseError(error)
  } finally {
    await endConnection(connection)
  }
}
