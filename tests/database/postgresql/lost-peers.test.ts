import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { WatchedPool } from '#server/database/postgresql/watched-pool.ts'
import { createEstimateWriter, type EstimateWriter } from '#server/estimates/submit/estimate-writer.ts'
import { testServerKey } from '#tests/support/database/server-key.ts'
import { type SilentProxy, startSilentProxy } from '#tests/support/database/silent-proxy.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { createTestDatabaseUrl, silentLog, type TestDatabaseUrl } from '#tests/support/database/test-database.ts'
import { estimateRequest, newVisitor } from '#tests/support/estimates/estimate-input.ts'
import { newSenderAddress } from '#tests/support/server/sender-ip.ts'

let place: TestDatabaseUrl
let proxy: SilentProxy
let database: Database
let writer: EstimateWriter

beforeEach(async () => {
  place = await createTestDatabaseUrl()
  proxy = await startSilentProxy(place.url)
  database = await openDatabase({ url: proxy.url, log: silentLog })
  writer = createEstimateWriter({
    database,
    serverKey: testServerKey,
    clock: new TestClock(),
    onCommitted: () => {},
  })
})
afterEach(async () => {
  await database.close()
  await proxy.close()
  await place.dispose()
})

const submit = () => writer.submit(estimateRequest(newVisitor()), newSenderAddress())
const count = () => database.read.projectEstimate.count()

/** Has all connections of the pool open, idle, and of use so far. */
async function fillPool(): Promise<void> {
  await Promise.all([
    ...Array.from({ length: 8 }, () => count()),
    ...Array.from({ length: 2 }, () => database.transaction(({ projectEstimate }) => projectEstimate.count())),
  ])
}

/** Sends a request every quarter of a second. Answers with the seconds until the first is stored. */
async function secondsToFirst(): Promise<number> {
  const begun = performance.now()
  let first: number | undefined
  const attempts: Promise<void>[] = []
  while (first === undefined) {
    const stored = () => {
      first ??= (performance.now() - begun) / 1000
    }
    const refused = (error: unknown) => expect(error).toBeInstanceOf(DatabaseUnavailable)
    attempts.push(submit().then(stored, refused))
    await delay(250)
    if (performance.now() - begun > 15_000) throw new Error('Nothing was stored within 15 s')
  }
  await Promise.all(attempts)
  return first
}

async function atServer(sql: string): Promise<void> {
  const connection = new pg.Client({ connectionString: place.url })
  await connection.connect()
  await connection.query('SET default_transaction_read_only = off')
  await connection.query(sql)
  await connection.end()
}

it('an estimate is stored within ten seconds after all connections fall silent, while reads wait on the others', async () => {
  await fillPool()
  proxy.fallSilent()
  const reads = Promise.allSettled(Array.from({ length: 12 }, () => count()))
  expect(await secondsToFirst()).toBeLessThan(10)
  expect(await count()).toBeGreaterThan(0)
  for (const read of await reads)
    if (read.status === 'rejected') expect(read.reason).toBeInstanceOf(DatabaseUnavailable)
})

it('the database is closed within two seconds while all connections are silent', async () => {
  await fillPool()
  proxy.fallSilent()
  const waiting = Promise.allSettled([...Array.from({ length: 12 }, () => count()), submit(), submit()])
  await delay(50)
  const begun = performance.now()
  await database.close()
  expect(performance.now() - begun).toBeLessThan(2_000)
  const refused = (await waiting).filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
})

it('after the server became read-only, the first submission fails and the next one is stored on a new connection', async () => {
  const { pathname } = new URL(place.url)
  const name = pathname.slice(1)
  // What connections that there are have been told stays so, as on an old primary that stays up.
  await atServer(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
  await atServer(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  await expect
    .poll(() =>
      count().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  await fillPool()
  await atServer(`ALTER DATABASE ${name} RESET default_transaction_read_only`)
  await expect(submit()).rejects.toBeInstanceOf(DatabaseUnavailable)
  for (let stored = 0; stored < 12; stored += 1) await submit()
  expect(await count()).toBe(12)
})

it('a statement may take longer outside a transaction than in one', async () => {
  const pool = new pg.Pool({ connectionString: place.url, connectionTimeoutMillis: 2_000 })
  new WatchedPool(pool, { log: silentLog, onReplaced: () => undefined })
  const client = await pool.connect()
  await client.query({ text: 'BEGIN' })
  const within = client.query('SELECT pg_sleep(20)').catch((error: Error) => error)
  await pool.query('SELECT pg_sleep(4.5)')
  expect(await within).toEqual(new Error('Connection terminated: no response within 4 s'))
  client.release()
  await pool.end()
})

it('a statement has as much more time as the process was stopped', async () => {
  const pool = new pg.Pool({ connectionString: place.url })
  new WatchedPool(pool, { log: silentLog, onReplaced: () => undefined })
  const client = await pool.connect()
  await client.query({ text: 'BEGIN' })
  const sent = client.query('SELECT pg_sleep(6.3)')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6_000)
  await expect(sent).resolves.toMatchObject({ rowCount: 1 })
  client.release()
  await pool.end()
})
