import { randomUUID } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { DatabaseUnavailable } from '#server/database/database.ts'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { sqlitePath } from '#server/database/sqlite-path.ts'
import { programVersion } from '#server/version.ts'
import { company } from '#shared/company.ts'
import { testEngine } from '#tests/support/database/test-database.ts'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts'

let server: TestApp
afterEach(() => server.dispose())

const get = (url: string) => server.app.inject(url)

test('a server with a working database is reported as up, with its version, and ready', async () => {
  server = await createTestApp()
  for (const url of ['/healthz', '/readyz']) {
    const answer = await get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ status: 'ok', ...(url === '/healthz' ? { version: programVersion } : {}) })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect((await server.app.inject({ method: 'HEAD', url })).statusCode).toBe(200)
  }
})

test.each([
  ['cannot be reached', () => Promise.reject(new DatabaseUnavailable('away'))],
  ['never answers', () => new Promise<void>(() => undefined)],
])('a server whose database %s is reported as up, but not ready', async (_what, ping) => {
  server = await createTestApp({ database: (database) => ({ ...database, ping }) })
  expect((await get('/healthz')).statusCode).toBe(200)
  const answer = await get('/readyz')
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toEqual({ status: 'unavailable', reason: 'the database does not answer' })
  expect(answer.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' })
})

test('a server whose database takes no writes is reported as up, but not ready until it does', async () => {
  server = await createTestApp()
  await whileWritesFail(server, async () => {
    const refused = await server.call('estimates.submit', estimateInput())
    expect(refused.statusCode).toBe(503)
    for (const answer of await Promise.all(Array.from({ length: 20 }, () => get('/readyz')))) {
      expect(answer.json()).toEqual({ status: 'unavailable', reason: 'the database takes no writes' })
      expect(answer.statusCode).toBe(503)
    }
    expect((await get('/healthz')).statusCode).toBe(200)
  })
  await expect.poll(async () => (await get('/readyz')).statusCode, { timeout: 3_000 }).toBe(200)
  expect((await server.call('estimates.submit', estimateInput())).statusCode).toBe(200)
})

/** SQL that breaks a table of the submissions, and the SQL that mends it. */
const broken = [
  ['is renamed', 'ALTER TABLE project_estimates RENAME TO away', 'ALTER TABLE away RENAME TO project_estimates'],
  ['with the photos is renamed', 'ALTER TABLE stored_files RENAME TO away', 'ALTER TABLE away RENAME TO stored_files'],
  [
    'has a constraint that fails',
    'ALTER TABLE project_estimates ADD CONSTRAINT never CHECK (false) NOT VALID',
    'ALTER TABLE project_estimates DROP CONSTRAINT never',
  ],
] as const

test.runIf(testEngine === 'postgresql').each(broken)(
  'is not ready, and gives the phone number, while the table of the submissions %s',
  async (_what, breaks, mends) => {
    server = await createTestApp()
    await between(breaks, mends, async () => {
      const refused = await server.call('estimates.submit', estimateInput({ photos: [randomUUID()] }))
      expect([refused.statusCode, refused.json().error.message]).toEqual([
        503,
        expect.stringContaining(company.phone.display),
      ])
      for (let times = 0; times < 3; times += 1) expect((await get('/readyz')).statusCode).toBe(503)
    })
    await expect.poll(async () => (await get('/readyz')).statusCode, { timeout: 3_000 }).toBe(200)
    expect((await server.call('estimates.submit', estimateInput())).statusCode).toBe(200)
  },
)

test.runIf(testEngine === 'postgresql')('a server is not ready while the submissions are locked', async () => {
  server = await createTestApp()
  await between('BEGIN; LOCK TABLE project_estimates IN ACCESS EXCLUSIVE MODE', 'COMMIT', async () => {
    const waiting = server.call('estimates.submit', estimateInput())
    await delay(1_500)
    // The submission has not given up yet.
    expect((await get('/readyz')).statusCode).toBe(503)
    expect((await waiting).statusCode).toBe(503)
    expect((await get('/readyz')).statusCode).toBe(503)
  })
  await expect.poll(async () => (await get('/readyz')).statusCode, { timeout: 6_000 }).toBe(200)
  expect((await server.call('estimates.submit', estimateInput())).statusCode).toBe(200)
})

test.runIf(testEngine === 'sqlite')(
  'the server is not ready, and gives the phone number, while an index of the submissions is damaged',
  async () => {
    server = await createTestApp()
    // The server itself notices a file that changes while it is open.
    await server.database.close()
    damageIndex(sqlitePath(server.databaseUrl))
    const started = await createTestApp({ beside: server })
    const refused = await started.call('estimates.submit', estimateInput())
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      503,
      expect.stringContaining(company.phone.display),
    ])
    for (let times = 0; times < 3; times += 1) expect((await started.app.inject('/readyz')).statusCode).toBe(503)
    await started.dispose()
  },
)

/** Overwrites a page that each submission changes. */
function damageIndex(path: string): void {
  const connection = openConnection(path)
  const size = Number(connection.pragma('page_size', { simple: true }))
  const page = connection
    .prepare<[], number>("SELECT rootpage FROM sqlite_schema WHERE name = 'project_estimates_email_key_idx'")
    .pluck()
    .get()
  connection.close()
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(size, 0xff), 0, size, (Number(page) - 1) * size)
  closeSync(file)
}

test('health checks are not logged', async () => {
  server = await createTestApp()
  await get('/healthz')
  await get('/readyz')
  expect(server.log()).not.toContain('"status":200')
})

/** Breaks the database of the test for `work`. Other tests get the database afterwards. */
async function between(breaks: string, mends: string, work: () => Promise<void>): Promise<void> {
  const connection = new pg.Client({ connectionString: server.databaseUrl })
  await connection.connect()
  await connection.query(breaks)
  try {
    await work()
  } finally {
    await connection.query(mends)
    await connection.end()
  }
}

/** Has every write fail while `work` is done, by the database's own means. */
async function whileWritesFail({ databaseUrl }: TestApp, work: () => Promise<void>): Promise<void> {
  if (testEngine === 'sqlite') {
    const other = openConnection(sqlitePath(databaseUrl), { timeout: 0 })
    // A transaction of the server's own may be open: it ends once this gives way.
    await expect.poll(() => other.exec('BEGIN IMMEDIATE').inTransaction).toBe(true)
    try {
      await work()
    } finally {
      other.close()
    }
    return
  }
  const connection = new pg.Client({ connectionString: databaseUrl })
  await connection.connect()
  await connection.query('SET default_transaction_read_only = off')
  const set = async (value: 'on' | 'off') => {
    await connection.query(
      `ALTER DATABASE ${new URL(databaseUrl).pathname.slice(1)} SET default_transaction_read_only = ${value}`,
    )
    await connection.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
  }
  await set('on')
  try {
    // The first answers tell of the connections that were lost.
    await expect
      .poll(async () => (await get('/readyz')).json().reason, { timeout: 5_000 })
      .not.toBe('the database does not answer')
    await work()
  } finally {
    await set('off')
    await connection.end()
  }
}
