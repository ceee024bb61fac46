import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openServerKey } from '#server/auth/server-key.ts'
import { createSession, endSessionsOf } from '#server/auth/sessions.ts'
import { cookieNames } from '#shared/cookie-names.ts'
import { cookieProblem } from '#tests/support/cookie-watch.ts'
import { replyCookies, replyTokens } from '#tests/support/reply-cookies.ts'
import { cookieHeader, insertSignedIn, type SignedIn, signedIn } from '#tests/support/sessions.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const hourMs = 60 * 60 * 1000

let plain: TestApp
let secure: TestApp

beforeAll(async () => {
  plain = await createTestApp()
  secure = await createTestApp({ settings: { APP_ORIGIN: 'https://www.builders.example' } })
})
afterAll(async () => {
  await plain.dispose()
  await secure.dispose()
})

const session = async (server: TestApp, headers: Record<string, string>, url = '/api/trpc/auth.session') => {
  const answer = await server.app.inject({ url, headers })
  expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, undefined])
  return answer.json().result.data
}
const nobody = { user: null, expiresAt: null, expiresIn: null, tokenType: null }
const signOut = (server: TestApp, headers: Record<string, string>) => server.call('auth.signOut', undefined, headers)

describe('the session cookies', () => {
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax' }

  test('B2 the cookies of a site at an https address are bound to this host and to https', async () => {
    const person = await signedIn(secure)
    const answer = await secure.call('auth.refresh', undefined, person.headers)
    const { access, refresh } = replyCookies(answer)
    expect(access).toEqual({
      ...attributes,
      name: '__Host-site-access',
      value: expect.any(String),
      maxAge: 3600,
      secure: true,
    })
    expect(refresh).toEqual({
      ...attributes,
      name: '__Host-site-refresh',
      value: expect.any(String),
      maxAge: 30 * 24 * 3600,
      secure: true,
    })
  })

  test('B2 the cookies of a site at an http address have neither the prefix nor Secure', async () => {
    const person = await signedIn(plain)
    const { access, refresh } = replyCookies(await plain.call('auth.refresh', undefined, person.headers))
    expect(access).toEqual({ ...attributes, name: 'site-access', value: expect.any(String), maxAge: 3600 })
    expect(refresh).toEqual({ ...attributes, name: 'site-refresh', value: expect.any(String), maxAge: 30 * 24 * 3600 })
  })

  test('B2 cookies are removed with the attributes that they were set with', async () => {
    const { access, refresh } = replyCookies(await signOut(secure, (await signedIn(secure)).headers))
    expect(access).toEqual({ ...attributes, name: '__Host-site-access', value: '', maxAge: 0, secure: true })
    expect(refresh).toEqual({ ...attributes, name: '__Host-site-refresh', value: '', maxAge: 0, secure: true })
  })

  test('B2 cookies without the prefix count for nothing at an https address', async () => {
    const { access, refresh } = await signedIn(secure)
    expect(await session(secure, { cookie: cookieHeader({ access, refresh }, false) })).toEqual(nobody)
  })

  test('B2 session tokens and the session’s id are in no response’s body', async () => {
    const person = await signedIn(plain)
    const answer = await plain.call('auth.refresh', undefined, person.headers)
    const { access, refresh } = replyTokens(answer)
    const secrets = [access, refresh, person.access, person.refresh].flatMap((token) => token.split('.'))
    const body = answer.body + JSON.stringify(await session(plain, { cookie: cookieHeader({ access }) }))
    for (const secret of secrets) expect(body).not.toContain(secret)
  })

  test('B2 session tokens are stored as digests only', async () => {
    const person = await signedIn(plain)
    const tokens = replyTokens(await plain.call('auth.refresh', undefined, person.headers))
    const row = JSON.stringify(await plain.database.read.session.findUnique({ where: { id: person.sessionId } }))
    for (const token of [person.access, person.refresh, tokens.access, tokens.refresh])
      expect(row).not.toContain(token.split('.')[1])
  })

  test.each([
    ['site-access=x; Path=/; HttpOnly; SameSite=Lax', undefined],
    ['__Host-site-access=x; Path=/; HttpOnly; Secure; SameSite=Lax', undefined],
    ['__Host-site-access=x; Path=/; HttpOnly; SameSite=Lax', 'secure'],
    ['site-access=x; Path=/; SameSite=Lax', 'httpOnly'],
    ['site-access=x; Path=/; HttpOnly; SameSite=None', 'sameSite'],
    ['site-access=x; Path=/; HttpOnly', 'sameSite'],
    ['site-access=x; Path=/api; HttpOnly; SameSite=Lax', 'path'],
    ['site-access=x; Path=/; HttpOnly; SameSite=Lax; Domain=example.com', 'domain'],
    [`site-access=${'x'.repeat(4096)}; Path=/; HttpOnly; SameSite=Lax`, 'long'],
    ['other=x; Path=/; HttpOnly; SameSite=Lax', 'no cookie'],
  ])('B2 every cookie that this suite makes the server set is checked, in case %#', (header, problem) => {
    if (problem) expect(cookieProblem(header)).toContain(problem)
    else expect(cookieProblem(header)).toBeUndefined()
  })
})

describe('a cookie', () => {
  let person: SignedIn
  beforeAll(async () => {
    person = await signedIn(plain)
  })
  const names = cookieNames(false)

  test('B2 a cookie among others is found', async () => {
    const cookie = `a=1; ${names.access}=${person.access}; ${names.access}x=2; x${names.access}=3; b="4"; c`
    expect((await session(plain, { cookie })).user.email).toBe(person.email)
  })

  test.each([
    ['twice, with another first', () => `${names.access}=planted; ${names.access}=${person.access}`],
    ['twice, with another last', () => `${names.access}=${person.access}; ${names.access}=planted`],
    ['twice the same', () => `${names.access}=${person.access};${names.access}=${person.access}`],
    ['twice, once without a value', () => `${names.access}=${person.access}; ${names.access}`],
    ['twice, once with spaces around its name', () => `${names.access}=${person.access};  ${names.access} =planted`],
    ['in capitals', () => `${names.access.toUpperCase()}=${person.access}`],
    ['with a changed id', () => `${names.access}=${randomUUID()}.${person.access.split('.')[1]}`],
    ['with a longer secret', () => `${names.access}=${person.access}A`],
    ['with a shorter secret', () => `${names.access}=${person.access.slice(0, -1)}`],
    ['with nothing', () => `${names.access}=`],
    ['that is the refresh token', () => `${names.access}=${person.refresh}`],
  ])('B2 a cookie %s signs nobody in and harms nothing', async (_how, cookie) => {
    expect(await session(plain, { cookie: cookie() })).toEqual(nobody)
    expect((await session(plain, { cookie: person.cookie })).user.email).toBe(person.email)
  })

  test('B2 a cookie with any character of its secret changed signs nobody in', async () => {
    const [id = '', secret = ''] = person.access.split('.')
    for (const [index, character] of [...secret].entries()) {
      const changed = secret.slice(0, index) + (character === 'A' ? 'B' : 'A') + secret.slice(index + 1)
      expect(await session(plain, { cookie: cookieHeader({ access: `${id}.${changed}` }) })).toEqual(nobody)
    }
  })

  test('B1 a token in the address or another header counts for nothing', async () => {
    const answer = await session(
      plain,
      { authorization: `Bearer ${person.access}`, 'x-session': person.access },
      `/api/trpc/auth.session?${names.access}=${person.access}&session=${person.access}`,
    )
    expect(answer).toEqual(nobody)
  })
})

describe('signing in', () => {
  test('B1 signing in makes a session with a new id and ends the one that the browser had', async () => {
    const person = await signedIn(plain)
    const { access, refresh } = person
    const planted = { access: `${randomUUID()}.${access.split('.')[1]}`, refresh: `${randomUUID()}.planted` }
    const now = plain.clock.now()
    const serverKey = await openServerKey(plain.database, plain.clock)
    const wanted = { userId: person.userId, device: 'Browser', serverKey }
    const made = await plain.database.transaction(async (transaction) => [
      await createSession(transaction, { ...wanted, cookies: { access, refresh } }, now),
      await createSession(transaction, { ...wanted, cookies: planted }, now),
      await createSession(transaction, { ...wanted, cookies: {} }, now),
    ])
    const ids = new Set([person.sessionId, planted.access.slice(0, 36), ...made.map(({ id }) => id)])
    expect(ids.size).toBe(5)
    expect(await session(plain, { cookie: person.cookie })).toEqual(nobody)
    for (const one of made) expect((await session(plain, { cookie: cookieHeader(one) })).user.id).toBe(person.userId)
  })

  test('in one browser leaves another browser’s session alone; ending all of them can spare one', async () => {
    const person = await signedIn(plain)
    const serverKey = await openServerKey(plain.database, plain.clock)
    const wanted = { userId: person.userId, device: 'Browser', serverKey, cookies: {} }
    const other = await plain.database.transaction((transaction) =>
      createSession(transaction, wanted, plain.clock.now()),
    )
    expect((await session(plain, { cookie: person.cookie })).user.id).toBe(person.userId)
    await plain.database.transaction((transaction) => endSessionsOf(transaction, person.userId, other.id))
    expect(await session(plain, { cookie: person.cookie })).toEqual(nobody)
    expect((await session(plain, { cookie: cookieHeader(other) })).user.id).toBe(person.userId)
    await plain.database.transaction((transaction) => endSessionsOf(transaction, person.userId))
    expect(await session(plain, { cookie: cookieHeader(other) })).toEqual(nobody)
  })
})

describe('signing out', () => {
  test('B3 signing out ends the session for good, and has the browser forget its cookies and its cache', async () => {
    const person = await signedIn(plain)
    const answer = await signOut(plain, person.headers)
    expect([answer.statusCode, answer.json().result.data]).toEqual([200, { status: 'signed_out' }])
    expect(answer.headers['clear-site-data']).toBe('"cache"')
    expect(replyCookies(answer)).toMatchObject({ access: { maxAge: 0 }, refresh: { maxAge: 0 } })
    expect(await plain.database.read.session.findUnique({ where: { id: person.sessionId } })).toBeNull()
    for (let again = 0; again < 100; again++) {
      expect(await session(plain, { cookie: person.cookie })).toEqual(nobody)
      expect((await plain.call('auth.refresh', undefined, person.headers)).statusCode).toBe(401)
    }
  })

  test('B3 signing out works after the access token has expired, and when nothing of the session is left', async () => {
    const { sessionId, refresh } = await signedIn(plain)
    plain.clock.advance(2 * hourMs)
    const headers = { cookie: cookieHeader({ refresh }), 'sec-fetch-site': 'same-origin' }
    for (const given of [headers, headers, {}]) {
      const answer = await signOut(plain, given)
      expect([answer.statusCode, answer.headers['clear-site-data']]).toEqual([200, '"cache"'])
    }
    expect(await plain.database.read.session.findUnique({ where: { id: sessionId } })).toBeNull()
  })

  test('B3 signing another session out takes more than its id', async () => {
    const person = await signedIn(plain)
    const changed = { access: `${person.access.slice(0, 37)}${'A'.repeat(43)}`, refresh: `${person.sessionId}.` }
    await signOut(plain, { cookie: cookieHeader(changed), 'sec-fetch-site': 'same-origin' })
    expect((await session(plain, { cookie: person.cookie })).user.email).toBe(person.email)
  })
})

describe('a change of a role by another process', () => {
  test('C4 a role that another process changes counts from the next request on', async () => {
    const person = await insertSignedIn(plain.databaseUrl, { role: 'admin' })
    plain.clock.advance(Date.now() - plain.clock.now().getTime())
    const role = async () => (await session(plain, { cookie: person.cookie })).user?.role
    const change = (data: { role: string }) =>
      plain.database.transaction(({ user }) => user.updateMany({ where: { id: person.userId }, data }))

    expect(await role()).toBe('admin')
    await change({ role: 'staff' })
    expect(await role()).toBe('staff')
    await change({ role: 'superadmin' })
    expect(await role()).toBe('user')
    await plain.database.transaction(({ user }) => user.deleteMany({ where: { id: person.userId } }))
    expect(await role()).toBeUndefined()
  })
})

test('processes that start together on one database make one key', async () => {
  const { database, clock } = plain
  await database.transaction((transaction) => transaction.setting.deleteMany())
  const keys = await Promise.all(Array.from({ length: 8 }, () => openServerKey(database, clock)))
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
  expect(keys[0]).toHaveLength(32)
})
