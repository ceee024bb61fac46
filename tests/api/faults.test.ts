import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type { Database, Transaction } from '#server/database/database.ts'
import { watchedDatabase } from '#tests/support/database/watched-database.ts'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { apiAddresses, callAddress, statusOf, validInputs } from '#tests/support/server/api-paths.ts'
import { exportQuery, personExportQuery } from '#tests/support/server/export-url.ts'
import { signedIn } from '#tests/support/server/sessions.ts'
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts'

let server: TestApp
afterEach(() => server.dispose())

/** These values must not appear in a response or in the log. */
const planted = {
  name: 'Planted Nameson',
  email: 'planted.person@example.com',
  phone: '212 555 0199',
  projectDescription: 'planted description',
  location: 'Planted Street 7',
  specificRequirements: 'planted requirements',
}
const secrets = [...Object.values(planted), 'SELECT', 'planted-secret', '/planted/path']

function expectNoSecretIn(text: string): void {
  for (const secret of secrets) expect(text).not.toContain(secret)
}

/** An app that cannot store estimates. */
function serverWith(transaction: Database['transaction']): Promise<TestApp> {
  return createTestApp({ database: (database) => ({ ...database, transaction }) })
}

/** The log lines of failed requests. The outbox meets the same fault and logs its own. */
const faultsOf = (app: TestApp) =>
  app.logLines().filter((line) => line.requestId && (line.level === 'error' || line.level === 'warn'))

test('D8 an internal error shows only its request id and is logged once under it', async () => {
  server = await serverWith(() =>
    Promise.reject(
      new Error(`SELECT * FROM t WHERE email = '${planted.email}'`, { cause: new SyntaxError('planted-secret') }),
    ),
  )
  const answer = await server.call('estimates.submit', estimateInput(planted))
  expect(answer.statusCode).toBe(500)
  const { requestId } = answer.json().error.data
  expect(answer.json()).toEqual({
    error: {
      code: -32603,
      message: 'Internal error',
      data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, requestId },
    },
  })
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(faultsOf(server)).toMatchObject([
    { requestId, level: 'error', call: 'estimates.submit', err: { type: 'Error' } },
  ])
  expect(server.log()).not.toContain(planted.email)
  expect(server.log()).not.toContain('planted-secret')
})

test('D9 an error of the query builder is logged without the values that it quotes', async () => {
  server = await createTestApp({
    database: (database) => ({
      ...database,
      transaction: () =>
        database.transaction(async (transaction: Transaction) => {
          const data = { ...estimateInput(planted), nothing: 'planted-secret' } as never
          await transaction.projectEstimate.create({ data })
          throw new Error('unreachable')
        }),
    }),
  })
  const answer = await server.call('estimates.submit', estimateInput(planted))
  expect(answer.statusCode).toBe(500)
  expectNoSecretIn(answer.body)
  expectNoSecretIn(server.log())
  expect(faultsOf(server)).toMatchObject([{ err: { type: 'PrismaClientValidationError', stack: expect.any(String) } }])
})

test('D8 an internal error in any procedure returns 500 without its message', async () => {
  let [broken, sessionsBroken] = [false, false]
  server = await createTestApp({
    database: (database) =>
      watchedDatabase(database, (method) => {
        const fails = method === 'queries.findSession' ? sessionsBroken : broken
        if (fails) throw new Error('SELECT planted-secret at /planted/path')
      }),
  })
  const admin = await signedIn(server, { role: 'admin' })
  const inputs = validInputs(planted, randomUUID())
  // A mark of the app's own time.
  inputs['estimates.changes'] = { lastEventId: String(server.clock.now().getTime()) }
  inputs['GET /api/export/estimates.csv'] = await exportQuery(server, admin.headers)
  inputs['GET /api/export/person'] = await personExportQuery(server, admin.headers, randomUUID())
  const addresses = apiAddresses(server.app)
  expect(new Set(addresses.map(({ name }) => name))).toEqual(new Set(Object.keys(inputs)))

  broken = true
  const statuses: Record<string, number> = {}
  for (const address of addresses) {
    // Behind the guards, so that the fault is the procedure's own.
    sessionsBroken = address.name === 'auth.session'
    const cookie = `${admin.headers.cookie}; site-challenge=${'c'.repeat(43)}`
    const answer = await callAddress(server, address, inputs[address.name], { ...admin.headers, cookie })
    expectNoSecretIn(answer.body)
    statuses[address.name] = statusOf(address, answer)
  }
  const others = Object.entries(statuses).filter(([, status]) => status !== 500)
  // These have nothing to do with the database.
  expect(Object.fromEntries(others)).toEqual({
    'estimates.createExport': 200,
    'estimates.openForm': 200,
    'installation.lastBackup': 200,
    'privacy.createPersonExport': 200,
  })
  for (const typed of Object.values(planted)) expect(server.log()).not.toContain(typed)
})

test('D8 an internal error outside of procedures is masked, too', async () => {
  const ping = () => {
    throw new Error('SELECT planted-secret at /planted/path')
  }
  server = await createTestApp({ database: (database) => ({ ...database, ping }) })
  const answer = await server.app.inject('/readyz')
  expect(answer.statusCode).toBe(500)
  const [fault, ...others] = faultsOf(server)
  expect(answer.body).toBe(`Internal error (${fault?.requestId})\n`)
  expect(others).toEqual([])
})

test('D9 the log has one line for each request, without a query string, and no line that a client wrote', async () => {
  server = await createTestApp()
  await server.app.inject('/estimate?email=planted.person@example.com')
  await server.app.inject('/nothing%0d%0a{"level":"planted-secret"}')
  await server.app.inject({ url: '/', headers: { 'user-agent': 'planted-secret', cookie: 'sid=planted-secret' } })
  await server.call('estimates.submit', estimateInput(planted))
  const requests = server.logLines().filter((line) => line.requestId)
  expect(requests).toMatchObject([
    { method: 'GET', route: '/estimate', status: 200, ms: expect.any(Number), msg: 'request' },
    { method: 'GET', status: 404 },
    { method: 'GET', route: '/', status: 200 },
    { method: 'POST', route: '/api/trpc/:path', call: 'estimates.submit', status: 200 },
  ])
  expectNoSecretIn(server.log())
})
