import BetterSqlite3 from 'better-sqlite3'

/**
 * Connections and statements are never given to the garbage collector: from Node 24.19 on, better-sqlite3 12 ends the
 * process when it collects one (WiseLibs/better-sqlite3#1515; version 13 does not run on Node 20). There are few
 * connections, and as many statements as there are different texts.
 */
const kept: unknown[] = []

/**
 * Makes a connection safe from the garbage collector, with all that it prepares from now on.
 *
 * @returns the same connection
 */
export function rememberConnection(connection: BetterSqlite3.Database): BetterSqlite3.Database {
  const prepare = connection.prepare.bind(connection)
  const keptPrepare = (sql: string) => {
    const statement = prepare(sql)
    kept.push(statement)
    return statement
  }
  kept.push(connection)
  connection.prepare = keptPrepare as typeof connection.prepare
  // The original prepares a statement of its own.
  connection.pragma = (source, { simple = false } = {}) => {
    const statement = keptPrepare(`PRAGMA ${source}`)
    if (!statement.reader) return statement.run()
    return simple ? statement.pluck().get() : statement.all()
  }
  return connection
}

/** Opens a SQLite file; the one way to do so. */
export function openConnection(path: string, options?: BetterSqlite3.Options): BetterSqlite3.Database {
  return rememberConnection(new BetterSqlite3(path, options))
}
