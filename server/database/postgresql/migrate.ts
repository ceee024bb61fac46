import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import {
  type AppliedMigration,
  failedMigration,
  type Migration,
  migrationHistory,
  pendingMigrations,
} from '#server/database/migrations.ts'
import { type DatabaseState, databaseState, endConnection, stateProblem } from './connection.ts'
import { firstConnection } from './first-connection.ts'

const history = migrationHistory(
  import.meta.glob<string>('../../../prisma/migrations/postgresql/*/migration.sql', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
const bridge = migrationHistory(
  import.meta.glob<string>('../../../prisma/migrations/from-0.2/postgresql/*/migration.sql', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)

/** The Prisma CLI uses the same lock. */
export const migrationLock = 72_707_369

/** Less than visitors wait for a lock, who would queue behind the migration. */
const lockTimeout = '3s'
const lockWaitMs = 60_000

const settings = {
  search_path: 'public',
  // A default of the role or the database could end a long migration.
  statement_timeout: 0,
  lock_timeout: 0,
  // Otherwise a lost client would hold its locks for hours.
  idle_in_transaction_session_timeout: '60s',
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
}

// The Prisma CLI creates the same table.
const migrationsTable = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`

/**
 * Processes that start together wait for one another.
 *
 * @param url of PostgreSQL itself
 * @param whileLocked called once the database has all migrations, while other processes that start still wait
 * @throws {MigrationRefused} and leaves the database as the last complete migration made it
 * @throws {DatabaseUnavailable} when the database is unreachable for 30 s
 * @throws {Error} when the server refuses the account or the database, or the database cannot be used
 */
export async function migratePostgresql(
  url: string,
  log: Logger,
  migrations: readonly Migration[] = history,
  whileLocked?: () => Promise<void>,
): Promise<void> {
  const connection = await firstConnection(url, log, settings)
  try {
    await assertUsable(connection)
    await warnOfPooler(connection, log)
    let isPending = true
    while (isPending) isPending = await applyNext(connection, migrations, log, whileLocked)
  } finally {
    await endConnection(connection)
  }
}

/** @throws {Error} */
async function assertUsable(connection: pg.Client): Promise<void> {
  const { rows } = await connection.query<DatabaseState>(`SELECT ${databaseState}`)
  const problem = rows[0] && stateProblem(rows[0])
  if (problem) throw new Error(`${problem.text} ${problem.cure}`)
}

/** A pooler makes up its own process numbers. Some servers in the cloud do, too. */
async function warnOfPooler(connection: pg.Client, log: Logger): Promise<void> {
  const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  if (rows[0]?.pid === (connection as unknown as { processID: number }).processID) return
  log.warn(
    'the connection for migrations and notifications seems to lead to a pooler; if it changes sessions between transactions, open pages miss what other processes store; see DATABASE_DIRECT_URL',
  )
}

async function appliedTo(connection: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await connection.query<AppliedMigration>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished,
       rolled_back_at IS NOT NULL AS "rolledBack", logs FROM public._prisma_migrations`,
  )
  return rows
}

/**
 * @returns the migrations that the next start applies
 * @throws {MigrationRefused}
 */
export async function pendingIn(connection: pg.Client): Promise<readonly Migration[]> {
  const { rows } = await connection.query<{ exists: boolean }>(
    `SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS exists`,
  )
  return pendingMigrations(history, rows[0]?.exists ? await appliedTo(connection) : [], bridge)
}

/** @returns whether there was a pending migration */
async function applyNext(
  connection: pg.Client,
  migrations: readonly Migration[],
  log: Logger,
  whileLocked?: () => Promise<void>,
): Promise<boolean> {
  const giveUpAt = performance.now() + lockWaitMs
  for (;;) {
    await connection.query('BEGIN')
    // Unlike a lock of the session, it cannot stay with a pooler.
    await connection.query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
    await connection.query(migrationsTable)
    const [next] = pendingMigrations(migrations, await appliedTo(connection), bridge)
    if (next === undefined) {
      await whileLocked?.()
      await connection.query('COMMIT')
      return false
    }
    try {
      await apply(connection, next)
      log.info({ migration: next.name }, 'migration applied')
      return true
    } catch (cause) {
      await connection.query('ROLLBACK').catch(() => undefined)
      if (!isLockTimeout(cause) || performance.now() > giveUpAt) throw failedMigration(next, cause)
      log.warn({ migration: next.name }, 'waiting for a table that others use')
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03'
}

async function apply(connection: pg.Client, migration: Migration): Promise<void> {
  const startedAt = new Date()
  await connection.query(`SET LOCAL lock_timeout = '${lockTimeout}'`)
  await connection.query(migration.sql)
  await connection.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, $4, clock_timestamp(), 1)`,
    [randomUUID(), migration.checksum, migration.name, startedAt],
  )
  await connection.query('COMMIT')
}
