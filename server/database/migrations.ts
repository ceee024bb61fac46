import { createHash } from 'node:crypto'

/** One step of the schema's history. */
export type Migration = { readonly name: string; readonly sql: string; readonly checksum: string }

/** A row of `_prisma_migrations`, as far as it matters here. */
export type AppliedMigration = {
  readonly name: string
  readonly checksum: string
  readonly finished: boolean
  readonly rolledBack: boolean
}

/** The database's history and this program's do not fit together; the message says what to do. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}

/**
 * Turns the imported files of one engine into its history, oldest first.
 *
 * @param files text by path, each path ending in `NAME/migration.sql`
 */
export function migrationHistory(files: Record<string, string>): Migration[] {
  return Object.entries(files)
    .map(([path, sql]) => ({
      name: path.split('/').at(-2) ?? path,
      sql,
      // The same checksum as the Prisma CLI writes, so that `prisma migrate status` agrees.
      checksum: createHash('sha256').update(sql).digest('hex'),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * The migrations that are still to be applied, in order.
 *
 * @throws {MigrationRefused} when an applied one was edited since, was left unfinished, or is not known here
 */
export function pendingMigrations(history: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const standing = applied.filter((row) => !row.rolledBack)
  const known = new Map(history.map((migration) => [migration.name, migration]))
  for (const row of standing) {
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

  const done = new Set(standing.map((row) => row.name))
  return history.filter((migration) => !done.has(migration.name))
}

/** Wraps the error of one migration so that the message names it; the database is as it was before. */
export function failedMigration(migration: Migration, cause: unknown): MigrationRefused {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new MigrationRefused(`The migration ${migration.name} failed and was undone: ${reason}`, { cause })
}
