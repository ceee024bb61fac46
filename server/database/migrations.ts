import { createHash } from 'node:crypto'

export type Migration = { readonly name: string; readonly sql: string; readonly checksum: string }

/** A row of `_prisma_migrations`. */
export type AppliedMigration = {
  readonly name: string
  readonly checksum: string
  readonly finished: boolean
  readonly rolledBack: boolean
}

/** The database's migrations do not match this program's. The message says what to do. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}

/**
 * Makes a history out of the imported files of one engine, oldest first.
 *
 * @param files text by path, each path ending in `NAME/migration.sql`
 */
export function migrationHistory(files: Record<string, string>): Migration[] {
  return Object.entries(files)
    .map(([path, sql]) => ({
      name: path.split('/').at(-2) ?? path,
      sql,
      // As the Prisma CLI computes it, so that `prisma migrate status` agrees.
      checksum: createHash('sha256').update(sql).digest('hex'),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * Returns the migrations that are not applied yet, in order.
 *
 * @throws {MigrationRefused} when an applied migration was edited, is unfinished or is unknown
 */
export function pendingMigrations(history: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const current = applied.filter((row) => !row.rolledBack)
  const known = new Map(history.map((migration) => [migration.name, migration]))
  for (const row of current) {
    const migration = known.get(row.name)
    if (!migration)
      throw new MigrationRefused(
        `The database has the migration ${row.name}, which this version of the program does not know. Start the version that made it, or a newer one.`,
      )
    if (!row.finished)
      throw new MigrationRefused(
        `The migration ${row.name} was begun by another tool and not finished. Restore a backup, or finish it with "prisma migrate resolve".`,
      )
    if (row.checksum !== migration.checksum)
      throw new MigrationRefused(
        `The migration ${row.name} was edited after it was applied to this database. Put the file back as it was, and make the change in a new migration.`,
      )
  }

  const done = new Set(current.map((row) => row.name))
  return history.filter((migration) => !done.has(migration.name))
}

/** The error of a migration that was rolled back. */
export function failedMigration(migration: Migration, cause: unknown): MigrationRefused {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new MigrationRefused(`The migration ${migration.name} failed and was undone: ${reason}`, { cause })
}
