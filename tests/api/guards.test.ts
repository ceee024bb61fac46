import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPasswordHasher } from '#server/auth/password-hasher.ts'
import { Caller } from '#server/auth/request-context.ts'
import { parseConfig } from '#server/config.ts'
import { TokenBucket } from '#server/rate-limits/token-bucket.ts'
import { adminProcedure, publicProcedure, router, staffProcedure, userProcedure } from '#server/trpc/init.ts'
import { cookieHeader, signedIn } from '#tests/support/sessions.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

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

function callAs(cookie: string, callLimiter = new TokenBucket({ perMinute: 600 })) {
  const { app, database, clock } = server
  return guarded.createCaller({
    config: parseConfig({}, '/'),
    database,
    clock,
    serverKey: Buffer.alloc(32),
    hasher,
    wakeOutbox: () => undefined,
    live: app.live,
    submissions: app.submissions,
    callLimiter,
    requestId: 'test',
    caller: new Caller({ ip: '203.0.113.7', headers: { cookie } }, { database, clock, secure: false }),
  })
}

const refusal = { code: 'FORBIDDEN', cause: { reason: 'insufficient_role' } }

test.each([
  ['user', ['user']],
  ['staff', ['user', 'staff']],
  ['admin', ['user', 'staff', 'admin']],
] as const)('the role %s gets through the guards of %j, which tell who it is', async (role, open) => {
  const { email, cookie } = await signedIn(server, { role })
  const call = callAs(cookie)
  for (const name of ['user', 'staff', 'admin'] as const)
    if (open.some((one) => one === name)) expect(await call[name]()).toBe(email)
    else await expect(call[name]()).rejects.toMatchObject(refusal)
})

test('nobody gets through any guard', async () => {
  const call = callAs(cookieHeader({}))
  for (const name of ['user', 'staff', 'admin'] as const)
    await expect(call[name]()).rejects.toMatchObject({ code: 'UNAUTHORIZED', cause: { reason: 'session_not_found' } })
})

test('whoever shares a network address that has used up its calls is told when to come back, and to call', async () => {
  const call = callAs(cookieHeader({}), new TokenBucket({ perMinute: 1, now: () => 0 }))
  expect(await call.anybody()).toBe('open')
  await expect(call.anybody()).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: expect.stringContaining('call us at (212) 555-0142'),
    cause: { reason: 'too_many_attempts', retryAfterSeconds: 60 },
  })
})

test('all the calls of one request look the session up once', async () => {
  const { cookie } = await signedIn(server, { role: 'admin' })
  const { database, clock } = server
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
  const caller = new Caller({ ip: '203.0.113.7', headers: { cookie } }, { database: counting, clock, secure: false })
  const sessions = await Promise.all([caller.session(), caller.session()])
  expect([sessions[0]?.user.role, sessions[1] === sessions[0], lookups]).toEqual(['admin', true, 1])
})
