import { randomUUID } from 'node:crypto'
import type BetterSqlite3 from 'better-sqlite3'
import type { Logger } from 'pino'
import {
  type AppliedMigration,
  failedMigration,
  type Migration,
  MigrationRefused,
  migrationHistory,
  pendingMigrations,
} from '#server/database/migrations.ts'
import { openConnection } from './connection.ts'

const history = migrationHistory(
  import.meta.glob<string>('../../../prisma/migrations/sqlite/*/migration.sql', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
const bridge = migrationHistory(
  import.meta.glob<string>('../../../prisma/migrations/from-0.2/sqlite/*/migration.sql', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)

// The Prisma CLI creates the same table.
const migrationsTable = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" TEXT PRIMARY KEY NOT NULL,
  "checksum" TEXT NOT NULL,
  "finished_at" DATETIME,
  "migration_name" TEXT NOT NULL,
  "logs" TEXT,
  "rolled_back_at" DATETIME,
  "started_at" DATETIME NOT NULL DEFAULT current_timestamp,
  "applied_steps_count" INTEGER UNSIGNED NOT NULL DEFAULT 0
)`

type MigrationRow = { name: string; checksum: string; finished: number; rolledBack: number; logs: string | null }

/**
 * The caller must hold the process lock.
 *
 * @throws {MigrationRefused} and leaves the database unchanged
 */
export function migrateSqlite(path: string, log: Logger, migrations: readonly Migration[] = history): void {
  const connection = openConnection(path, { timeout: 200 })
  try {
    connection.pragma('journal_mode = WAL')
    connection.pragma('synchronous = FULL')
    // Dropping a rebuilt table would delete rows that refer to it. foreign_key_check replaces this.
    connection.pragma('foreign_keys = OFF')
    connection.exec(migrationsTable)
    for (const migration of pendingMigrations(migrations, appliedTo(connection), bridge))
      apply(connection, migration, log)
  } finally {
    connection.close()
  }
}

/** @throws {MigrationRefused} when the file lacks the newest migrations */
export function assertMigrated(path: string): void {
  const connection = openConnection(path, { timeout: 2_000, fileMustExist: true })
  try {
    if (pendingIn(connection).length > 0)
      throw new MigrationRefused(
        'The running server and its database are older than this program. Restart the server first, so that it migrates the database.',
      )
  } finally {
    connection.close()
  }
}

/**
 * @returns the migrations that the next start applies
 * @throws {MigrationRefused}
 */
export function pendingIn(connection: BetterSqlite3.Database): readonly Migration[] {
  return pendingMigrations(history, appliedTo(connection), bridge)
}

function appliedTo(connection: BetterSqlite3.Database): AppliedMigration[] {
  return connection
    .prepare<[], MigrationRow>(
      `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished,
         rolled_back_at IS NOT NULL AS rolledBack, logs FROM "_prisma_migrations"`,
    )
    .all()
    .map((row) => ({ ...row, finished: row.finished === 1, rolledBack: row.rolledBack === 1 }))
}

function apply(connection: BetterSqlite3.Database, migration: Migration, log: Logger): void {
  const startedAt = Date.now()
  try {
    connection.exec('BEGIN IMMEDIATE')
    connection.exec(migration.sql)
    if ((connection.pragma('foreign_key_check') as unknown[]).length > 0)
      throw new Error('it leaves rows that refer to missing ones')
    connection
      .prepare(
        `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
         VALUES (?, ?, ?, ?, ?, 1)`,
      )
      .run(randomUUID(), migration.checksum, migration.name, startedAt, Date.now())
    connection.exec('COMMIT')
  } catch (cause) {
    if (connection.inTransaction) connection.exec('ROLLBACK')
    throw failedMigration(migration, cause)
  }
  log.info({ migration: migration.name }, 'migration applied')
}
