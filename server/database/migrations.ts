import { createHash } from 'node:crypto'
import { moveMarkRefusal } from './move-marks.ts'

export type Migration = { readonly name: string; readonly sql: string; readonly checksum: string }

export type AppliedMigration = {
  readonly name: string
  readonly checksum: string
  readonly finished: boolean
  readonly rolledBack: boolean
  readonly logs: string | null
}

export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}

/** @param files text by path, ending in `NAME/migration.sql` */
export function migrationHistory(files: Record<string, string>): Migration[] {
  return Object.entries(files)
    .map(([path, text]) => {
      // Git for Windows may have checked it out with CRLF.
      const sql = text.replaceAll('\r\n', '\n')
      // The Prisma CLI computes the same checksum.
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { name: path.split('/').at(-2) ?? path, sql, checksum }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The last migration of 0.2. Those up to it are part of `init`. */
const lastOf02 = '20261126030000_late_totals'

/**
 * A database of 0.2 gets the bridge, and then `init` without its statements, in the place of all that it has recorded.
 *
 * @throws {MigrationRefused} when it is older than 0.2
 */
function historyFor(
  current: readonly AppliedMigration[],
  history: readonly Migration[],
  bridge: readonly Migration[],
): readonly Migration[] {
  const [init, ...later] = history
  if (!init || !current.some(({ name }) => name < init.name)) return history
  if (!current.some(({ name }) => name === lastOf02))
    throw new MigrationRefused(
      'The database is older than the last version 0.2. Start that version on it once, then this one; docs/operations.md says how.',
    )
  const adopt = `DELETE FROM "_prisma_migrations" WHERE migration_name < '${init.name}'`
  return [...bridge, { ...init, sql: adopt }, ...later]
}

/**
 * @param history of this program, beginning with `init`
 * @param bridge what a database of 0.2 lacks of `init`
 * @throws {MigrationRefused} when an applied migration was edited, is unfinished or is unknown, when the database is older
 *   than 0.2, or when the data is being moved or was moved away
 */
export function pendingMigrations(
  history: readonly Migration[],
  applied: readonly AppliedMigration[],
  bridge: readonly Migration[],
): readonly Migration[] {
  const current = applied.filter((row) => !row.rolledBack)
  const expected = historyFor(current, history, bridge)
  const isOf02 = ({ name, finished }: AppliedMigration) => expected !== history && name <= lastOf02 && finished
  const known = new Map(expected.map((migration) => [migration.name, migration]))
  for (const row of current) {
    const refusal = moveMarkRefusal(row.name, row.logs)
    if (refusal) throw new MigrationRefused(refusal)
    if (isOf02(row)) continue
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
  return expected.filter((migration) => !done.has(migration.name))
}

export function failedMigration(migration: Migration, cause: unknown): MigrationRefused {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new MigrationRefused(`The migration ${migration.name} failed and was undone: ${reason}`, { cause })
}
