import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import type { Logger } from 'pino'
import type { PrismaClient } from '#prisma/generated/sqlite/client.ts'
import { databaseFromClient } from '#server/database/client/from-client.ts'
import type { Database } from '#server/database/database.ts'
import { CommitChannel } from './commit-channel.ts'
import { applicationName, connectionTo } from './connection.ts'
import { lockKeys } from './lock.ts'
import { migratePostgresql } from './migrate.ts'
import { postgresqlQueries } from './queries.ts'
import { removePostgresqlRemains } from './remains.ts'
import { assertSameDatabase } from './same-database.ts'
import { ownSessions, pooledSessions } from './sessions.ts'
import { WatchedPool } from './watched-pool.ts'

/** One waits for the disk while the other collects its group. */
const writers = 2

type OpenOptions = {
  readonly url: string
  /** PostgreSQL itself, if `url` leads to a pooler that may run each transaction in another session. */
  readonly directUrl: string | undefined
  /** It is at least 3. */
  readonly poolSize: number
  readonly log: Logger
}

/**
 * Migrations and notifications use the direct URL, all else the pool.
 *
 * @throws {MigrationRefused} when the migrations do not match
 * @throws {DatabaseUnavailable} when the database is unreachable for 30 s
 * @throws {Error} when the server refuses the account or the database, or the URLs lead to different databases
 */
export async function openPostgresql({ url, directUrl, poolSize, log }: OpenOptions): Promise<Database> {
  const channel = new CommitChannel(directUrl ?? url, log)
  try {
    // A move, which keeps migrations waiting, finds this process by the lock of the channel.
    await migratePostgresql(directUrl ?? url, log, undefined, () => channel.open())
    if (directUrl !== undefined) await assertSameDatabase(url, directUrl, log)
  } catch (error) {
    await channel.close()
    throw error
  }
  const sessions = directUrl === undefined ? ownSessions : pooledSessions
  const pool = new pg.Pool({
    ...connectionTo(url, applicationName, sessions.settings),
    max: poolSize,
    // pg waits forever by default.
    connectionTimeoutMillis: 2_000,
  })
  const watchedPool = new WatchedPool(pool, { log, sessions, onReplaced: () => channel.reconnect() })
  const adapter = new PrismaPg(pool)
  const loadClient = async () => {
    const { PrismaClient: PostgresqlClient } = await import('#prisma/generated/postgresql/client.ts')
    // Both clients have the same models.
    return new PostgresqlClient({ adapter }) as unknown as PrismaClient
  }
  return databaseFromClient(loadClient, {
    writers,
    queries: postgresqlQueries,
    lock: lockKeys,
    // Workers claim different messages without waiting.
    skipLocked: 'FOR UPDATE SKIP LOCKED',
    async readSetting(name) {
      const { rows } = await pool.query<{ value: string }>({
        text: 'SELECT value FROM settings WHERE name = $1',
        values: [name],
      })
      return rows[0]?.value
    },
    async ping() {
      await pool.query({ text: 'SELECT 1' })
    },
    notifyOthers: (transaction, changes) => channel.notify(transaction, changes),
    subscribeToOthers: async (listener) => channel.listen(listener),
    removeRemains: (isStopped) => removePostgresqlRemains(directUrl ?? url, isStopped),
    load: () => watchedPool.load(),
    beginClose: () => watchedPool.cutSoon(),
    async release() {
      await pool.end()
      await channel.close()
    },
  })
}
