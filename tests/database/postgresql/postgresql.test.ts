import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { consumeAttempts } from '#server/accounts/limits/attempts.ts'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { migratePostgresql } from '#server/database/postgresql/migrate.ts'
import { createEstimateWriter } from '#server/estimates/submit/estimate-writer.ts'
import { startPostgresql } from '#tests/support/database/postgresql-server.ts'
import { testServerKey } from '#tests/support/database/server-key.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { createTestDatabaseUrl, silentLog, type TestDatabaseUrl } from '#tests/support/database/test-database.ts'
import { estimateRequest } from '#tests/support/estimates/estimate-input.ts'
import { newSenderAddress } from '#tests/support/server/sender-ip.ts'

let place: TestDatabaseUrl

beforeEach(async () => {
  place = await createTestDatabaseUrl()
})
afterEach(() => place.dispose())

const writerTo = (database: Database) =>
  createEstimateWriter({ database, serverKey: testServerKey, clock: new TestClock(), onCommitted: () => {} })

it('ten processes that start at once apply each migration once', async () => {
  const databases = await Promise.all(
    Array.from({ length: 10 }, () => openDatabase({ url: place.url, log: silentLog })),
  )
  const connection = new pg.Client({ connectionString: place.url })
  await connection.connect()
  const { rows } = await connection.query(
    'SELECT count(*)::int AS all, count(DISTINCT checksum)::int AS distinct FROM _prisma_migrations',
  )
  await connection.end()
  expect(rows[0].all).toBeGreaterThan(0)
  expect(rows[0].all).toBe(rows[0].distinct)
  await Promise.all(databases.map((database) => database.close()))
})

it('a migration gives way to others while a table is in use, and is applied once it is free', async () => {
  const first = { name: '1_first', checksum: 'x', sql: 'CREATE TABLE things (id INTEGER)' }
  const second = { name: '2_second', checksum: 'y', sql: 'ALTER TABLE things ADD COLUMN name TEXT' }
  await migratePostgresql(place.url, silentLog, [first])
  const report = new pg.Client({ connectionString: place.url })
  await report.connect()
  await report.query('BEGIN; SELECT * FROM things')
  const migrated = migratePostgresql(place.url, silentLog, [first, second])
  const reader = new pg.Client({ connectionString: place.url, options: '-c lock_timeout=3500' })
  await reader.connect()
  await expect.poll(async () => (await report.query('SELECT 1 FROM pg_locks WHERE NOT granted')).rowCount).toBe(1)
  // It queues behind the migration, but not for long.
  expect((await reader.query('SELECT * FROM things')).rows).toEqual([])
  await report.query('COMMIT')
  await migrated
  expect((await reader.query('SELECT * FROM things')).fields.map(({ name }) => name)).toEqual(['id', 'name'])
  await report.end()
  await reader.end()
})

it('a database that does not exist is reported at once, without the password', async () => {
  const url = new URL(place.url)
  url.pathname = '/no_such_database'
  const begun = performance.now()
  const failure = await openDatabase({ url: url.href, log: silentLog }).catch((error: Error) => error)
  expect(failure).toEqual(
    new Error(
      'PostgreSQL has no database "no_such_database". Create it: CREATE DATABASE no_such_database OWNER postgres;',
    ),
  )
  expect(performance.now() - begun).toBeLessThan(3000)
})

it('connections that the server has cut fail as unavailable at worst, and the next submission works', async () => {
  const database = await openDatabase({ url: place.url, log: silentLog })
  const writer = writerTo(database)
  const submit = (name: string) => writer.submit(estimateRequest({ name }), newSenderAddress())
  await submit('Before')

  const connection = new pg.Client({ connectionString: place.url })
  await connection.connect()
  await connection.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  await connection.end()

  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => submit(`During ${index}`)))
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(DatabaseUnavailable)
  await submit('After')
  const acknowledged = results.filter(({ status }) => status === 'fulfilled').length
  expect(await database.read.projectEstimate.count()).toBeGreaterThanOrEqual(acknowledged + 2)
  await database.close()
})

it('every call fails as unavailable within three seconds while the server is down, and the process goes on', async () => {
  const server = await startPostgresql()
  const database = await openDatabase({ url: server.url, log: silentLog })
  const writer = writerTo(database)
  await writer.submit(estimateRequest(), '192.0.2.1')
  await server.stop()
  await delay(0)
  const begun = performance.now()
  await expect(writer.submit(estimateRequest({ name: 'While down' }), '192.0.2.1')).rejects.toBeInstanceOf(
    DatabaseUnavailable,
  )
  await expect(database.ping()).rejects.toBeInstanceOf(DatabaseUnavailable)
  await expect(database.read.projectEstimate.count()).rejects.toBeInstanceOf(DatabaseUnavailable)
  expect(performance.now() - begun).toBeLessThan(3000)
  await database.close()
})

it('processes that share a database share its rate-limit counters', async () => {
  const [one, other] = await Promise.all([
    openDatabase({ url: place.url, log: silentLog }),
    openDatabase({ url: place.url, log: silentLog }),
  ])
  const wanted = (['submit-minute', 'submit-hour'] as const).map((limit) => ({ limit, subject: 'somebody' }))
  const now = new TestClock().now()
  const taken = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      consumeAttempts(index % 2 === 0 ? one : other, testServerKey, wanted, now),
    ),
  )
  expect(taken.filter(({ refused }) => !refused)).toHaveLength(5)
  await one.close()
  await other.close()
})
