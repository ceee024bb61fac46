import pg from 'pg'
import type { Logger } from 'pino'
import { databaseError } from '#server/database/client/unavailable.ts'
import { DatabaseUnavailable } from '#server/database/database.ts'
import { applicationName, connectionTo, endConnection, type SessionSettings } from './connection.ts'
import { connectionProblem } from './connection-problem.ts'

export const waitMs = 30_000
export const retryIntervalMs = 500

/**
 * Waits for a server that is starting.
 *
 * @param settings which most poolers refuse
 * @throws {DatabaseUnavailable} when the database is unreachable for 30 s
 * @throws {Error} when the server refuses the account, the database or the settings
 */
export async function firstConnection(url: string, log: Logger, settings: SessionSettings = {}): Promise<pg.Client> {
  const giveUpAt = performance.now() + waitMs
  for (;;) {
    const connection = new pg.Client({
      // The name is that of a process that is not running yet, because a move has to tell it from a server.
      ...connectionTo(url, `${applicationName} start`, settings),
      connectionTimeoutMillis: 2_000,
    })
    // An error without a listener would end the process.
    connection.on('error', (error) => log.warn({ reason: error.message }, 'the database connection was lost'))
    try {
      await connection.connect()
      return connection
    } catch (error) {
      await endConnection(connection)
      const reason = error instanceof Error ? error.message : String(error)
      throwRefusal(url, error, reason)
      if (performance.now() > giveUpAt)
        throw new DatabaseUnavailable(`The database could not be reached: ${reason}`, { cause: error })
      log.warn({ reason }, 'waiting for the database')
      await new Promise((resolve) => setTimeout(resolve, retryIntervalMs))
    }
  }
}

/** @throws {Error} where waiting does not help */
function throwRefusal(url: string, cause: unknown, reason: string): void {
  if (reason.startsWith('unsupported startup parameter'))
    throw new Error(
      'The database is reached through a pooler. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
      { cause },
    )
  if (databaseError(cause) !== cause && !isRefusal(cause)) return
  const { text, cure } = connectionProblem(url, cause)
  throw new Error(`${text} ${cure}`, { cause })
}

/** 28 means bad credentials, and 3D an unknown database. */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(28|3D)/.test(error.code ?? '')
}
