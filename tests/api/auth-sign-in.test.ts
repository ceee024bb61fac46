import { randomUUID } from 'node:crypto'
import { hash } from 'bcryptjs'
import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { AppError } from '#server/errors.ts'
import { withoutDate } from '#tests/support/server/accounts.ts'
import { newSenderAddress } from '#tests/support/server/sender-ip.ts'
import { signedIn } from '#tests/support/server/sessions.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

const rightPassword = 'plum tiles, warm grout'
const wrongPassword = 'plum tiles, cold grout'
const minute = 60_000
const hour = 60 * minute

/** The hashes that passwords were compared with, in order. */
let compared: (string | null)[]
let passwordHash: string
/** It is thrown instead of comparing. */
let fault: Error | undefined
/** Runs between the comparison and the sign-in. */
let afterCompare: (() => Promise<unknown>) | undefined

const server = sharedApp({
  hasher: (hasher) => ({
    ...hasher,
    async verify(password, stored, queue) {
      if (fault) throw fault
      compared.push(stored)
      const isRight = await hasher.verify(password, stored, queue)
      await afterCompare?.()
      return isRight
    },
  }),
})
beforeAll(async () => {
  compared = []
  // The cost of the test app's hasher.
  passwordHash = await hash(rightPassword, 4)
})
beforeEach(() => {
  compared = []
  fault = undefined
  afterCompare = undefined
})

async function newAccount(confirmedAt: Date | null = server.clock.now()): Promise<string> {
  const id = randomUUID()
  const email = `${id}@example.com`
  const createdAt = server.clock.now()
  await server.database.transaction(({ user }) =>
    user.create({ data: { id, email, passwordHash, confirmedAt, createdAt } }),
  )
  return email
}

type From = { address?: string; cookies?: Record<string, string> }

function signIn(email: string, password: string, { address = newSenderAddress(), cookies = {} }: From = {}) {
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
  return server.app.inject({
    method: 'POST',
    url: '/api/trpc/auth.signIn',
    remoteAddress: address,
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      ...(cookie.length > 0 ? { cookie: cookie.join('; ') } : {}),
    },
    payload: { email, password },
  })
}

const cookiesOf = (response: LightMyRequestResponse) =>
  Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]))
const getReason = (response: LightMyRequestResponse) => response.json().error?.data.reason ?? 'signed in'

function whoIs(cookies: Record<string, string>) {
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
  return server.app.inject({ url: '/api/trpc/auth.session', headers: { cookie: cookie.join('; ') } })
}

/** Tries wrong passwords from new IP addresses, with pauses so that no hourly limit is exhausted. */
async function failSignIns(email: string, times: number): Promise<string[]> {
  const reasons = []
  for (let turn = 0; turn < times; turn++) {
    if (turn > 0 && turn % 50 === 0) server.clock.advance(hour)
    reasons.push(getReason(await signIn(email, wrongPassword)))
  }
  return reasons
}

const lockMails = (address: string) =>
  server.database.read.outboxMessage.count({ where: { kind: 'account.locked', address } })

test('the right password signs in, whatever the case of the address, and the user is returned', async () => {
  const email = await newAccount()
  const response = await signIn(email.toUpperCase(), rightPassword)
  expect(response.statusCode).toBe(200)
  expect(response.json().result.data).toMatchObject({ user: { email, role: 'user' }, tokenType: 'bearer' })
  expect(new Set(Object.keys(cookiesOf(response)))).toEqual(new Set(['site-access', 'site-device', 'site-refresh']))
  expect((await whoIs(cookiesOf(response))).json().result.data.user).toMatchObject({ email })
})

test('A2 only the right password reveals that an account is not confirmed', async () => {
  const email = await newAccount(null)
  const wrong = await signIn(email, wrongPassword)
  const right = await signIn(email, rightPassword)
  expect(getReason(wrong)).toBe('invalid_credentials')
  expect(right.statusCode).toBe(403)
  expect(right.json().error).toMatchObject({
    message: 'Email not confirmed',
    data: { reason: 'email_not_confirmed' },
  })
  expect(right.cookies).toEqual([])
})

test('A5 a password counts exactly as it was typed', async () => {
  const email = await newAccount()
  for (const typed of [` ${rightPassword}`, `${rightPassword} `, rightPassword.toUpperCase()])
    expect(getReason(await signIn(email, typed))).toBe('invalid_credentials')
})

test('A2 an unknown address, a wrong password, an open invitation and a locked account get the same bytes', async () => {
  const [known, locked, invited] = [await newAccount(), await newAccount(), await newAccount()]
  await server.database.transaction(({ user }) =>
    user.updateMany({ where: { email: invited }, data: { passwordHash: null } }),
  )
  await failSignIns(locked, 100)
  server.clock.advance(hour)
  const responses = [
    await signIn('nobody@example.com', rightPassword),
    await signIn(known, wrongPassword),
    await signIn(invited, rightPassword),
    await signIn(locked, rightPassword),
  ].map(withoutDate)
  expect(responses[0]).toMatchObject({
    statusCode: 401,
    body: expect.stringContaining('Email or password is incorrect.'),
  })
  for (const response of responses) expect(response).toEqual(responses[0])
})

test('B1 a sign-in does not adopt a planted cookie, and ends its session', async () => {
  const email = await newAccount()
  const stranger = await signedIn(server)
  const planted = { 'site-access': stranger.access, 'site-refresh': stranger.refresh }
  const unknown = { 'site-access': `${randomUUID()}.${'a'.repeat(43)}`, 'site-refresh': 'x' }
  for (const cookies of [planted, unknown]) {
    const response = await signIn(email, rightPassword, { cookies })
    const given = cookiesOf(response)
    expect(response.statusCode).toBe(200)
    expect(given['site-access']).not.toContain(cookies['site-access']?.slice(0, 36))
    expect((await whoIs(given)).json().result.data.user).toMatchObject({ email })
    expect((await whoIs(cookies)).json().result.data.user).toBeNull()
  }
})

test('B1 a sign-in ignores a session id in the URL', async () => {
  const email = await newAccount()
  const id = randomUUID()
  const response = await server.app.inject({
    method: 'POST',
    url: `/api/trpc/auth.signIn?session=${id}&site-access=${id}`,
    headers: { 'content-type': 'application/json' },
    payload: { email, password: rightPassword },
  })
  expect(response.statusCode).toBe(200)
  expect(JSON.stringify(response.headers)).not.toContain(id)
  expect(response.body).not.toContain(cookiesOf(response)['site-access']?.slice(0, 36))
})

test('A11 no more passwords are compared after ten wrong ones in 15 minutes from one IP address', async () => {
  const [email, address] = [await newAccount(), newSenderAddress()]
  for (let turn = 0; turn < 10; turn++)
    expect(getReason(await signIn(email, wrongPassword, { address }))).toBe('invalid_credentials')
  expect(compared).toEqual(Array.from({ length: 10 }, () => passwordHash))
  const refused = await signIn(email, rightPassword, { address })
  expect(refused.statusCode).toBe(429)
  expect(getReason(refused)).toBe('too_many_attempts')
  expect(refused.headers['retry-after']).toBe('900')
  expect(compared).toHaveLength(10)
  server.clock.advance(15 * minute)
  expect(getReason(await signIn(email, rightPassword, { address }))).toBe('signed in')
})

test('B10 sign-ins at the same moment, or in one batch, are counted one by one', async () => {
  const [email, address] = [await newAccount(), newSenderAddress()]
  const responses = await Promise.all(Array.from({ length: 8 }, () => signIn(email, wrongPassword, { address })))
  expect(responses.map(getReason)).toEqual(Array.from({ length: 8 }, () => 'invalid_credentials'))
  const batch = await server.app.inject({
    method: 'POST',
    url: `/api/trpc/${Array.from({ length: 9 }, () => 'auth.signIn').join(',')}?batch=1`,
    remoteAddress: address,
    headers: { 'content-type': 'application/json' },
    payload: Object.fromEntries(Array.from({ length: 9 }, (_, index) => [index, { email, password: wrongPassword }])),
  })
  const reasons = batch.json<{ error: { data: { reason: string } } }[]>().map(({ error }) => error.data.reason)
  expect(reasons.filter((reason) => reason === 'invalid_credentials')).toHaveLength(2)
  expect(reasons.filter((reason) => reason === 'too_many_attempts')).toHaveLength(7)
  expect(compared).toHaveLength(10)
})

test('A11 an account or an unknown address has fifty wrong passwords an hour, from all IP addresses', async () => {
  for (const email of [await newAccount(), `${randomUUID()}@example.com`]) {
    const reasons = await failSignIns(email, 50)
    expect(new Set(reasons)).toEqual(new Set(['invalid_credentials']))
    expect(getReason(await signIn(email, rightPassword))).toBe('too_many_attempts')
    server.clock.advance(hour)
    expect(getReason(await signIn(email, wrongPassword))).toBe('invalid_credentials')
  }
})

test('A11 an IP address has a hundred failed sign-ins an hour, for any accounts', async () => {
  const address = newSenderAddress()
  for (let turn = 0; turn < 100; turn++)
    expect(getReason(await signIn(`${turn}@example.com`, wrongPassword, { address }))).toBe('invalid_credentials')
  const email = await newAccount()
  expect(getReason(await signIn(email, rightPassword, { address }))).toBe('too_many_attempts')
  expect(getReason(await signIn(email, rightPassword))).toBe('signed in')
})

test('A11 the right password resets its account’s counters, but not the IP address’s failures at other accounts', async () => {
  const [email, address] = [await newAccount(), newSenderAddress()]
  for (let round = 0; round < 4; round++) {
    for (let turn = 0; turn < 9; turn++) await signIn(email, wrongPassword, { address })
    expect(getReason(await signIn(email, rightPassword, { address }))).toBe('signed in')
  }
  for (let turn = 36; turn < 100; turn++) await signIn(`${turn}@example.org`, wrongPassword, { address })
  expect(getReason(await signIn(email, rightPassword, { address }))).toBe('too_many_attempts')
})

test('A11 an account has a hundred right passwords an hour, and as many from its known browsers', async () => {
  const email = await newAccount()
  // This leaves out the sessions, whose calls have a limit of their own.
  const deviceOf = (response: LightMyRequestResponse) => ({ 'site-device': cookiesOf(response)['site-device'] ?? '' })
  let device = deviceOf(await signIn(email, rightPassword))
  for (let turn = 1; turn < 100; turn++) expect(getReason(await signIn(email, rightPassword))).toBe('signed in')
  expect(getReason(await signIn(email, rightPassword))).toBe('too_many_attempts')
  // Each sign-in makes a known browser of its own.
  for (let turn = 0; turn < 100; turn++) {
    const response = await signIn(email, rightPassword, { cookies: device })
    expect(getReason(response)).toBe('signed in')
    device = deviceOf(response)
  }
  expect(getReason(await signIn(email, rightPassword, { cookies: device }))).toBe('too_many_attempts')
  server.clock.advance(hour)
  expect(getReason(await signIn(email, rightPassword))).toBe('signed in')
})

test('an attempt that is refused because too many passwords wait is refunded', async () => {
  const [email, address] = [await newAccount(), newSenderAddress()]
  fault = new AppError('unavailable', 'Too many people are signing in right now.', { retryAfterSeconds: 5 })
  for (let turn = 0; turn < 20; turn++) {
    const response = await signIn(email, wrongPassword, { address })
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5'])
  }
  fault = undefined
  for (let turn = 0; turn < 10; turn++)
    expect(getReason(await signIn(email, wrongPassword, { address }))).toBe('invalid_credentials')
  expect(getReason(await signIn(email, wrongPassword, { address }))).toBe('too_many_attempts')
})

test('a password that is changed while it is compared is refused', async () => {
  const email = await newAccount()
  const newHash = await hash(wrongPassword, 4)
  afterCompare = () =>
    server.database.transaction(({ user }) => user.updateMany({ where: { email }, data: { passwordHash: newHash } }))
  expect(getReason(await signIn(email, rightPassword))).toBe('invalid_credentials')
})

test('A11 a hundred consecutive wrong passwords lock the account, and one email says so', async () => {
  const email = await newAccount()
  await failSignIns(email, 100)
  server.clock.advance(hour)
  expect(compared).toEqual(Array.from({ length: 100 }, () => passwordHash))
  expect(await lockMails(email)).toBe(0)
  compared = []
  for (const password of [wrongPassword, rightPassword, rightPassword])
    expect(getReason(await signIn(email, password))).toBe('invalid_credentials')
  server.clock.advance(365 * 24 * hour)
  expect(getReason(await signIn(email, rightPassword))).toBe('invalid_credentials')
  expect(compared).toEqual([null, null, null, null])
  expect(await lockMails(email)).toBe(1)
})

test('A11 the owner of a locked account can sign in with a known browser, which unlocks it', async () => {
  const email = await newAccount()
  const cookies = cookiesOf(await signIn(email, rightPassword))
  await failSignIns(email, 101)
  expect(getReason(await signIn(email, rightPassword))).not.toBe('signed in')
  expect(getReason(await signIn(email, rightPassword, { cookies }))).toBe('signed in')
  expect(getReason(await signIn(email, rightPassword))).toBe('signed in')
})

test('A11 the right password resets the count of consecutive wrong ones', async () => {
  const email = await newAccount()
  await failSignIns(email, 99)
  server.clock.advance(hour)
  expect(getReason(await signIn(email, rightPassword))).toBe('signed in')
  await failSignIns(email, 99)
  server.clock.advance(hour)
  expect(getReason(await signIn(email, rightPassword))).toBe('signed in')
})

test('A11 a known browser has ten attempts in 15 minutes, whatever strangers do', async () => {
  const email = await newAccount()
  const cookies = cookiesOf(await signIn(email, rightPassword))
  await failSignIns(email, 50)
  for (let turn = 0; turn < 10; turn++)
    expect(getReason(await signIn(email, wrongPassword, { cookies }))).toBe('invalid_credentials')
  expect(getReason(await signIn(email, rightPassword, { cookies }))).toBe('too_many_attempts')
  server.clock.advance(15 * minute)
  expect(getReason(await signIn(email, rightPassword, { cookies }))).toBe('signed in')
})

test('A11 a device cookie of another account or with a changed character is ignored', async () => {
  const [email, other] = [await newAccount(), await newAccount()]
  const own = cookiesOf(await signIn(email, rightPassword))['site-device'] ?? ''
  const foreign = cookiesOf(await signIn(other, rightPassword))['site-device'] ?? ''
  await failSignIns(email, 50)
  const forged = `${own.startsWith('A') ? 'B' : 'A'}${own.slice(1)}`
  for (const device of [foreign, forged, '', 'x', `${own}.`])
    expect(getReason(await signIn(email, rightPassword, { cookies: { 'site-device': device } }))).toBe(
      'too_many_attempts',
    )
  expect(getReason(await signIn(email, rightPassword, { cookies: { 'site-device': own } }))).toBe('signed in')
})
