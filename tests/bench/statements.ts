import pg from 'pg'
import { postgresqlQueries } from '#server/database/postgresql/queries.ts'
import type { Query, QueryDialect } from '#server/database/queries/query.ts'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { sqliteQueries } from '#server/database/sqlite/queries.ts'
import { isSqliteUrl, sqlitePath } from '#server/database/sqlite-path.ts'

/** The product's statements by the engine's own driver alone. */
export type Statements = {
  readonly dialect: QueryDialect
  run(query: Query): Promise<unknown>
  end(): Promise<void>
}

export function openStatements(url: string): Statements {
  if (isSqliteUrl(url)) {
    const connection = openConnection(sqlitePath(url), { readonly: true })
    return {
      dialect: sqliteQueries,
      run: async ({ sql, values }) => connection.prepare(sql).all(...values),
      end: async () => void connection.close(),
    }
  }
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  return {
    dialect: postgresqlQueries,
    run: ({ sql, values }) => pool.query(sql, [...values]),
    end: () => pool.end(),
  }
}
