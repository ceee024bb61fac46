import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPasswordHasher } from '#server/accounts/passwords/password-hasher.ts'
import { toClient } from '#server/accounts/sessions/client.ts'
import { parseConfig } from '#server/config.ts'
import type { Context } from '#server/trpc/context.ts'
import { adminProcedure, publicProcedure, router, staffProcedure, userProcedure } from '#server/trpc/init.ts'
import { cookieHeader, signedIn } from '#tests/support/server/sessions.ts'
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts'

const guarded = router({
  anybody: publicProcedure.query(() => 'open'),
  user: userProcedure.query(({ ctx }) => ctx.user.email),
  staff: staffProcedure.query(({ ctx }) => ctx.user.email),
  admin: adminProcedure.query(({ ctx }) => ctx.user.email),
})

// Its threads start with the first password, and there is none here.
const hasher = createPasswordHasher(4)
let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.dispose())

const clientWith = (cookie: string, database: Parameters<typeof toClient>[1]['database'] = server.database) =>
  toClient(
    { ip: '203.0.113.7', headers: { cookie }, cookies: server.app.parseCookie(cookie) },
    { database, clock: server.clock, secure: false },
  )

function callAs(cookie: string) {
  const { app, database, clock } = server
  return guarded.createCaller({
    config: parseConfig({}, '/'),
    database,
    clock,
    serverKey: Buffer.alloc(32),
    secretsKey: undefined,
    hasher,
    wakeOutbox: () => undefined,
    wakeErasing: () => undefined,
    afterResponse: () => undefined,
    live: app.live,
    estimateWriter: app.estimateWriter,
    requestId: 'test',
    client: clientWith(cookie),
    // None of the procedures here sets a cookie.
    reply: {} as Context['reply'],
    countCall: async () => undefined,
  })
}

const refusal = { code: 'FORBIDDEN', cause: { reason: 'insufficient_role' } }

test.each([
  ['user', ['user']],
  ['staff', ['user', 'staff']],
  ['admin', ['user', 'staff', 'admin']],
] as const)('lets the role %s call procedures for %j only', async (role, open) => {
  const { email, cookie } = await signedIn(server, { role })
  const call = callAs(cookie)
  for (const name of ['user', 'staff', 'admin'] as const)
    if (open.some((one) => one === name)) expect(await call[name]()).toBe(email)
    else await expect(call[name]()).rejects.toMatchObject(refusal)
})

test('returns UNAUTHORIZED without a session at every guard', async () => {
  const call = callAs(cookieHeader({}))
  for (const name of ['user', 'staff', 'admin'] as const)
    await expect(call[name]()).rejects.toMatchObject({ code: 'UNAUTHORIZED', cause: { reason: 'session_not_found' } })
})

test('looks the session up once for all calls of a request', async () => {
  const { cookie } = await signedIn(server, { role: 'admin' })
  const { database } = server
  let lookups = 0
  const counting = {
    queries: {
      ...database.queries,
      findSession(id: string) {
        lookups += 1
        return database.queries.findSession(id)
      },
    },
  }
  const client = clientWith(cookie, counting)
  const sessions = await Promise.all([client.session(), client.session()])
  expect([sessions[0]?.user.role, sessions[1] === sessions[0], lookups]).toEqual(['admin', true, 1])
})
