import pg from 'pg'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { isSqliteUrl, sqlitePath } from '#server/database/sqlite-path.ts'

/** Asks a database directly, past the server. Give SQL that both engines take. */
export async function queryDatabase<Row>(url: string, sql: string): Promise<Row[]> {
  const [rows = []] = await queryDatabaseOften<Row>(url, [sql])
  return rows
}

/**
 * Like {@link queryDatabase}, but with the rows of each statement: connecting to PostgreSQL costs more than most of
 * them.
 */
export async function queryDatabaseOften<Row>(url: string, statements: readonly string[]): Promise<Row[][]> {
  const connection = await connectToDatabase(url)
  try {
    const all: Row[][] = []
    for (const sql of statements) all.push(await connection.query<Row>(sql))
    return all
  } finally {
    await connection.end()
  }
}

type Connection = {
  query<Row>(sql: string): Promise<Row[]>
  end(): Promise<void>
}

/** Like {@link queryDatabase}, for callers that ask again and again. */
export async function connectToDatabase(url: string): Promise<Connection> {
  if (isSqliteUrl(url)) {
    const connection = openConnection(sqlitePath(url), { readonly: true })
    return {
      query: async <Row>(sql: string) => connection.prepare<[], Row>(sql).all(),
      end: async () => void connection.close(),
    }
  }
  const connection = new pg.Client({ connectionString: url })
  await connection.connect()
  return {
    query: async <Row>(sql: string) => (await connection.query(sql)).rows as Row[],
    end: () => connection.end(),
  }
}

/** Changes a database directly, past the server, by one or more statements. Give SQL that both engines take. */
export async function changeDatabase(url: string, sql: string): Promise<void> {
  if (!isSqliteUrl(url)) {
    await queryDatabase(url, sql)
    return
  }
  const connection = openConnection(sqlitePath(url), { timeout: 10_000 })
  try {
    connection.exec(sql)
  } finally {
    connection.close()
  }
}
