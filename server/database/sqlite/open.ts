import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Logger } from 'pino'
import { Prisma, PrismaClient } from '#prisma/generated/sqlite/client.ts'
import type { Database } from '../database.ts'
import { databaseFromClient } from '../from-client.ts'
import { migrateSqlite } from './migrate.ts'
import { lockForThisProcess } from './process-lock.ts'
import { sqliteQueries } from './queries.ts'
import { sqliteStatements } from './statements.ts'
import { TunedSqliteAdapter } from './tuned-adapter.ts'

/** Waiting for another process's lock stops everything else here, so it is short; the caller may try again. */
const lockTimeoutMs = 200

/** Opens the SQLite file at an absolute path, made and migrated where needed, for this process alone. */
export async function openSqlite(path: string, log: Logger): Promise<Database> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const lock = lockForThisProcess(path)
  try {
    migrateSqlite(path, log)
    const client = new PrismaClient({
      adapter: new TunedSqliteAdapter({ url: `file:${path}`, timeout: lockTimeoutMs }),
    })
    await client.$connect()
    return databaseFromClient(client, {
      models: Object.values(Prisma.ModelName),
      writers: 1,
      queries: sqliteQueries,
      statements: sqliteStatements,
      async release() {
        lock.release()
      },
    })
  } catch (error) {
    lock.release()
    throw error
  }
}
