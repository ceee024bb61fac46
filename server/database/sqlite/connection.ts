import BetterSqlite3 from 'better-sqlite3'

/**
 * On Node 24.19 and later, better-sqlite3 12 ends the process when a connection or statement is garbage-collected
 * (WiseLibs/better-sqlite3#1515; version 13 does not run on Node 20).
 */
const references: unknown[] = []

export function rememberConnection(connection: BetterSqlite3.Database): BetterSqlite3.Database {
  const prepare = connection.prepare.bind(connection)
  const rememberingPrepare = (sql: string) => {
    const statement = prepare(sql)
    references.push(statement)
    return statement
  }
  references.push(connection)
  connection.prepare = rememberingPrepare as typeof connection.prepare
  // better-sqlite3's own `pragma` prepares a statement internally.
  connection.pragma = (source, { simple = false } = {}) => {
    const statement = rememberingPrepare(`PRAGMA ${source}`)
    if (!statement.reader) return statement.run()
    return simple ? statement.pluck().get() : statement.all()
  }
  return connection
}

/** All SQLite files must be opened here. */
export function openConnection(path: string, options?: BetterSqlite3.Options): BetterSqlite3.Database {
  return rememberConnection(new BetterSqlite3(path, options))
}
