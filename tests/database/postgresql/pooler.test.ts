import { tmpdir } from 'node:os'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { pooledSessions } from '#server/database/postgresql/sessions.ts'
import { WatchedPool } from '#server/database/postgresql/watched-pool.ts'
import { sweepExpired } from '#server/jobs/sweep-expired.ts'
import { createDatabase, databaseOnServer, dropDatabase } from '#tests/support/database/postgresql-databases.ts'
import { type RecordingProxy, startRecordingProxy } from '#tests/support/database/recording-proxy.ts'
import { testServerKey } from '#tests/support/database/server-key.ts'
import { silentLog } from '#tests/support/database/test-database.ts'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { exportUrl } from '#tests/support/server/export-url.ts'
import { openLivePage } from '#tests/support/server/live-page.ts'
import { signedIn } from '#tests/support/server/sessions.ts'
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts'

/** This is another process, without a pooler. */
let other: TestApp
let proxy: RecordingProxy
let database: Database
/** Its database is open through the proxy. */
let test: TestApp

beforeEach(async () => {
  other = await createTestApp()
  // A pooler's sessions have the defaults of the database.
  for (const foreign of [
    "timezone = 'America/New_York'",
    'synchronous_commit = off',
    "default_transaction_isolation = 'serializable'",
  ])
    await atServer(other.databaseUrl, `ALTER DATABASE ${databaseName()} SET ${foreign}`)
  proxy = await startRecordingProxy(other.databaseUrl)
  database = await openDatabase({ url: proxy.url, directUrl: other.databaseUrl, log: silentLog })
  test = await createTestApp({ beside: other, database: () => database })
})
afterEach(async () => {
  await test.dispose()
  await database.close()
  await proxy.close()
  await atServer(other.databaseUrl, `ALTER DATABASE ${databaseName()} RESET ALL`)
  await other.dispose()
})

const databaseName = () => new URL(other.databaseUrl).pathname.slice(1)

async function atServer(url: string, sql: string): Promise<pg.QueryResult> {
  const connection = new pg.Client({ connectionString: url })
  await connection.connect()
  try {
    return await connection.query(sql)
  } finally {
    await connection.end()
  }
}

/** State that outlives a transaction, or needs the session of an earlier one. */
const sessionState =
  /(?:^|;)\s*(?:SET (?!LOCAL )|RESET|LISTEN|UNLISTEN|PREPARE|EXECUTE|DEALLOCATE|DECLARE|FETCH|DISCARD|LOAD|CREATE TEMP)|pg_(?:try_)?advisory_(?!xact_)|set_config/i

it('nothing on the connections of DATABASE_URL outlives a transaction', async () => {
  const admin = await signedIn(test, { role: 'admin' })
  const page = await openLivePage(await test.listen(), admin)
  const { reference } = (await test.call('estimates.submit', estimateInput())).json().result.data
  const { id, createdAt } = await other.database.read.projectEstimate.findUniqueOrThrow({ where: { reference } })
  await test.call('estimates.addNote', { id, text: 'Called back.' }, admin.headers)
  const read = (path: string, input: object) =>
    test.app.inject({
      url: `/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`,
      headers: admin.headers,
    })
  const list = (await read('estimates.list', { q: 'Astoria' })).json()
  expect(list.result.data.items).toMatchObject([{ id, createdAt: createdAt.toISOString() }])
  expect(
    (await test.app.inject({ url: await exportUrl(test, admin.headers), headers: admin.headers })).statusCode,
  ).toBe(200)
  expect((await test.app.inject({ url: '/readyz' })).statusCode).toBe(200)
  await sweepExpired({ database, serverKey: testServerKey, mailFolder: tmpdir(), now: test.clock.now() })
  const changed = await other.call('estimates.addNote', { id, text: 'From elsewhere.' }, admin.headers)
  expect(changed.statusCode).toBe(200)
  await expect.poll(() => page.told().changed.length).toBe(2)
  await test.call('auth.signOut', {}, admin.headers)
  await expect.poll(() => [...test.sent, ...other.sent].length).toBe(2)

  expect(proxy.startups.length).toBeGreaterThan(1)
  for (const parameters of proxy.startups) expect(parameters).not.toContain('options')
  expect([...proxy.names]).toEqual([''])
  const statements = [...proxy.statements]
  expect(statements.length).toBeGreaterThan(15)
  expect(statements.filter((text) => sessionState.test(text))).toEqual([])
})

it('each transaction and each read has the settings of a session without a pooler', async () => {
  const pool = new pg.Pool({ connectionString: proxy.url, max: 3 })
  new WatchedPool(pool, { log: silentLog, sessions: pooledSessions, onReplaced: () => undefined })
  const names = [
    ...['TimeZone', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'jit'],
    ...['synchronous_commit', 'transaction_isolation'],
  ]
  const shown = { text: `SELECT ${names.map((name) => `current_setting('${name}')`).join(` || ' ' || `)} AS settings` }
  expect((await pool.query(shown)).rows).toEqual([{ settings: 'UTC 5s 3500ms 5s off on read committed' }])
  await expect(pool.query({ text: 'SELECT 1 / 0' })).rejects.toThrow('division by zero')
  await expect(pool.query({ text: 'CREATE TABLE more ()' })).rejects.toThrow('read-only transaction')

  const client = await pool.connect()
  await client.query({ text: 'BEGIN' })
  expect((await client.query(shown)).rows).toEqual([{ settings: 'UTC 5s 3500ms 5s off on read committed' }])
  await client.query({ text: 'COMMIT' })
  expect((await client.query({ text: 'SHOW TimeZone' })).rows).toEqual([{ TimeZone: 'America/New_York' }])
  client.release()
  await pool.end()
})

it('a process has as many connections as DATABASE_POOL_SIZE says, and one that listens', async () => {
  const own = await openDatabase({
    url: proxy.url,
    directUrl: other.databaseUrl,
    poolSize: 3,
    log: silentLog,
  })
  const before = proxy.startups.length
  await own.onCommitted(() => undefined)
  await Promise.all([
    ...Array.from({ length: 20 }, () => own.read.projectEstimate.count()),
    ...Array.from({ length: 20 }, () => own.transaction(({ projectEstimate }) => projectEstimate.count())),
  ])
  expect(proxy.startups.length - before).toBe(3)
  await own.close()
})

it('URLs of different databases are refused', async () => {
  const name = await createDatabase(other.databaseUrl)
  const opening = openDatabase({
    url: proxy.url,
    directUrl: databaseOnServer(other.databaseUrl, name),
    log: silentLog,
  })
  await expect(opening).rejects.toThrow('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.')
  await dropDatabase(other.databaseUrl, name)
})
