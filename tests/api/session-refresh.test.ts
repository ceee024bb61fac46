import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import { replyCookies, replyTokens } from '#tests/support/reply-cookies.ts'
import { cookieHeader, type SignedIn, signedIn } from '#tests/support/sessions.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const secondMs = 1_000
const hourMs = 60 * 60 * secondMs
const dayMs = 24 * hourMs

let server: TestApp
let person: SignedIn
let refuseWrites = false

beforeAll(async () => {
  const away: Database['transaction'] = () => Promise.reject(new DatabaseUnavailable('The database is not available'))
  server = await createTestApp({
    database: (database) => ({
      ...database,
      transaction: (work) => (refuseWrites ? away(work) : database.transaction(work)),
    }),
  })
})
afterAll(() => server.dispose())
beforeEach(async () => {
  person = await signedIn(server, { role: 'staff' })
})

type Tokens = { access?: string; refresh?: string }

const call = (procedure: string, tokens: Tokens) =>
  server.call(procedure, undefined, { cookie: cookieHeader(tokens), 'sec-fetch-site': 'same-origin' })
const refresh = (token: string) => call('auth.refresh', { refresh: token })
const refreshed = async (token: string) => {
  const answer = await refresh(token)
  expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining(person.email)])
  return replyTokens(answer)
}
const sessionOf = async (access: string) => {
  const answer = await server.app.inject({
    url: '/api/trpc/auth.session',
    headers: { cookie: cookieHeader({ access }) },
  })
  expect(answer.statusCode).toBe(200)
  return answer.json().result.data
}
const isSignedIn = async (access: string) => (await sessionOf(access)).user !== null
const stored = () => server.database.read.session.findUnique({ where: { id: person.sessionId } })

/** Every kind of "no": what the caller is told, and that the browser is to forget its cookies. */
function expectRefused(answer: Awaited<ReturnType<typeof refresh>>, status: number, reason: string) {
  expect([answer.statusCode, answer.json().error.data.reason]).toEqual([status, reason])
  expect(replyCookies(answer)).toMatchObject({
    access: { value: '', maxAge: 0 },
    refresh: { value: '', maxAge: 0 },
  })
}

describe('a refresh', () => {
  test('A10 a refresh gives new tokens, puts the end of the access token off, and leaves the session’s end as it is', async () => {
    const before = await stored()
    server.clock.advance(59 * 60 * secondMs)
    const answer = await refresh(person.refresh)
    const tokens = replyTokens(answer)
    expect(tokens.access).not.toBe(person.access)
    expect(tokens.refresh).not.toBe(person.refresh)
    const expiresAt = (server.clock.now().getTime() + hourMs) / secondMs
    expect(answer.json().result.data).toEqual({
      user: {
        id: person.userId,
        email: person.email,
        role: 'staff',
        identities: [{ provider: 'email', email: person.email }],
      },
      expiresAt,
      expiresIn: 3600,
      tokenType: 'bearer',
    })
    expect(replyCookies(answer)).toMatchObject({
      access: { maxAge: 3600 },
      refresh: { maxAge: (30 * dayMs - 59 * 60 * secondMs) / secondMs },
    })
    expect(await stored()).toMatchObject({
      refreshCount: 1,
      expiresAt: before?.expiresAt,
      createdAt: before?.createdAt,
    })
    expect(await sessionOf(tokens.access)).toEqual(answer.json().result.data)
  })

  test('refreshes however long ago the access token expired', async () => {
    server.clock.advance(3 * dayMs)
    expect(await isSignedIn(person.access)).toBe(false)
    const tokens = await refreshed(person.refresh)
    expect(await isSignedIn(tokens.access)).toBe(true)
    expect(await isSignedIn(person.access)).toBe(false)
  })

  test('A10 the tokens that a refresh replaced work for ten more seconds, for requests on their way', async () => {
    const first = await refreshed(person.refresh)
    server.clock.advance(10 * secondMs)
    expect(await isSignedIn(person.access)).toBe(true)
    expect(await refreshed(person.refresh)).toEqual(first)
    expect(await stored()).toMatchObject({ refreshCount: 1 })
    server.clock.advance(1)
    expect(await isSignedIn(person.access)).toBe(false)
    expect(await isSignedIn(first.access)).toBe(true)
  })

  test('A10 twenty refreshes at once change the session once, and all get the same tokens', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(person.refresh)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map((answer) => JSON.stringify(replyTokens(answer)))).size).toBe(1)
    expect(await stored()).toMatchObject({ refreshCount: 1 })
  })

  test('refreshes once when a batch asks twice', async () => {
    const answer = await server.call('auth.refresh,auth.refresh?batch=1', {}, person.headers)
    expect(answer.json().map((one: { result?: unknown }) => 'result' in one)).toEqual([true, true])
    expect([answer.headers['set-cookie']].flat()).toHaveLength(2)
    expect(await stored()).toMatchObject({ refreshCount: 1 })
    expect(await isSignedIn(replyTokens(answer).access)).toBe(true)
  })

  test('A10 a refresh that could not be stored leaves the old token valid', async () => {
    refuseWrites = true
    const failed = await refresh(person.refresh)
    refuseWrites = false
    expect(failed.statusCode).toBe(503)
    expect(failed.headers['set-cookie']).toBeUndefined()
    expect(await stored()).toMatchObject({ refreshCount: 0 })
    await refreshed(person.refresh)
  })
})

describe('a refresh token that was used before', () => {
  test('A10 a refresh token from further back ends the session, with every token of the chain', async () => {
    const chain = [{ access: person.access, refresh: person.refresh }]
    for (let link = 0; link < 3; link++) chain.push(await refreshed(chain.at(-1)?.refresh ?? ''))
    expect(await isSignedIn(chain.at(-1)?.access ?? '')).toBe(true)

    expectRefused(await refresh(person.refresh), 400, 'refresh_token_already_used')
    expect(await stored()).toBeNull()
    for (const { access, refresh: token } of chain) {
      expect(await isSignedIn(access)).toBe(false)
      expectRefused(await refresh(token), 401, 'session_not_found')
    }
  })

  test('A10 a replaced refresh token ends the session once it is more than ten seconds old', async () => {
    const first = await refreshed(person.refresh)
    server.clock.advance(10 * secondMs + 1)
    expectRefused(await refresh(person.refresh), 400, 'refresh_token_already_used')
    expect(await isSignedIn(first.access)).toBe(false)
  })

  test('does not revive a replaced refresh token when the clock is set back', async () => {
    await refreshed(person.refresh)
    server.clock.advance(-hourMs)
    expectRefused(await refresh(person.refresh), 400, 'refresh_token_already_used')
    server.clock.advance(hourMs)
  })

  test('ends only the session itself for a token that was never issued', async () => {
    const other = await signedIn(server)
    const changed = person.refresh.slice(0, -2) + (person.refresh.endsWith('AA') ? 'BB' : 'AA')
    expectRefused(await refresh(changed), 400, 'refresh_token_already_used')
    expect(await isSignedIn(person.access)).toBe(false)
    expect(await isSignedIn(other.access)).toBe(true)
  })
})

describe('no session', () => {
  test.each([
    ['without a cookie', () => ({})],
    ['with a cookie that is none of ours', () => ({ refresh: 'planted' })],
    ['with an access token for a refresh token', () => ({ access: person.refresh })],
    ['with the id alone', () => ({ refresh: person.sessionId })],
    ['with an unknown id', () => ({ refresh: person.refresh.replace(/^.{8}/, '00000000') })],
  ])('finds no session %s', async (_how, tokens) => {
    expectRefused(await call('auth.refresh', tokens()), 401, 'session_not_found')
    expect(await isSignedIn(person.access)).toBe(true)
  })

  test('A10 a session ends after seven days without use', async () => {
    server.clock.advance(7 * dayMs - 1)
    const tokens = await refreshed(person.refresh)
    server.clock.advance(7 * dayMs)
    expectRefused(await refresh(tokens.refresh), 401, 'session_not_found')
  })

  test('A10 a session ends after thirty days, however much it was used', async () => {
    let { refresh: token } = person
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

  test('A10 an ended session does not come back when the clock is set back', async () => {
    server.clock.advance(7 * dayMs)
    expectRefused(await refresh(person.refresh), 401, 'session_not_found')
    server.clock.advance(-2 * dayMs)
    expectRefused(await refresh(person.refresh), 401, 'session_not_found')
    server.clock.advance(2 * dayMs)
  })
})
