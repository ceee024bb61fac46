import type BetterSqlite3 from 'better-sqlite3'

/**
 * Prepared statements by their text, in the shape that Prisma's adapter uses them. The adapter prepares each query
 * anew, which costs more than running it.
 */
export class PreparedStatements {
  readonly #prepare: BetterSqlite3.Database['prepare']
  readonly #statements = new Map<string, KeptStatement>()

  constructor(connection: BetterSqlite3.Database) {
    this.#prepare = connection.prepare.bind(connection)
  }

  prepare(sql: string): KeptStatement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = new KeptStatement(this.#prepare(sql))
    this.#statements.set(sql, statement)
    return statement
  }
}

/** better-sqlite3 binds a statement's values for good, so a kept one gets them with each run instead. */
class KeptStatement {
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
