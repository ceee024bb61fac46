import pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { StoreEstimates } from '#server/database/database.ts'
import { lockStatement, lockValues } from '#server/database/postgresql/statements.ts'
import { storeEstimatesOf } from '#server/database/postgresql/store-estimates.ts'
import { WatchedPool } from '#server/database/postgresql/watched-pool.ts'
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/support/database/test-database.ts'
import { buildEstimate } from '#tests/support/estimates/build-estimate.ts'
import { emptyLookup } from '#tests/support/estimates/empty-lookup.ts'

const lookup = { ...emptyLookup, requestKeys: ['key'] }

let test: TestDatabase
/** Another process. */
let other: pg.Client
let pool: pg.Pool
let storeEstimates: StoreEstimates

beforeEach(async () => {
  test = await createTestDatabase()
  other = new pg.Client({ connectionString: test.url })
  await other.connect()
  // One connection, so that each test shows the state in which an error leaves it.
  pool = new pg.Pool({ connectionString: test.url, pipeline: true, max: 1 })
  new WatchedPool(pool, 1, { log: silentLog, onReplaced: () => undefined })
  storeEstimates = storeEstimatesOf(pool, { message: () => '' })
})
afterEach(async () => {
  await pool.end()
  await other.end()
  await test.dispose()
})

const store = (estimate = buildEstimate()) =>
  storeEstimates(lookup, () => ({ estimates: [estimate], messages: [], attempts: [] }))
const connection = async (): Promise<{ pid: number }> =>
  (await pool.query('SELECT pg_backend_pid() AS pid')).rows[0] ?? { pid: 0 }

/** Has another transaction hold the lock of the request key, until the returned function is called. */
async function holdLock(): Promise<() => Promise<void>> {
  await other.query('BEGIN')
  await other.query(lockStatement, lockValues(lookup.requestKeys))
  return async () => {
    await other.query('COMMIT')
  }
}

it('the statements of a round trip are one write', async () => {
  await store()
  const client = await pool.connect()
  const { stream } = client.connection
  const writes = [vi.spyOn(stream, '_write'), vi.spyOn(stream, '_writev')]
  client.release()
  await store()
  expect(writes.reduce((count, { mock }) => count + mock.calls.length, 0)).toBe(2)
})

it.each([
  ['lock_timeout', '55P03'],
  ['statement_timeout', '57014'],
])('an error of the locks before the lookup, by %s, leaves the connection usable', async (setting, code) => {
  await pool.query(`SET ${setting} = 200`)
  const before = await connection()
  const release = await holdLock()
  await expect(store()).rejects.toMatchObject({ code })
  await release()
  await store()
  expect(await connection()).toEqual(before)
  expect(await test.database.read.projectEstimate.count()).toBe(1)
})

it('an error of the rows before COMMIT stores nothing and leaves the connection usable', async () => {
  const before = await connection()
  const estimate = buildEstimate()
  await store(estimate)
  await expect(store(estimate)).rejects.toMatchObject({ code: '23505' })
  await store()
  expect(await connection()).toEqual(before)
  expect(await test.database.read.projectEstimate.count()).toBe(2)
})

it('an error of COMMIT stores nothing and leaves the connection usable', async () => {
  const before = await connection()
  await other.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused' USING ERRCODE = '40001'; END $$;
    CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON project_estimates DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION refuse()`)
  await expect(store()).rejects.toMatchObject({ code: '40001' })
  await other.query('DROP TRIGGER refuse ON project_estimates')
  await store()
  expect(await connection()).toEqual(before)
  expect(await test.database.read.projectEstimate.count()).toBe(1)
})

it('a connection that is lost between the statements is replaced', async () => {
  const { pid } = await connection()
  const release = await holdLock()
  // It may fail before the other connection has its response.
  const failing = expect(store()).rejects.toMatchObject({ code: '57P01' })
  await expect.poll(async () => (await other.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount).toBe(1)
  await other.query('SELECT pg_terminate_backend($1)', [pid])
  await failing
  await release()
  await store()
  expect((await connection()).pid).not.toBe(pid)
  expect(await test.database.read.projectEstimate.count()).toBe(1)
})
