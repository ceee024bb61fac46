import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { cookieNames } from '#shared/cookie-names.ts'
import { hourMs } from '#shared/durations.ts'
import { cookieProblem } from '#tests/support/server/cookie-watch.ts'
import { replyCookies, replyTokens } from '#tests/support/server/reply-cookies.ts'
import { cookieHeader, insertSignedIn, type SignedIn, signedIn } from '#tests/support/server/sessions.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'
import type { TestApp } from '#tests/support/server/test-app.ts'

const plain = sharedApp()
const secure = sharedApp({ settings: { APP_ORIGIN: 'https://www.builders.example' } })
const session = async (server: TestApp, headers: Record<string, string>, url = '/api/trpc/auth.session') => {
  const response = await server.app.inject({ url, headers })
  expect([response.statusCode, response.headers['set-cookie']]).toEqual([200, undefined])
  return response.json().result.data
}
const noSession = { user: null, expiresAt: null, expiresIn: null, tokenType: null }
const signOut = (server: TestApp, headers: Record<string, string>) => server.call('auth.signOut', undefined, headers)

describe('the session cookies', () => {
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax' }

  test.each([
    ['an https site are bound to this host and to https', () => secure, '__Host-', { secure: true }],
    ['an http site have neither the prefix nor Secure', () => plain, '', {}],
  ])('B2 cookies of %s, and are removed with the same attributes', async (_which, site, prefix, more) => {
    const { headers } = await signedIn(site())
    const cookies = (value: unknown, maxAge: { access: number; refresh: number }) => ({
      access: { ...attributes, ...more, name: `${prefix}site-access`, value, maxAge: maxAge.access },
      refresh: { ...attributes, ...more, name: `${prefix}site-refresh`, value, maxAge: maxAge.refresh },
    })
    const given = replyCookies(await site().call('auth.refresh', undefined, headers))
    const lifetimes = { access: 3600, refresh: 30 * 24 * 3600 }
    expect({ access: given.access, refresh: given.refresh }).toEqual(cookies(expect.any(String), lifetimes))
    const { access, refresh } = replyCookies(await signOut(site(), headers))
    expect({ access, refresh }).toEqual(cookies('', { access: 0, refresh: 0 }))
  })
  test('B2 an https site ignores cookies without the prefix', async () => {
    const { access, refresh } = await signedIn(secure)
    expect(await session(secure, { cookie: cookieHeader({ access, refresh }, false) })).toEqual(noSession)
  })

  test('B2 no response body contains a session’s tokens or id', async () => {
    const account = await signedIn(plain)
    const response = await plain.call('auth.refresh', undefined, account.headers)
    const { access, refresh } = replyTokens(response)
    const secrets = [access, refresh, account.access, account.refresh].flatMap((token) => token.split('.'))
    const body = response.body + JSON.stringify(await session(plain, { cookie: cookieHeader({ access }) }))
    for (const secret of secrets) expect(body).not.toContain(secret)
  })

  test('B2 stores session tokens as digests only', async () => {
    const account = await signedIn(plain)
    const tokens = replyTokens(await plain.call('auth.refresh', undefined, account.headers))
    const row = JSON.stringify(await plain.database.read.session.findUnique({ where: { id: account.sessionId } }))
    for (const token of [account.access, account.refresh, tokens.access, tokens.refresh])
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
  ])(
    'B2 the check of every cookie that the server sets in this suite judges %j by its attributes',
    (header, problem) => {
      if (problem) expect(cookieProblem(header)).toContain(problem)
      else expect(cookieProblem(header)).toBeUndefined()
    },
  )
})

describe('a cookie', () => {
  let account: SignedIn
  beforeAll(async () => {
    account = await signedIn(plain)
  })
  const names = cookieNames(false)

  test('B2 finds a cookie among others', async () => {
    const cookie = `a=1; ${names.access}=${account.access}; ${names.access}x=2; x${names.access}=3; b="4"; c`
    expect((await session(plain, { cookie })).user.email).toBe(account.email)
  })

  test.each([
    ['sent twice, with another first', () => `${names.access}=planted; ${names.access}=${account.access}`],
    ['sent twice, with another last', () => `${names.access}=${account.access}; ${names.access}=planted`],
    ['sent twice with the same value', () => `${names.access}=${account.access};${names.access}=${account.access}`],
    ['sent twice, once without a value', () => `${names.access}=${account.access}; ${names.access}`],
    [
      'sent twice, once with spaces around its name',
      () => `${names.access}=${account.access};  ${names.access} =planted`,
    ],
    ['with its name in capitals', () => `${names.access.toUpperCase()}=${account.access}`],
    ['with a changed id', () => `${names.access}=${randomUUID()}.${account.access.split('.')[1]}`],
    ['with a longer secret', () => `${names.access}=${account.access}A`],
    ['with a shorter secret', () => `${names.access}=${account.access.slice(0, -1)}`],
    ['without a value', () => `${names.access}=`],
    ['that contains the refresh token', () => `${names.access}=${account.refresh}`],
  ])('B2 a session cookie %s is ignored and ends no session', async (_how, cookie) => {
    expect(await session(plain, { cookie: cookie() })).toEqual(noSession)
    expect((await session(plain, { cookie: account.cookie })).user.email).toBe(account.email)
  })

  test('B2 ignores a session cookie with any character of its secret changed', async () => {
    const [id = '', secret = ''] = account.access.split('.')
    for (const [index, character] of [...secret].entries()) {
      const changed = secret.slice(0, index) + (character === 'A' ? 'B' : 'A') + secret.slice(index + 1)
      expect(await session(plain, { cookie: cookieHeader({ access: `${id}.${changed}` }) })).toEqual(noSession)
    }
  })

  test('B1 ignores a token in the URL or in another header', async () => {
    const response = await session(
      plain,
      { authorization: `Bearer ${account.access}`, 'x-session': account.access },
      `/api/trpc/auth.session?${names.access}=${account.access}&session=${account.access}`,
    )
    expect(response).toEqual(noSession)
  })
})

test('B3 signing out ends the session for good, and clears the browser’s cookies and cache', async () => {
  const account = await signedIn(plain)
  const response = await signOut(plain, account.headers)
  expect([response.statusCode, response.json().result.data]).toEqual([200, { status: 'signed_out' }])
  expect(response.headers['clear-site-data']).toBe('"cache"')
  expect(replyCookies(response)).toMatchObject({ access: { maxAge: 0 }, refresh: { maxAge: 0 } })
  expect(await plain.database.read.session.findUnique({ where: { id: account.sessionId } })).toBeNull()
  for (let again = 0; again < 100; again++) {
    expect(await session(plain, { cookie: account.cookie })).toEqual(noSession)
    expect((await plain.call('auth.refresh', undefined, account.headers)).statusCode).toBe(401)
  }
})

test('B3 signing out works after the access token has expired, and without a session', async () => {
  const { sessionId, refresh } = await signedIn(plain)
  plain.clock.advance(2 * hourMs)
  const headers = { cookie: cookieHeader({ refresh }), 'sec-fetch-site': 'same-origin' }
  for (const given of [headers, headers, {}]) {
    const response = await signOut(plain, given)
    expect([response.statusCode, response.headers['clear-site-data']]).toEqual([200, '"cache"'])
  }
  expect(await plain.database.read.session.findUnique({ where: { id: sessionId } })).toBeNull()
})

test('B3 the id alone does not sign another session out', async () => {
  const account = await signedIn(plain)
  const changed = { access: `${account.access.slice(0, 37)}${'A'.repeat(43)}`, refresh: `${account.sessionId}.` }
  await signOut(plain, { cookie: cookieHeader(changed), 'sec-fetch-site': 'same-origin' })
  expect((await session(plain, { cookie: account.cookie })).user.email).toBe(account.email)
})

test('C4 a role that another process changes applies from the next request on', async () => {
  const account = await insertSignedIn(plain.databaseUrl, { role: 'admin' })
  plain.clock.advance(Date.now() - plain.clock.now().getTime())
  const role = async () => (await session(plain, { cookie: account.cookie })).user?.role
  const change = (data: { role: string }) =>
    plain.database.transaction(({ user }) => user.updateMany({ where: { id: account.userId }, data }))

  expect(await role()).toBe('admin')
  await change({ role: 'staff' })
  expect(await role()).toBe('staff')
  await change({ role: 'superadmin' })
  expect(await role()).toBe('user')
  await plain.database.transaction(({ user }) => user.deleteMany({ where: { id: account.userId } }))
  expect(await role()).toBeUndefined()
})
