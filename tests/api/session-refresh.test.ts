import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import { dayMs } from '#shared/durations.ts'
import { replyCookies, replyTokens } from '#tests/support/server/reply-cookies.ts'
import { cookieHeader, type SignedIn, signedIn } from '#tests/support/server/sessions.ts'
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts'

const secondMs = 1_000
const hourMs = 60 * 60 * secondMs

let server: TestApp
let account: SignedIn
let refuseWrites = false

beforeAll(async () => {
  const unavailable: Database['transaction'] = () =>
    Promise.reject(new DatabaseUnavailable('The database is not available'))
  server = await createTestApp({
    database: (database) => ({
      ...database,
      transaction: (work) => (refuseWrites ? unavailable(work) : database.transaction(work)),
    }),
  })
})
afterAll(() => server.dispose())
beforeEach(async () => {
  account = await signedIn(server, { role: 'staff' })
})

type Tokens = { access?: string; refresh?: string }

const call = (procedure: string, tokens: Tokens) =>
  server.call(procedure, undefined, { cookie: cookieHeader(tokens), 'sec-fetch-site': 'same-origin' })
const refresh = (token: string) => call('auth.refresh', { refresh: token })
const refreshed = async (token: string) => {
  const response = await refresh(token)
  expect([response.statusCode, response.body]).toEqual([200, expect.stringContaining(account.email)])
  return replyTokens(response)
}
const getSession = async (access: string) => {
  const response = await server.app.inject({
    url: '/api/trpc/auth.session',
    headers: { cookie: cookieHeader({ access }) },
  })
  expect(response.statusCode).toBe(200)
  return response.json().result.data
}
const isSignedIn = async (access: string) => (await getSession(access)).user !== null
const stored = () => server.database.read.session.findUnique({ where: { id: account.sessionId } })

/** Expects an error that also clears the cookies. */
function expectRefused(response: Awaited<ReturnType<typeof refresh>>, status: number, reason: string) {
  expect([response.statusCode, response.json().error.data.reason]).toEqual([status, reason])
  expect(replyCookies(response)).toMatchObject({
    access: { value: '', maxAge: 0 },
    refresh: { value: '', maxAge: 0 },
  })
}

test('A10 a refresh replaces both tokens and keeps the latest end of the session', async () => {
  const before = await stored()
  server.clock.advance(59 * 60 * secondMs)
  const response = await refresh(account.refresh)
  const tokens = replyTokens(response)
  expect(tokens.access).not.toBe(account.access)
  expect(tokens.refresh).not.toBe(account.refresh)
  const expiresAt = (server.clock.now().getTime() + hourMs) / secondMs
  expect(response.json().result.data).toEqual({
    user: {
      id: account.userId,
      email: account.email,
      role: 'staff',
      identities: [{ provider: 'email', email: account.email }],
    },
    expiresAt,
    expiresIn: 3600,
    tokenType: 'bearer',
  })
  expect(replyCookies(response)).toMatchObject({
    access: { maxAge: 3600 },
    refresh: { maxAge: (30 * dayMs - 59 * 60 * secondMs) / secondMs },
  })
  expect(await stored()).toMatchObject({
    refreshCount: 1,
    expiresAt: before?.expiresAt,
    createdAt: before?.createdAt,
  })
  expect(await getSession(tokens.access)).toEqual(response.json().result.data)
})

test('a refresh works long after the access token has expired', async () => {
  server.clock.advance(3 * dayMs)
  expect(await isSignedIn(account.access)).toBe(false)
  const tokens = await refreshed(account.refresh)
  expect(await isSignedIn(tokens.access)).toBe(true)
  expect(await isSignedIn(account.access)).toBe(false)
})

test('A10 replaced tokens work for ten more seconds', async () => {
  const first = await refreshed(account.refresh)
  server.clock.advance(10 * secondMs)
  expect(await isSignedIn(account.access)).toBe(true)
  expect(await refreshed(account.refresh)).toEqual(first)
  expect(await stored()).toMatchObject({ refreshCount: 1 })
  server.clock.advance(1)
  expect(await isSignedIn(account.access)).toBe(false)
  expect(await isSignedIn(first.access)).toBe(true)
})

test('A10 twenty refreshes at once rotate once and get the same tokens', async () => {
  const responses = await Promise.all(Array.from({ length: 20 }, () => refresh(account.refresh)))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200))
  expect(new Set(responses.map((response) => JSON.stringify(replyTokens(response)))).size).toBe(1)
  expect(await stored()).toMatchObject({ refreshCount: 1 })
})

test('two refreshes in one batch rotate once', async () => {
  const response = await server.call('auth.refresh,auth.refresh?batch=1', {}, account.headers)
  expect(response.json().map((one: { result?: unknown }) => 'result' in one)).toEqual([true, true])
  expect([response.headers['set-cookie']].flat()).toHaveLength(2)
  expect(await stored()).toMatchObject({ refreshCount: 1 })
  expect(await isSignedIn(replyTokens(response).access)).toBe(true)
})

test('A10 the old token stays valid if a refresh could not be stored', async () => {
  refuseWrites = true
  const failed = await refresh(account.refresh)
  refuseWrites = false
  expect(failed.statusCode).toBe(503)
  expect(failed.headers['set-cookie']).toBeUndefined()
  expect(await stored()).toMatchObject({ refreshCount: 0 })
  await refreshed(account.refresh)
})

test('A10 an older refresh token ends the session and every token of its chain', async () => {
  const chain = [{ access: account.access, refresh: account.refresh }]
  for (let link = 0; link < 3; link++) chain.push(await refreshed(chain.at(-1)?.refresh ?? ''))
  expect(await isSignedIn(chain.at(-1)?.access ?? '')).toBe(true)

  expectRefused(await refresh(account.refresh), 400, 'refresh_token_already_used')
  expect(await stored()).toBeNull()
  for (const { access, refresh: token } of chain) {
    expect(await isSignedIn(access)).toBe(false)
    expectRefused(await refresh(token), 401, 'session_not_found')
  }
})

test('A10 a refresh token that was replaced more than ten seconds ago ends the session', async () => {
  const first = await refreshed(account.refresh)
  server.clock.advance(10 * secondMs + 1)
  expectRefused(await refresh(account.refresh), 400, 'refresh_token_already_used')
  expect(await isSignedIn(first.access)).toBe(false)
})

test('a replaced refresh token ends the session even if the clock is set back', async () => {
  await refreshed(account.refresh)
  server.clock.advance(-hourMs)
  expectRefused(await refresh(account.refresh), 400, 'refresh_token_already_used')
  server.clock.advance(hourMs)
})

test('a forged refresh token ends that session and no other', async () => {
  const other = await signedIn(server)
  const changed = account.refresh.slice(0, -2) + (account.refresh.endsWith('AA') ? 'BB' : 'AA')
  expectRefused(await refresh(changed), 400, 'refresh_token_already_used')
  expect(await isSignedIn(account.access)).toBe(false)
  expect(await isSignedIn(other.access)).toBe(true)
})

test.each([
  ['without a cookie', () => ({})],
  ['with a malformed cookie', () => ({ refresh: 'planted' })],
  ['with a refresh token in the access cookie', () => ({ access: account.refresh })],
  ['with the id alone', () => ({ refresh: account.sessionId })],
  ['with an unknown id', () => ({ refresh: account.refresh.replace(/^.{8}/, '00000000') })],
])('a refresh %s finds no session and ends none', async (_how, tokens) => {
  expectRefused(await call('auth.refresh', tokens()), 401, 'session_not_found')
  expect(await isSignedIn(account.access)).toBe(true)
})

test('A10 a session ends after seven days without use', async () => {
  server.clock.advance(7 * dayMs - 1)
  const tokens = await refreshed(account.refresh)
  server.clock.advance(7 * dayMs)
  expectRefused(await refresh(tokens.refresh), 401, 'session_not_found')
})

test('A10 a session ends after thirty days, even if it was used', async () => {
  let { refresh: token } = account
  for (let day = 6; day < 30; day += 6) {
    server.clock.advance(6 * dayMs)
    token = (await refreshed(token)).refresh
  }
  server.clock.advance(6 * dayMs - 1)
  const last = await refresh(token)
  const { access, refresh: lastToken } = replyTokens(last)
  expect(replyCookies(last).refresh?.maxAge).toBe(0)
  server.clock.advance(1)
  expect(await isSignedIn(access)).toBe(false)
  expectRefused(await refresh(lastToken), 401, 'session_not_found')
})

test('A10 an ended session stays ended when the clock is set back', async () => {
  server.clock.advance(7 * dayMs)
  expectRefused(await refresh(account.refresh), 401, 'session_not_found')
  server.clock.advance(-2 * dayMs)
  expectRefused(await refresh(account.refresh), 401, 'session_not_found')
  server.clock.advance(2 * dayMs)
})
