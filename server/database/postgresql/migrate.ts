import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import { databaseError } from '#server/database/client/unavailable.ts'
import { DatabaseUnavailable } from '#server/database/database.ts'
import {
  type AppliedMigration,
  failedMigration,
  type Migration,
  migrationHistory,
  pendingMigrations,
} from '#server/database/migrations.ts'
import { isMoveMark } from '#server/database/move-marks.ts'
import { endConnection, keepAlive } from './connection.ts'

const history = migrationHistory(
  import.meta.glob<string>('../../../prisma/migrations/postgresql/*/migration.sql', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)

/** Names, in order. */
export const postgresqlMigrations: readonly string[] = history.map(({ name }) => name)

/** The Prisma CLI uses the same lock. */
export const migrationLock = 72_707_369

const connectTimeoutMs = 30_000

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
 * @throws {MigrationRefused} and leaves the database unchanged
 * @throws {DatabaseUnavailable} when the database is unreachable for 30 s
 * @throws {Error} when the server refuses the account or the database
 */
export async function migratePostgresql(url: string, log: Logger, migrations: readonly Migration[] = history) {
  const connection = await connect(url, log)
  try {
    await connection.query('SELECT pg_advisory_lock($1)', [migrationLock])
    await connection.query(migrationsTable)
    const applied = await appliedTo(connection)
    for (const migration of pendingMigrations(migrations, applied)) await apply(connection, migration, log)
  } finally {
    // Releases the lock.
    await endConnection(connection)
  }
}

/**
 * The migrations that a database lacks whose data is being moved or was moved away.
 *
 * @throws {MigrationRefused} when the migrations do not match
 */
export async function pendingDespiteMove(connection: pg.Client): Promise<Migration[]> {
  const applied = await appliedTo(connection)
  return pendingMigrations(
    history,
    applied.filter(({ name }) => !isMoveMark(name)),
  )
}

async function appliedTo(connection: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await connection.query<AppliedMigration>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished,
       rolled_back_at IS NOT NULL AS "rolledBack", logs FROM "_prisma_migrations"`,
  )
  return rows
}

/**
 * @returns the migrations that the next start applies
 * @throws {MigrationRefused}
 */
export async function pendingIn(connection: pg.Client): Promise<Migration[]> {
  const { rows } = await connection.query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  )
  return pendingMigrations(history, rows[0]?.exists ? await appliedTo(connection) : [])
}

async function connect(url: string, log: Logger): Promise<pg.Client> {
  const giveUpAt = performance.now() + connectTimeoutMs
  for (;;) {
    const connection = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 2_000,
      // Otherwise a lost client would hold the lock for hours.
      options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
      ...keepAlive,
    })
    // An error without a listener would end the process.
    connection.on('error', (error) => log.warn({ reason: error.message }, 'the database connection was lost'))
    try {
      await connection.connect()
      return connection
    } catch (error) {
      await endConnection(connection)
      const reason = error instanceof Error ? error.message : String(error)
      if (databaseError(error) === error || isRefusal(error))
        throw new Error(`The database refused the connection: ${reason}`, { cause: error })
      if (performance.now() > giveUpAt)
        throw new DatabaseUnavailable(`The database could not be reached: ${reason}`, { cause: error })
      log.warn({ reason }, 'waiting for the database')
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
}

/** 28: bad credentials. 3D: unknown database. */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(28|3D)/.test(error.code ?? '')
}

async function apply(connection: pg.Client, migration: Migration, log: Logger): Promise<void> {
  try {
    await connection.query('BEGIN')
    const startedAt = new Date()
    await connection.query(migration.sql)
    await connection.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, $4, clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name, startedAt],
    )
    await connection.query('COMMIT')
  } catch (cause) {
    await connection.query('ROLLBACK').catch(() => undefined)
    throw failedMigration(migration, cause)
  }
  log.info({ migration: migration.name }, 'migration applied')
}
