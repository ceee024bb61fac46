import type BetterSqlite3 from 'better-sqlite3'

/** Prisma's adapter prepares each query again, and statements are never garbage collected; see connection.ts. */
export class PreparedStatements {
  readonly #prepare: BetterSqlite3.Database['prepare']
  readonly #statements = new Map<string, CachedStatement>()

  constructor(connection: BetterSqlite3.Database) {
    this.#prepare = connection.prepare.bind(connection)
  }

  prepare(sql: string): CachedStatement {
    const cached = this.#statements.get(sql)
    if (cached) return cached
    const statement = new CachedStatement(this.#prepare(sql))
    this.#statements.set(sql, statement)
    return statement
  }
}

/** better-sqlite3 binds values permanently, so each run passes them instead. */
class CachedStatement {
  readonly reader: boolean
  readonly #statement: BetterSqlite3.Statement<unknown[]>
  readonly #columns: BetterSqlite3.ColumnDefinition[]

  constructor(statement: BetterSqlite3.Statement<unknown[]>) {
    this.reader = statement.reader
    this.#statement = statement.reader ? statement.raw(true) : statement
    this.#columns = statement.reader ? statement.columns() : []
  }

  bind(values: unknown[]) {
    return {
      reader: this.reader,
      columns: () => this.#columns,
      run: () => this.run(values),
      raw: () => ({ all: () => this.#statement.all(values) }),
    }
  }

  run(values: unknown[] = []) {
    return this.#statement.run(values)
  }
}
