import pg from 'pg'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { isSqliteUrl, sqlitePath } from '#server/database/sqlite-path.ts'

type Value = string | number | boolean | Date | Uint8Array | null

/**
 * Inserts a row directly into a database that a server may have open.
 *
 * @param row values by the field names of the Prisma schema
 */
export async function insertRow(url: string, table: string, row: Readonly<Record<string, Value>>): Promise<void> {
  const columns = Object.keys(row).map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  const insert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES`
  if (isSqliteUrl(url)) {
    const connection = openConnection(sqlitePath(url))
    try {
      connection.prepare(`${insert} (${columns.map(() => '?').join(', ')})`).run(Object.values(row).map(storedValue))
    } finally {
      connection.close()
    }
    return
  }
  const connection = new pg.Client({ connectionString: url })
  await connection.connect()
  try {
    await connection.query(`${insert} (${columns.map((_, index) => `$${index + 1}`).join(', ')})`, Object.values(row))
  } finally {
    await connection.end()
  }
}

/** Formats instants and flags like Prisma's adapter for SQLite. */
function storedValue(value: Value): string | number | Uint8Array | null {
  if (typeof value === 'boolean') return Number(value)
  return value instanceof Date ? value.toISOString().replace('Z', '+00:00') : value
}
