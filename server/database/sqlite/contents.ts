import type BetterSqlite3 from 'better-sqlite3'

/** The contents of a database or of a backup. Times are in ISO 8601, in UTC. */
export type Contents = {
  /** The names are in order. */
  readonly migrations: readonly string[]
  /** It counts the rows of each table. */
  readonly tables: Readonly<Record<string, number>>
  readonly newestEstimate: string | null
  /** The time when an estimate, an entry about one or an account was last added. */
  readonly newestChange: string | null
}

/** The message is for the operator. */
export class BackupFailed extends Error {
  override readonly name = 'BackupFailed'
}

/** The tables whose rows people would miss, with the column that says when a row was added. */
const changeColumns = { project_estimates: 'created_at', estimate_events: 'at', users: 'created_at' }

// Shadow tables belong to the full-text index.
const tableNames = `SELECT name FROM pragma_table_list
  WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`

const finishedMigrations = `SELECT migration_name FROM "_prisma_migrations"
  WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`

/** @throws {BackupFailed} for a database of another program */
export function readContents(connection: BetterSqlite3.Database): Contents {
  const column = <Value>(sql: string) => connection.prepare<[], Value>(sql).pluck().all()
  const names = column<string>(tableNames)
  if (!names.includes('_prisma_migrations') || !names.includes('project_estimates'))
    throw new BackupFailed('It is a SQLite database, but not one of this program.')
  const readNewest = (table: string, time: string) => column<string | null>(`SELECT max("${time}") FROM "${table}"`)[0]
  const newest = Object.entries(changeColumns)
    .filter(([table]) => names.includes(table))
    .map(([table, time]) => [table, isoTime(readNewest(table, time))] as const)
  return {
    migrations: column<string>(finishedMigrations),
    tables: Object.fromEntries(names.map((name) => [name, column<number>(`SELECT count(*) FROM "${name}"`)[0] ?? 0])),
    newestEstimate: newest.find(([table]) => table === 'project_estimates')?.[1] ?? null,
    newestChange: newest.reduce<string | null>((latest, [, time]) => later(latest, time), null),
  }
}

function isoTime(stored: string | null | undefined): string | null {
  return stored ? new Date(stored).toISOString() : null
}

function later(one: string | null, other: string | null): string | null {
  return one !== null && (other === null || one > other) ? one : other
}

/** @returns what SQLite finds wrong with a database, one sentence each */
export function findDamage(connection: BetterSqlite3.Database): string[] {
  const found = connection.prepare<[], string>('PRAGMA integrity_check').pluck().all()
  const orphans = connection.prepare('PRAGMA foreign_key_check').all().length
  return [
    ...found.filter((line) => line !== 'ok'),
    ...(orphans > 0 ? [`${orphans} rows refer to rows that are missing`] : []),
  ]
}
