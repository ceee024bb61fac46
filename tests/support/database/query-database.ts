import pg from 'pg'
import { openConnection } from '#server/database/sqlite/connection.ts'

/** Asks a database directly, past the server. Give SQL that both engines take. */
export async function queryDatabase<Row>(url: string, sql: string): Promise<Row[]> {
  if (url.startsWith('file:')) {
    const connection = openConnection(url.slice('file:'.length), { readonly: true })
    try {
      return connection.prepare<[], Row>(sql).all()
    } finally {
      connection.close()
    }
  }
  const connection = new pg.Client({ connectionString: url })
  await connection.connect()
  try {
    return (await connection.query(sql)).rows as Row[]
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
