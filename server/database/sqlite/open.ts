import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Logger } from 'pino'
import { PrismaClient } from '#prisma/generated/sqlite/client.ts'
import { databaseFromClient } from '#server/database/client/from-client.ts'
import type { Database } from '#server/database/database.ts'
import { prepareFile, realPath } from './file-state.ts'
import { assertMigrated, migrateSqlite } from './migrate.ts'
import { sqliteOutboxStatements } from './outbox-statements.ts'
import { DatabaseInUse, lockForThisProcess } from './process-lock.ts'
import { sqliteQueries } from './queries.ts'
import { sqliteStatements } from './statements.ts'
import { TunedSqliteAdapter } from './tuned-adapter.ts'

/** No other process may have the file open. */
export async function openSqlite(given: string, log: Logger): Promise<Database> {
  mkdirSync(dirname(given), { recursive: true, mode: 0o700 })
  const path = realPath(given)
  prepareFile(path, log)
  const lock = lockForThisProcess(path)
  try {
    migrateSqlite(path, log)
    return await connected(path, lock.release)
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * Shares the file with a running server.
 *
 * @throws {MigrationRefused} also when that server uses another schema
 */
export async function openSqliteBeside(path: string, log: Logger): Promise<Database> {
  try {
    return await openSqlite(path, log)
  } catch (error) {
    if (!(error instanceof DatabaseInUse)) throw error
    assertMigrated(path)
    return await connected(path)
  }
}

async function connected(path: string, release?: () => void): Promise<Database> {
  const client = new PrismaClient({ adapter: new TunedSqliteAdapter({ url: `file:${path}` }) })
  await client.$connect()
  return databaseFromClient(client, {
    writers: 1,
    queries: sqliteQueries,
    statements: (transaction) => ({ ...sqliteStatements(transaction), ...sqliteOutboxStatements(transaction) }),
    async notifyOthers() {
      // No other process has open pages.
    },
    async subscribeToOthers() {
      // No other process notifies this one.
    },
    async release() {
      release?.()
    },
  })
}
