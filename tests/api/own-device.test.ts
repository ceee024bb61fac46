import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deriveVapidKeys } from '#server/push/vapid-keys.ts'
import type { PushDevice } from '#shared/push.ts'
import { testSecretsKey } from '#tests/support/database/server-key.ts'
import { type FakePushService, startFakePushService } from '#tests/support/server/fake-push-service.ts'
import { type SignedIn, signedIn } from '#tests/support/server/sessions.ts'
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts'

let service: FakePushService
let server: TestApp
let person: SignedIn

beforeAll(async () => {
  service = await startFakePushService()
  server = await createTestApp({ settings: { PUSH_ORIGIN: service.origin, MAIL_FROM: 'hello@builders.example' } })
})
afterAll(async () => {
  await server.dispose()
  await service.close()
})
beforeEach(async () => {
  person = await signedIn(server, { role: 'staff' })
  service.behave(() => 201)
})

const { publicKey } = deriveVapidKeys(testSecretsKey)
const browserOf = (name: string, showNames = false): PushDevice => ({ ...service.subscribe(name), showNames })
const set = async (device: unknown, { headers } = person, on = server) =>
  (await on.call('notifications.setDevice', { device }, headers)).json()
const read = async ({ headers } = person) =>
  (await server.app.inject({ url: '/api/trpc/notifications.device', headers })).json().result.data
const test = async ({ headers } = person) => (await server.call('notifications.testDevice', undefined, headers)).json()
const stored = () => server.database.read.pushSubscription.count({ where: { session: { userId: person.userId } } })

it('a device is switched on, told to show names, and switched off, each by itself', async () => {
  expect(await read()).toEqual({ publicKey, device: null })
  const phone = browserOf('phone')
  const { endpoint } = phone
  const on = { publicKey, device: { endpoint, showNames: false } }
  expect((await set(phone)).result.data).toEqual(on)
  server.clock.advance(1_000)
  expect((await set({ ...phone, showNames: true })).result.data.device).toEqual({ endpoint, showNames: true })
  const row = await server.database.read.pushSubscription.findUniqueOrThrow({ where: { endpoint } })
  expect(server.clock.now().getTime() - row.createdAt.getTime()).toBe(1_000)
  const other = await signedIn(server, { role: 'admin' })
  expect(await read(other)).toEqual({ publicKey, device: null })
  expect((await set(null)).result.data.device).toBeNull()
  expect(await stored()).toBe(0)
})

it('a browser that subscribes anew, or whose next user does, is told of things once', async () => {
  const ofOwn = { where: { session: { userId: person.userId } }, select: { id: true, createdAt: true } }
  await set(browserOf('old'))
  const row = await server.database.read.pushSubscription.findFirst(ofOwn)
  server.clock.advance(1_000)
  const renewed = browserOf('new')
  expect((await set(renewed)).result.data.device.endpoint).toBe(renewed.endpoint)
  // What waits for the device refers to the row.
  expect(await server.database.read.pushSubscription.findMany(ofOwn)).toEqual([row])
  const next = await signedIn(server, { role: 'staff' })
  await set(renewed, next)
  expect([await read(), (await read(next)).device.endpoint]).toEqual([{ publicKey, device: null }, renewed.endpoint])
})

it.each(['account.endOtherSessions', 'auth.signOut'])('%s ends what the device is told', async (procedure) => {
  await set(browserOf('lost'))
  const { headers } = await secondSession()
  await server.call(procedure, undefined, procedure === 'auth.signOut' ? person.headers : headers)
  expect(await stored()).toBe(0)
})

async function secondSession(): Promise<SignedIn> {
  const other = await signedIn(server, { role: 'staff' })
  await server.database.transaction(({ session }) =>
    session.updateMany({ where: { id: other.sessionId }, data: { userId: person.userId } }),
  )
  return other
}

it.each([
  'http://127.0.0.1:1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://push.example.com/x',
  'http://fcm.googleapis.com/x',
])('B17 a browser is refused at %s', async (endpoint) => {
  const { error } = await set({ ...browserOf('x'), endpoint })
  expect([error.data.httpStatus, error.message]).toEqual([400, expect.stringContaining('a service that we don’t know')])
  expect(await stored()).toBe(0)
})

it.each([
  { p256dh: `B${'A'.repeat(86)}` },
  { p256dh: 'short' },
  { auth: 'short' },
  { endpoint: `https://fcm.googleapis.com/${'x'.repeat(1024)}` },
  { showNames: 'yes' },
  { more: 1 },
])('a browser with %o is refused', async (change) => {
  expect((await set({ ...browserOf('x'), ...change })).error.data.httpStatus).toBe(400)
  expect(await stored()).toBe(0)
})

describe('a test', () => {
  it('D12 reaches the browser, encrypted and signed', async () => {
    await set(browserOf('tested'))
    expect((await test()).result.data).toEqual({ status: 'sent' })
    expect(service.received.at(-1)).toMatchObject({
      browser: 'tested',
      content: { title: 'Notifications work', path: '/admin/today' },
      audience: service.origin,
      contact: 'mailto:hello@builders.example',
      publicKey,
      headers: { ttl: '60', urgency: 'high' },
    })
  })

  it.each([404, 410])('ends what the push service answers with %d, and says so', async (status) => {
    await set(browserOf('ended'))
    service.behave(() => status)
    expect((await test()).error.message).toContain('no longer takes notifications')
    expect(await stored()).toBe(0)
  })

  it('B17 says why it failed, follows no redirect, and keeps the device', async () => {
    await set(browserOf('failing'))
    service.behave(() => 500)
    expect((await test()).error.message).toContain('(status 500)')
    service.behave(() => 'redirect')
    expect((await test()).error.message).toContain('(status 307)')
    expect([service.redirected, await stored()]).toEqual([0, 1])
  })

  it('goes to a device that is on, ten times an hour', async () => {
    expect((await test()).error.message).toBe('Notifications are off on this device.')
    await set(browserOf('often'))
    for (let times = 0; times < 10; times++) expect((await test()).result.data.status).toBe('sent')
    expect((await test()).error.data.reason).toBe('too_many_attempts')
  })
})

it('without a key of secrets, no device can be switched on, and the server says why', async () => {
  const keyless = await createTestApp({ secretsKey: null, settings: { PUSH_ORIGIN: service.origin } })
  const user = await signedIn(keyless, { role: 'staff' })
  const { error } = await set(browserOf('keyless'), user, keyless)
  expect(error.message).toContain('SECRETS_KEY')
  await keyless.dispose()
})
