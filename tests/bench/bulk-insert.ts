import { closeSync, fsyncSync, openSync } from 'node:fs'
import pg from 'pg'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { isSqliteUrl, sqlitePath } from '#server/database/sqlite-path.ts'

/** The values by the names of columns, as both engines read them from JSON. */
export type Row = Readonly<Record<string, string | number | boolean | null>>

export type BulkInsert = {
  insert(table: string, rows: readonly Row[]): Promise<void>
  /** Creates the indexes again, and leaves the database as it would be after months of use. */
  finish(): Promise<void>
}

/** Fills a database that no server has open. Its indexes are dropped meanwhile, and a crash would ruin it. */
export function openBulkInsert(databaseUrl: string): Promise<BulkInsert> {
  return isSqliteUrl(databaseUrl) ? intoSqlite(sqlitePath(databaseUrl)) : intoPostgresql(databaseUrl)
}

function columnsOf(rows: readonly Row[]): string[] {
  return Object.keys(rows[0] ?? {})
}

async function intoSqlite(path: string): Promise<BulkInsert> {
  const connection = openConnection(path)
  connection.pragma('journal_mode = MEMORY')
  connection.pragma('synchronous = OFF')
  connection.pragma('cache_size = -262144')
  const indexes = connection
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL",
    )
    .all()
  for (const { name } of indexes) connection.exec(`DROP INDEX "${name}"`)
  const statements = new Map<string, ReturnType<typeof connection.prepare>>()

  function statementFor(table: string, columns: readonly string[]) {
    const values = columns.map((column) => `value->>'${column}'`)
    const sql = `INSERT INTO ${table} (${columns}) SELECT ${values} FROM json_each(?)`
    const statement = statements.get(sql) ?? connection.prepare(sql)
    statements.set(sql, statement)
    return statement
  }

  return {
    async insert(table, rows) {
      if (rows.length > 0) statementFor(table, columnsOf(rows)).run(JSON.stringify(rows))
    },
    async finish() {
      for (const { sql } of indexes) connection.exec(sql)
      connection.close()
      // Otherwise the server's first commits would wait for all of it.
      const file = openSync(path, 'r+')
      fsyncSync(file)
      closeSync(file)
    },
  }
}

async function intoPostgresql(databaseUrl: string): Promise<BulkInsert> {
  const connection = new pg.Client({ connectionString: databaseUrl })
  await connection.connect()
  await connection.query("SET synchronous_commit = off; SET maintenance_work_mem = '512MB'")
  const { rows: indexes } = await connection.query<{ indexname: string; indexdef: string }>(
    `SELECT indexname, indexdef FROM pg_indexes
      WHERE schemaname = 'public' AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
  )
  for (const { indexname } of indexes) await connection.query(`DROP INDEX "${indexname}"`)
  return {
    async insert(table, rows) {
      if (rows.length === 0) return
      const columns = columnsOf(rows)
      const sql = `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`
      await connection.query(sql, [JSON.stringify(rows)])
    },
    async finish() {
      for (const { indexdef } of indexes) await connection.query(indexdef)
      await connection.query('VACUUM ANALYZE')
      await connection.query('CHECKPOINT')
      await connection.end()
    },
  }
}
