import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Logger } from 'pino'
import { databaseFromClient } from '#server/database/client/from-client.ts'
import { type Database, DatabaseInUse, DatabaseUnavailable } from '#server/database/database.ts'
import { SqliteAdapter } from './adapter.ts'
import { prepareFile, realPath } from './file-state.ts'
import { assertMigrated, migrateSqlite } from './migrate.ts'
import { lockForThisProcess } from './process-lock.ts'
import { sqliteQueries } from './queries.ts'
import { sqliteRemains } from './remains.ts'
import { assertUndamagedAfterKill } from './unclean-end.ts'

/** A reader that does not end, such as a shell in a transaction, keeps SQLite from starting the log over. */
const longLogBytes = 256 * 1024 * 1024

/** No other process may have the file open. */
export async function openSqlite(given: string, log: Logger): Promise<Database> {
  mkdirSync(dirname(given), { recursive: true, mode: 0o700 })
  const path = realPath(given)
  prepareFile(path, log)
  const lock = lockForThisProcess(path)
  try {
    assertUndamagedAfterKill(path)
    migrateSqlite(path, log)
    return await connected({ path, log, release: lock.release })
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
    return await connected({ path, log })
  }
}

type Connected = {
  readonly path: string
  readonly log: Logger
  release?(): void
}

async function connected({ path, log, release }: Connected): Promise<Database> {
  const adapter = new SqliteAdapter({ url: `file:${path}` })
  const direct = await adapter.open()
  const setting = direct.prepare('SELECT value FROM settings WHERE name = ?').pluck()
  const one = direct.prepare('SELECT 1')
  let reported: string | undefined
  let isLogLong = false
  const watchLog = () => {
    const { logBytes } = direct.files
    if (logBytes >= longLogBytes === isLogLong) return
    isLogLong = !isLogLong
    const megabytes = Math.round(logBytes / 1024 / 1024)
    if (isLogLong)
      log.warn(
        { megabytes },
        'the write-ahead log of the database grows: end the program that has been reading the database for long, such as a backup or a shell',
      )
    else log.info({ megabytes }, 'the write-ahead log of the database is short again')
  }
  const assertInPlace = () => {
    const problem = direct.files.problem()
    if (problem !== reported) {
      if (problem) log.error(problem)
      else log.info('the database files are as they were again')
      reported = problem
    }
    watchLog()
    if (problem) throw new DatabaseUnavailable(problem)
  }
  const loadClient = async () => {
    const { PrismaClient } = await import('#prisma/generated/sqlite/client.ts')
    return new PrismaClient({ adapter })
  }
  return databaseFromClient(loadClient, {
    writers: 1,
    queries: sqliteQueries,
    async lock() {
      // Transactions wait for one another anyway.
    },
    skipLocked: '',
    readSetting: async (name) => setting.get(name) as string | undefined,
    assertInPlace,
    async ping() {
      assertInPlace()
      one.get()
    },
    async notifyOthers() {
      // No other process has open pages.
    },
    async subscribeToOthers() {
      // No other process notifies this one.
    },
    removeRemains: sqliteRemains(direct),
    load: () => ({ waiting: 0, logBytes: direct.files.logBytes }),
    async release() {
      direct.close()
      release?.()
    },
  })
}
