import { copyFileSync } from 'node:fs'
import type BetterSqlite3 from 'better-sqlite3'
import pg from 'pg'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { isSqliteUrl, sqlitePath } from '#server/database/sqlite-path.ts'
import { createCopy, createDatabase, databaseOnServer } from '#tests/support/database/postgresql-databases.ts'
import type { StartedDatabases } from '#tests/support/server/started-databases.ts'

export type Engine = 'sqlite' | 'postgresql'
type Value = string | number | Date | null
export type Row = Readonly<Record<string, Value>>

/** The fuzzer's own connection. SQL has to work on both engines. */
export type DatabaseAccess = {
  query<Found>(sql: string): Promise<Found[]>
  /** Upserts rows. Columns are named as in the schema. */
  put(table: string, rows: readonly Row[], key?: string): Promise<void>
  close(): Promise<void>
}

/** @param started what to copy; empty where left out */
export async function newDatabaseUrl(
  folder: string,
  postgresqlUrl: string | undefined,
  started?: StartedDatabases,
): Promise<string> {
  if (!postgresqlUrl) {
    if (started) copyFileSync(started.sqlite, `${folder}/app.db`)
    return `file:${folder}/app.db`
  }
  const name = started ? createCopy(postgresqlUrl, started.postgresql) : createDatabase(postgresqlUrl)
  return databaseOnServer(postgresqlUrl, await name)
}

/** The database has to be migrated. */
export async function openAccess(url: string): Promise<DatabaseAccess> {
  return isSqliteUrl(url) ? sqliteAccess(sqlitePath(url)) : await postgresqlAccess(url)
}

function sqliteAccess(path: string): DatabaseAccess {
  const connection = openConnection(path)
  // These rows are expendable, and must not delay the server.
  connection.pragma('synchronous = OFF')
  const statements = new Map<string, BetterSqlite3.Statement>()
  return {
    query: async <Found>(sql: string) => {
      const statement = statements.get(sql) ?? connection.prepare(sql)
      statements.set(sql, statement)
      if (statement.reader) return statement.all() as Found[]
      statement.run()
      return []
    },
    async put(table, rows, key = 'id') {
      const [first] = rows
      if (!first) return
      const write = connection.prepare(upsert(table, first, key, () => '?'))
      connection.transaction(() => {
        for (const row of rows) write.run(Object.values(row).map(storedValue))
      })()
    },
    async close() {
      connection.close()
    },
  }
}

async function postgresqlAccess(url: string): Promise<DatabaseAccess> {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  return {
    query: async <Found>(sql: string) => await withoutDeadlock(async () => (await pool.query(sql)).rows as Found[]),
    async put(table, rows, key = 'id') {
      const [first] = rows
      if (!first) return
      const text = upsert(table, first, key, (index) => `$${index + 1}`)
      await withoutDeadlock(() => runForEach(pool, text, rows))
    },
    close: () => pool.end(),
  }
}

/** Retries after deadlocks with the server. */
async function withoutDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== '40P01') throw error
    }
}

/** Runs the text for each row, in one transaction. */
async function runForEach(pool: pg.Pool, text: string, rows: readonly Row[]): Promise<void> {
  const connection = await pool.connect()
  try {
    await connection.query('BEGIN')
    for (const row of rows) await connection.query(text, Object.values(row))
    await connection.query('COMMIT')
  } catch (error) {
    await connection.query('ROLLBACK')
    throw error
  } finally {
    connection.release()
  }
}

function upsert(table: string, row: Row, key: string, parameter: (index: number) => string): string {
  const columns = Object.keys(row).map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  const updates = columns.filter((column) => column !== key).map((column) => `${column} = excluded.${column}`)
  const values = columns.map((_, index) => parameter(index))
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})
    ON CONFLICT (${key}) DO UPDATE SET ${updates.join(', ')}`
}

/** Writes instants as the server's SQLite adapter does. */
function storedValue(value: Value): Exclude<Value, Date> {
  return value instanceof Date ? value.toISOString().replace('Z', '+00:00') : value
}
