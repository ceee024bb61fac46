import type BetterSqlite3 from 'better-sqlite3'

export type ColumnKind = 'text' | 'integer' | 'flag' | 'instant'

export type MovedColumn = { readonly name: string; readonly kind: ColumnKind }

export type MovedTable = {
  readonly name: string
  /** The column of the primary key, a text. */
  readonly key: string
  /** In the order of their names, because the engines may store them in different orders. */
  readonly columns: readonly MovedColumn[]
}

/** By the types that Prisma's migrations declare on SQLite. JSON is stored as text. */
const kinds: Readonly<Record<string, ColumnKind>> = {
  TEXT: 'text',
  INTEGER: 'integer',
  BOOLEAN: 'flag',
  DATETIME: 'instant',
}

/** Triggers fill these; see the migrations `kept_numbers`, `closed_totals`, `assignee_weeks` and `late_totals`. */
const keptNumbers = [
  'estimate_totals',
  'estimate_closed_totals',
  'estimate_late_totals',
  'estimate_weeks',
  'estimate_assignee_weeks',
  'estimate_response_hours',
]
/** Each database has the migrations of its engine. */
const ownTables = ['_prisma_migrations']

export const unmovedTables: ReadonlySet<string> = new Set([...keptNumbers, ...ownTables])

type TableRow = { readonly name: string }
type ColumnRow = { readonly name: string; readonly type: string; readonly pk: number }
type ReferenceRow = { readonly table: string }

/**
 * Reads the tables with data from a migrated database, so that a new one is never forgotten. A table comes after those
 * that it refers to. The full-text index is a virtual table, which triggers fill.
 *
 * @throws {Error} for a column or a key of an unknown kind, which needs a rule in this folder
 */
export function movedTables(connection: BetterSqlite3.Database): MovedTable[] {
  const names = connection
    .prepare<[], TableRow>("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY name")
    .all()
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('sqlite_') && !unmovedTables.has(name))
  const readColumns = connection.prepare<[string], ColumnRow>(
    'SELECT name, type, pk FROM pragma_table_info(?) ORDER BY name',
  )
  const readReferences = connection.prepare<[string], ReferenceRow>('SELECT "table" FROM pragma_foreign_key_list(?)')
  return inOrderOfReferences(names, (name) => readReferences.all(name).map(({ table }) => table)).map((name) =>
    movedTable(name, readColumns.all(name)),
  )
}

function movedTable(name: string, columns: readonly ColumnRow[]): MovedTable {
  const keys = columns.filter(({ pk }) => pk > 0)
  const [key] = keys
  if (!key || keys.length > 1 || key.type !== 'TEXT') throw new Error(`The key of the table ${name} is not one text`)
  return { name, key: key.name, columns: columns.map((column) => movedColumn(name, column)) }
}

function movedColumn(table: string, { name, type }: ColumnRow): MovedColumn {
  const kind = kinds[type]
  if (!kind) throw new Error(`There is no rule for moving ${table}.${name}, which has the type ${type}`)
  return { name, kind }
}

function inOrderOfReferences(names: readonly string[], referencesOf: (name: string) => readonly string[]): string[] {
  const ordered: string[] = []
  function add(name: string): void {
    if (ordered.includes(name)) return
    for (const other of referencesOf(name)) if (other !== name) add(other)
    ordered.push(name)
  }
  for (const name of names) add(name)
  return ordered
}
