import type BetterSqlite3 from 'better-sqlite3'
import type { Query } from '#server/database/queries/query.ts'
import type { DirectAccess } from './tuned-adapter.ts'

type StoredRow = Record<string, unknown>

type Conversion = (row: StoredRow) => void

/**
 * Reads past Prisma, with the types that Prisma gives to columns of tables. The statements are kept, so their texts must be few,
 * as with Prisma's.
 */
export function keptReads({ prepare }: Pick<DirectAccess, 'prepare'>): <Row>(query: Query) => Promise<Row[]> {
  const kept = new Map<string, BetterSqlite3.Statement<unknown[]>>()
  const conversions = new Map<string, readonly Conversion[]>()
  return async <Row>({ sql, values }: Query) => {
    // By default, Prisma's connection returns integers as bigints, and Prisma those of expressions.
    const statement = kept.get(sql) ?? prepare(sql).safeIntegers(false)
    const convert = conversions.get(sql) ?? statement.columns().flatMap(conversionOf)
    kept.set(sql, statement)
    conversions.set(sql, convert)
    const rows = statement.all(...values) as StoredRow[]
    if (convert.length > 0) for (const row of rows) for (const each of convert) each(row)
    return rows as Row[]
  }
}

function conversionOf({ name, type }: BetterSqlite3.ColumnDefinition): Conversion[] {
  const changing = (change: (stored: unknown) => unknown) => (row: StoredRow) => {
    if (row[name] !== null) row[name] = change(row[name])
  }
  if (type === 'DATETIME') return [changing((stored) => new Date(String(stored)))]
  return type === 'BOOLEAN' ? [changing((stored) => stored === 1)] : []
}
