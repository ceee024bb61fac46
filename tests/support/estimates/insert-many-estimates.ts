import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { isSqliteUrl, sqlitePath } from '#server/database/sqlite-path.ts'
import { newEstimateColumns } from '#tests/support/estimates/new-estimate-columns.ts'
import { buildEstimate } from './build-estimate.ts'

/** SQL for the columns that differ from row to row; `n` is the row's number. */
type Varied = Readonly<Record<string, string>>

const visitor = { name: `'Visitor ' || n`, email: `'visitor' || n || '@example.com'`, urgent: 'n % 10 = 0' }

const sqlite: Varied = {
  ...visitor,
  emailKey: visitor.email,
  id: `substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-7' || substr(h, 13, 3) || '-a' || substr(h, 16, 3) || '-' || substr(h, 19, 12)`,
  reference: '@batch || n',
  requestKey: '@batch || n',
  senderDigest: '@batch || n',
  createdAt: `strftime('%Y-%m-%dT%H:%M:%f', @since + n / 3.0, 'unixepoch') || '+00:00'`,
  dueAt: `strftime('%Y-%m-%dT%H:%M:%f', @since + 86400 + n / 3.0, 'unixepoch') || '+00:00'`,
}

const postgresql: Varied = {
  ...visitor,
  emailKey: visitor.email,
  id: 'gen_random_uuid()::text',
  reference: '$1 || n',
  requestKey: '$1 || n',
  senderDigest: '$1 || n',
  createdAt: `date_trunc('milliseconds', to_timestamp($2 + n / 3.0))`,
  dueAt: `date_trunc('milliseconds', to_timestamp($2 + 86400 + n / 3.0))`,
}

/** @param constant SQL for a column that is the same in every row */
function insertInto(varied: Varied, constant: (field: string, type: string) => string): string {
  const columns = newEstimateColumns.map(({ column }) => column)
  const values = newEstimateColumns.map(({ field, type }) => varied[field] ?? constant(field, type))
  return `INSERT INTO project_estimates (${columns.join(', ')}) SELECT ${values.join(', ')}`
}

const sqliteRows = `
  WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < @count)
  ${insertInto(sqlite, (field) => `@row->>'${field}'`)} FROM (SELECT n, lower(hex(randomblob(16))) AS h FROM numbers)`

const postgresqlRows = `
  ${insertInto(postgresql, (field, type) => `($3::json->>'${field}')::${type}`)} FROM generate_series(1, $4::int) AS n`

/** Stores many estimates at once, past the server, a third of a second apart. */
export async function insertManyEstimates(databaseUrl: string, count: number, firstAt: Date): Promise<void> {
  const batch = `${randomUUID().slice(0, 8)}-`
  const since = Math.floor(firstAt.getTime() / 1000)
  const row = JSON.stringify(buildEstimate())
  if (isSqliteUrl(databaseUrl)) {
    const connection = openConnection(sqlitePath(databaseUrl))
    connection.prepare(sqliteRows).run({ count, batch, since, row })
    connection.close()
    return
  }
  const connection = new pg.Client({ connectionString: databaseUrl })
  await connection.connect()
  await connection.query(postgresqlRows, [batch, since, row, count])
  await connection.query('VACUUM ANALYZE project_estimates')
  await connection.end()
}
