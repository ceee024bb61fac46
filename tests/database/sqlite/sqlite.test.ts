import { dirname } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import { migrationHistory } from '#server/database/migrations.ts'
import { openDatabase } from '#server/database/open.ts'
import { SqliteAdapter } from '#server/database/sqlite/adapter.ts'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { migrateSqlite } from '#server/database/sqlite/migrate.ts'
import { sqlitePath } from '#server/database/sqlite-path.ts'
import { createEstimateWriter, type EstimateWriter } from '#server/estimates/submit/estimate-writer.ts'
import { testServerKey } from '#tests/support/database/server-key.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { createTestDatabaseUrl, silentLog, type TestDatabaseUrl } from '#tests/support/database/test-database.ts'
import { estimateRequest, newVisitor } from '#tests/support/estimates/estimate-input.ts'
import { newSenderAddress } from '#tests/support/server/sender-ip.ts'

let place: TestDatabaseUrl
let path: string

beforeEach(async () => {
  place = await createTestDatabaseUrl()
  path = sqlitePath(place.url)
})
afterEach(() => place.dispose())

it('a SQLite file is opened with a write-ahead log, full synchronization and foreign keys', async () => {
  const adapter = await new SqliteAdapter({ url: place.url }).connect()
  expect(await pragma(adapter, 'journal_mode')).toBe('wal')
  expect(await pragma(adapter, 'synchronous')).toBe(2)
  expect(await pragma(adapter, 'foreign_keys')).toBe(1)
  await adapter.dispose()
})

it('a SQLite file is refused if it cannot have a write-ahead log', async () => {
  await expect(new SqliteAdapter({ url: ':memory:' }).connect()).rejects.toThrow(
    'SQLite setting journal_mode is memory instead of wal',
  )
})

it('a SQLite file is refused to a second process within a second, by naming the first, and is free when that ends', async () => {
  const database = await openDatabase({ url: place.url, log: silentLog })
  const begun = performance.now()
  await expect(openDatabase({ url: place.url, log: silentLog })).rejects.toThrow(
    new RegExp(`${dirname(path)}.+ is in use by process ${process.pid} on .+Stop that one first`),
  )
  expect(performance.now() - begun).toBeLessThan(1000)
  await database.close()
  const again = await openDatabase({ url: place.url, log: silentLog })
  await again.close()
})

it('a migration that rebuilds a table keeps the rows that refer to it', () => {
  const migrate = (files: Record<string, string>) =>
    migrateSqlite(
      path,
      silentLog,
      migrationHistory(Object.fromEntries(Object.entries(files).map(([name, sql]) => [`${name}/migration.sql`, sql]))),
    )
  const children = () => {
    const connection = openConnection(path, { readonly: true })
    try {
      return connection.prepare('SELECT * FROM children').all()
    } finally {
      connection.close()
    }
  }
  const start = {
    '1_start': `CREATE TABLE parents (id TEXT PRIMARY KEY);
      CREATE TABLE children (parent TEXT REFERENCES parents (id) ON DELETE CASCADE);
      INSERT INTO parents VALUES ('p'); INSERT INTO children VALUES ('p');`,
  }
  const rebuilt = {
    ...start,
    '2_rebuild': `CREATE TABLE new_parents (id TEXT PRIMARY KEY, name TEXT);
      INSERT INTO new_parents (id) SELECT id FROM parents;
      DROP TABLE parents; ALTER TABLE new_parents RENAME TO parents;`,
  }
  migrate(start)
  migrate(rebuilt)
  expect(children()).toEqual([{ parent: 'p' }])
  expect(() => migrate({ ...rebuilt, '3_orphans': 'DELETE FROM parents' })).toThrow(/refer to missing ones/)
  expect(children()).toEqual([{ parent: 'p' }])
})

describe('a SQLite database', () => {
  let database: Database
  /** The adapter on the database's own connection. */
  let adapter: SqlDriverAdapter
  let writer: EstimateWriter

  beforeEach(async () => {
    const connect = vi.spyOn(SqliteAdapter.prototype, 'connect')
    database = await openDatabase({ url: place.url, log: silentLog })
    await database.read.setting.findFirst()
    adapter = await connect.mock.results[0]?.value
    connect.mockRestore()
    writer = createEstimateWriter({
      database,
      serverKey: testServerKey,
      clock: new TestClock(),
      onCommitted: () => {},
    })
  })
  afterEach(() => database.close())

  const submit = () => writer.submit(estimateRequest(newVisitor()), newSenderAddress())
  const stored = () => database.read.projectEstimate.count()

  it('is unavailable after being locked by another process for two seconds, and works again afterwards', async () => {
    await submit()
    const other = openConnection(path)
    other.exec('BEGIN IMMEDIATE')
    const begun = performance.now()
    const several = await Promise.allSettled([
      submit(),
      ...Array.from({ length: 9 }, () => database.transaction(({ attempt }) => attempt.deleteMany())),
    ])
    for (const result of several)
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnavailable) })
    expect(performance.now() - begun).toBeLessThan(3000)
    expect(await stored()).toBe(1)
    other.exec('ROLLBACK')
    other.close()
    await submit()
    expect(await stored()).toBe(2)
  })

  it('delays only writes while another process has it locked for a moment', async () => {
    await submit()
    const other = openConnection(path)
    other.exec('BEGIN IMMEDIATE')
    const delays = monitorEventLoopDelay({ resolution: 5 })
    delays.enable()
    const results = Promise.all([submit(), submit(), submit()])
    for (const until = performance.now() + 1_000; performance.now() < until; ) {
      expect(await stored()).toBe(1)
      await delay(20)
    }
    delays.disable()
    other.exec('ROLLBACK')
    other.close()
    await results
    expect(await stored()).toBe(4)
    // One wait of SQLite's own would be of 200 ms, over and over.
    expect(delays.percentile(90) / 1e6).toBeLessThan(100)
  })

  it('is unavailable when it is full, loses nothing, and works again when there is space', async () => {
    await submit()
    const pages = await pragma(adapter, 'page_count')
    await pragma(adapter, `max_page_count = ${String(pages)}`)
    const big = () =>
      writer.submit(estimateRequest({ ...newVisitor(), projectDescription: 'x'.repeat(2000) }), newSenderAddress())
    const results = await Promise.allSettled(Array.from({ length: 60 }, big))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    for (const { reason } of refused) expect(reason).toBeInstanceOf(DatabaseUnavailable)
    expect(await stored()).toBe(1 + results.length - refused.length)

    await pragma(adapter, 'max_page_count = 1000000')
    const before = await stored()
    await Promise.all(Array.from({ length: 60 }, big))
    expect(await stored()).toBe(before + 60)
  })
})

/** Sets or reads a setting of a connection. */
async function pragma(adapter: SqlDriverAdapter, statement: string): Promise<unknown> {
  const { rows } = await adapter.queryRaw({ sql: `PRAGMA ${statement}`, args: [], argTypes: [] })
  return rows[0]?.[0]
}

it('the next transaction starts clean after a failed COMMIT', async () => {
  migrateSqlite(path, silentLog, [])
  const adapter = await new SqliteAdapter({ url: place.url, timeout: 50 }).connect()
  const run = (sql: string) => adapter.executeRaw({ sql, args: [], argTypes: [] })
  await run('CREATE TABLE things (id INTEGER PRIMARY KEY)')

  const left = await adapter.startTransaction()
  await left.executeRaw({ sql: 'INSERT INTO things VALUES (1)', args: [], argTypes: [] })
  // What Prisma does when its COMMIT throws: it gives the connection back, with the transaction still open.
  await left.rollback()

  const next = await adapter.startTransaction()
  await next.executeRaw({ sql: 'INSERT INTO things VALUES (2)', args: [], argTypes: [] })
  await next.executeRaw({ sql: 'COMMIT', args: [], argTypes: [] })
  await next.commit()
  await adapter.dispose()

  const connection = openConnection(path, { readonly: true })
  expect(connection.prepare('SELECT id FROM things').all()).toEqual([{ id: 2 }])
  connection.close()
})
