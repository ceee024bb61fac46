import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { type BackupEngine, BackupFailed, type Contents, changeColumns } from '#server/database/backup.ts'
import { archiveContents } from './archive.ts'
import { clientUrl, dumpParameters, restoreParameters, runClientProgram } from './client-programs.ts'
import { commandName, connectionTo, endConnection } from './connection.ts'
import { postgresqlMigrations } from './migrate.ts'

export const postgresqlBackups: BackupEngine = {
  name: 'postgresql',
  title: 'PostgreSQL',
  extension: '.dump',
  migrations: postgresqlMigrations,

  async copy({ url, file }) {
    await runClientProgram('pg_dump', ['--version'])
    return await connected(url, async (connection) => {
      // pg_dump sees the same moment as this transaction.
      await connection.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
        SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`)
      const { rows } = await connection.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot')
      const contents = await contentsOf(connection)
      const place = [`--snapshot=${rows[0]?.snapshot}`, `--file=${file}`, `--dbname=${clientUrl(url)}`]
      await runClientProgram('pg_dump', [...dumpParameters, ...place], { url })
      await connection.query('COMMIT')
      return contents
    })
  },

  read: archiveContents,

  async restore({ file, contents, url }) {
    await connected(url, assertEmpty)
    await runClientProgram('pg_restore', [...restoreParameters, `--dbname=${clientUrl(url)}`, file], { url })
    const restored = await connected(url, contentsOf)
    if (!isDeepStrictEqual(restored.tables, contents.tables))
      throw new BackupFailed('The restored database has other numbers of rows than the backup.')
    return { keptAs: undefined }
  },
}

async function connected<Result>(url: string, work: (connection: pg.Client) => Promise<Result>): Promise<Result> {
  const connection = new pg.Client({ ...connectionTo(url, commandName), connectionTimeoutMillis: 5_000 })
  // An error without a listener would end the process; the query fails, too.
  connection.on('error', () => undefined)
  try {
    await connection.connect()
    return await work(connection)
  } finally {
    await endConnection(connection)
  }
}

/** @throws {BackupFailed} for a database of another program */
async function contentsOf(connection: pg.Client): Promise<Contents> {
  const column = async <Value>(sql: string) =>
    (await connection.query<{ value: Value }>(sql)).rows.map(({ value }) => value)
  const names = await column<string>(
    `SELECT tablename::text AS value FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename COLLATE "C"`,
  )
  if (!names.includes('_prisma_migrations') || !names.includes('project_estimates'))
    throw new BackupFailed('The database has no tables of this program. Check DATABASE_URL.')
  const tables: Record<string, number> = {}
  for (const name of names) tables[name] = Number((await column<string>(`SELECT count(*) AS value FROM "${name}"`))[0])
  const newest = new Map<string, string>()
  for (const [table, time] of Object.entries(changeColumns)) {
    if (!names.includes(table)) continue
    const [latest] = await column<Date | null>(`SELECT max("${time}") AS value FROM "${table}"`)
    if (latest) newest.set(table, latest.toISOString())
  }
  return {
    migrations: await column<string>(
      `SELECT migration_name::text AS value FROM "_prisma_migrations"
       WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name COLLATE "C"`,
    ),
    tables,
    newestEstimate: newest.get('project_estimates') ?? null,
    newestChange: [...newest.values()].toSorted().at(-1) ?? null,
  }
}

/** A database that has something is never changed: it stays as it is while the backup goes into another. */
async function assertEmpty(connection: pg.Client): Promise<void> {
  const { rows } = await connection.query<{ name: string; tables: number }>(
    `SELECT current_database()::text AS name,
       (SELECT count(*)::int FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')) AS tables`,
  )
  const [database] = rows
  if (database && database.tables > 0)
    throw new BackupFailed(
      `The database "${database.name}" is not empty. Create an empty one (CREATE DATABASE … OWNER …), set DATABASE_URL to it and restore again; "${database.name}" stays as it is.`,
    )
}
