import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { DatabaseUnavailable } from '#server/database/database.ts'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { sqlitePath } from '#server/database/sqlite-path.ts'
import { company } from '#shared/company.ts'
import { testEngine } from '#tests/support/database/test-database.ts'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { fromElsewhere, trustLoopback } from '#tests/support/server/sender-ip.ts'
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts'

let server: TestApp
afterEach(() => server.dispose())

describe('an unavailable database', () => {
  const away = () =>
    Promise.reject(
      new DatabaseUnavailable('The database is not available', { cause: new Error('connect ECONNREFUSED') }),
    )

  test('returns 503 with a time to retry and the phone number while the database is unavailable', async () => {
    server = await createTestApp({ database: (database) => ({ ...database, transaction: away }) })
    const answer = await server.call('estimates.submit', estimateInput({ name: 'Planted Nameson' }))
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('2')
    expect(answer.json().error).toMatchObject({
      message: `We cannot process that right now. Please try again in a moment, or call us at ${company.phone.display}.`,
      data: { code: 'SERVICE_UNAVAILABLE', httpStatus: 503 },
    })
    expect(server.log()).not.toContain('Nameson')
    const faults = server.logLines().filter((line) => line.call && line.level !== 'info')
    expect(faults).toMatchObject([{ level: 'warn', err: { cause: { message: 'connect ECONNREFUSED' } } }])
  })

  test('returns 503 while another program locks the database, and stores what it acknowledges', async () => {
    server = await createTestApp({ settings: trustLoopback })
    const calm = await disturb(server.databaseUrl)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        server.call('estimates.submit', estimateInput({ name: `Number ${index}` }), fromElsewhere()),
      ),
    )
    await calm()
    for (const answer of answers) expect([200, 503]).toContain(answer.statusCode)
    const references = answers.flatMap((answer) => answer.json().result?.data.reference ?? [])
    const stored = await server.database.read.projectEstimate.count({ where: { reference: { in: references } } })
    expect(stored).toBe(references.length)
    expect((await server.call('estimates.submit', estimateInput())).statusCode).toBe(200)
  })

  test('stores the next estimate when the database is back', async () => {
    let isAway = true
    server = await createTestApp({
      database: (database) => ({
        ...database,
        transaction: (work) => (isAway ? away() : database.transaction(work)),
      }),
    })
    const input = estimateInput()
    expect((await server.call('estimates.submit', input)).statusCode).toBe(503)
    isAway = false
    expect((await server.call('estimates.submit', input)).statusCode).toBe(200)
    expect(await server.database.read.projectEstimate.count()).toBe(1)
  })
})

/** The harm that other programs do: SQLite is locked, PostgreSQL's connections are cut again and again. */
async function disturb(url: string): Promise<() => Promise<void>> {
  if (testEngine === 'sqlite') {
    const other = openConnection(sqlitePath(url), { timeout: 0 })
    // Waiting inside the driver would keep the server from ending the transaction that is waited for.
    await vi.waitFor(() => other.exec('BEGIN IMMEDIATE'))
    return async () => {
      other.exec('ROLLBACK')
      other.close()
    }
  }
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  const cut =
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'
  let calm = false
  const cutting = (async () => {
    while (!calm) await other.query(cut)
  })()
  return async () => {
    calm = true
    await cutting
    await other.end()
  }
}
