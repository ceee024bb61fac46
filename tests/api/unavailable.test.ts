import BetterSqlite3 from 'better-sqlite3'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import { company } from '#shared/company.ts'
import { estimateInput } from '#tests/support/estimate-request.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { testEngine } from '#tests/support/test-database.ts'

let server: TestApp
afterEach(() => server.dispose())

describe('a database that is away', () => {
  const away: Database['transaction'] = () =>
    Promise.reject(
      new DatabaseUnavailable('The database is not available', { cause: new Error('connect ECONNREFUSED') }),
    )

  test('is told with when to try again and whom to call', async () => {
    server = await createTestApp({ database: (database) => ({ ...database, transaction: away }) })
    const answer = await server.call('estimates.submit', estimateInput({ name: 'Planted Nameson' }))
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('2')
    expect(answer.json().error).toMatchObject({
      message: `We cannot take that in right now. Please try again in a moment, or call us at ${company.phone.display}.`,
      data: { code: 'SERVICE_UNAVAILABLE', httpStatus: 503 },
    })
    expect(server.log()).not.toContain('Nameson')
    const faults = server.logLines().filter((line) => line.call && line.level !== 'info')
    expect(faults).toMatchObject([{ level: 'warn', err: { cause: { message: 'connect ECONNREFUSED' } } }])
  })

  test.runIf(testEngine === 'sqlite')('because another program locks it is told the same, and soon', async () => {
    server = await createTestApp()
    const other = new BetterSqlite3(server.databaseUrl.slice('file:'.length))
    other.exec('BEGIN IMMEDIATE')
    const answers = await Promise.all(Array.from({ length: 5 }, () => server.call('estimates.submit', estimateInput())))
    for (const answer of answers) expect(answer.statusCode).toBe(503)
    other.exec('ROLLBACK')
    other.close()
    expect((await server.call('estimates.submit', estimateInput())).statusCode).toBe(200)
  })

  test.runIf(testEngine === 'postgresql')('because its connections were cut is told the same', async () => {
    server = await createTestApp()
    const other = new pg.Client({ connectionString: server.databaseUrl })
    await other.connect()
    const cut =
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'
    const [, ...answers] = await Promise.all([
      other.query(cut),
      ...Array.from({ length: 20 }, (_, index) =>
        server.call('estimates.submit', estimateInput({ name: `Number ${index}` })),
      ),
    ])
    await other.end()
    for (const answer of answers) expect([200, 503]).toContain(answer.statusCode)
    const references = answers.flatMap((answer) => answer.json().result?.data.reference ?? [])
    const stored = await server.database.read.projectEstimate.count({ where: { reference: { in: references } } })
    expect(stored).toBe(references.length)
    expect((await server.call('estimates.submit', estimateInput())).statusCode).toBe(200)
  })

  test('and comes back takes the next try', async () => {
    let isAway = true
    server = await createTestApp({
      database: (database) => ({
        ...database,
        transaction: (work) => (isAway ? away(work) : database.transaction(work)),
      }),
    })
    const input = estimateInput()
    expect((await server.call('estimates.submit', input)).statusCode).toBe(503)
    isAway = false
    expect((await server.call('estimates.submit', input)).statusCode).toBe(200)
    expect(await server.database.read.projectEstimate.count()).toBe(1)
  })
})
