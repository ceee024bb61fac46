import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openConnection } from '#server/database/sqlite/connection.ts'

const sqliteRows = `
  WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < @count)
  INSERT INTO project_estimates (id, reference, name, email, phone, project_type, project_description, location, timeline,
    budget_range, square_footage, property_type, specific_requirements, urgent, status, created_at, request_key,
    values_digest, sender_digest, due_at, email_key, phone_digits)
  SELECT substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-7' || substr(h, 13, 3) || '-a' || substr(h, 16, 3) || '-' || substr(h, 19, 12),
    @batch || n, 'Visitor ' || n, 'visitor' || n || '@example.com', '(718) 555-0110', 'kitchen-remodel',
    'New cabinets and an island. The window stays.', 'Astoria, NY 11102', '1-2-months', '50k-100k', 180, 'condo',
    'Freight elevator only before 4 PM.', n % 10 = 0, 'new',
    strftime('%Y-%m-%dT%H:%M:%f', @since + n / 3.0, 'unixepoch') || '+00:00', @batch || n, 'digest', @batch || n,
    strftime('%Y-%m-%dT%H:%M:%f', @since + 86400 + n / 3.0, 'unixepoch') || '+00:00', 'visitor' || n || '@example.com', '7185550110'
  FROM (SELECT n, lower(hex(randomblob(16))) AS h FROM numbers)`

const postgresqlRows = `
  INSERT INTO project_estimates (id, reference, name, email, phone, project_type, project_description, location, timeline,
    budget_range, square_footage, property_type, specific_requirements, urgent, status, created_at, request_key,
    values_digest, sender_digest, due_at, email_key, phone_digits)
  SELECT gen_random_uuid()::text, $1 || n, 'Visitor ' || n, 'visitor' || n || '@example.com', '(718) 555-0110',
    'kitchen-remodel', 'New cabinets and an island. The window stays.', 'Astoria, NY 11102', '1-2-months', '50k-100k', 180,
    'condo', 'Freight elevator only before 4 PM.', n % 10 = 0, 'new', date_trunc('milliseconds', to_timestamp($3 + n / 3.0)),
    $1 || n, 'digest', $1 || n, date_trunc('milliseconds', to_timestamp($3 + 86400 + n / 3.0)),
    'visitor' || n || '@example.com', '7185550110'
  FROM generate_series(1, $2::int) AS n`

/**
 * Stores many requests at once, past the server, a third of a second apart.
 *
 * @param count how many
 * @param since when the first was made
 */
export async function storeManyEstimates(databaseUrl: string, count: number, since: Date): Promise<void> {
  const batch = `${randomUUID().slice(0, 8)}-`
  const seconds = Math.floor(since.getTime() / 1000)
  if (databaseUrl.startsWith('file:')) {
    const connection = openConnection(databaseUrl.slice('file:'.length))
    connection.prepare(sqliteRows).run({ count, batch, since: seconds })
    connection.close()
    return
  }
  const connection = new pg.Client({ connectionString: databaseUrl })
  await connection.connect()
  await connection.query(postgresqlRows, [batch, count, seconds])
  await connection.query('VACUUM ANALYZE project_estimates')
  await connection.end()
}
