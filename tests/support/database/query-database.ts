import pg from 'pg'
import { openConnection } from '#server/database/sqlite/connection.ts'

/** Asks a database directly, past the server. Give SQL that both engines take. */
export async function queryDatabase<Row>(url: string, sql: string): Promise<Row[]> {
  const [rows = []] = await queryDatabaseOften<Row>(url, [sql])
  return rows
}

/** As {@link queryDatabase}, with the rows of each statement: connecting to PostgreSQL costs more than most of them. */
export async function queryDatabaseOften<Row>(url: string, statements: readonly string[]): Promise<Row[][]> {
  if (url.startsWith('file:')) {
    const connection = openConnection(url.slice('file:'.length), { readonly: true })
    try {
      return statements.map((sql) => connection.prepare<[], Row>(sql).all())
    } finally {
      connection.close()
    }
  }
  const connection = new pg.Client({ connectionString: url })
  await connection.connect()
  try {
    const all: Row[][] = []
    for (const sql of statements) all.push((await connection.query(sql)).rows as Row[])
    return all
  } finally {
    await connection.end()
  }
}

/** Changes a database directly, past the server. Give SQL that both engines take. */
export async function changeDatabase(url: string, sql: string): Promise<void> {
  if (!url.startsWith('file:')) {
    await queryDatabase(url, sql)
    return
  }
  const connection = openConnection(url.slice('file:'.length))
  try {
    connection.prepare(sql).run()
  } finally {
    connection.close()
  }
}
