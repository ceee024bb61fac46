import { randomInt } from 'node:crypto'
import type pg from 'pg'
import type { Logger } from 'pino'
import { databaseError } from '#server/database/client/unavailable.ts'
import { DatabaseUnavailable } from '#server/database/database.ts'
import { endConnection } from './connection.ts'
import { firstConnection, retryIntervalMs, waitMs } from './first-connection.ts'

const maxLock = 2 ** 47

/**
 * A lock that one connection holds is taken for the other only in the same database.
 *
 * @throws {Error} when the URLs lead to different databases, or a server refuses the account or the database
 * @throws {DatabaseUnavailable} when one of them is unreachable for 30 s
 */
export async function assertSameDatabase(url: string, directUrl: string, log: Logger): Promise<void> {
  const giveUpAt = performance.now() + waitMs
  for (;;) {
    try {
      return await compare(url, directUrl, log)
    } catch (error) {
      // A pooler finds out a while after everyone else that the server is back.
      if (!(error instanceof DatabaseUnavailable) || performance.now() > giveUpAt) throw error
      log.warn({ reason: getReason(error) }, 'waiting for the pooler')
      await new Promise((resolve) => setTimeout(resolve, retryIntervalMs))
    }
  }
}

function getReason({ cause, message }: DatabaseUnavailable): string {
  return cause instanceof Error ? cause.message : message
}

async function compare(url: string, directUrl: string, log: Logger): Promise<void> {
  const lock = randomInt(maxLock)
  const isFree = await inRolledBack(directUrl, log, async (direct) => {
    await direct.query('SELECT pg_advisory_xact_lock($1)', [lock])
    return await inRolledBack(url, log, async (pooled) => {
      const { rows } = await pooled.query<{ free: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS free', [lock])
      return rows[0]?.free
    })
  })
  if (isFree) throw new Error('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.')
}

/** A pooler keeps no lock of a transaction. */
async function inRolledBack<Result>(
  url: string,
  log: Logger,
  work: (connection: pg.Client) => Promise<Result>,
): Promise<Result> {
  const connection = await firstConnection(url, log)
  try {
    await connection.query('BEGIN')
    const result = await work(connection)
    await connection.query('ROLLBACK')
    return result
  } catch (error) {
    throw databaseError(error)
  } finally {
    await endConnection(connection)
  }
}
