import { beforeEach, expect, test } from 'vitest'
import type { OwnSession } from '#shared/account.ts'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import { confirmedAccount, errorOf, goodPassword, TestBrowser } from '#tests/support/server/accounts.ts'
import { openLivePage } from '#tests/support/server/live-page.ts'
import { toResult } from '#tests/support/server/second-factor.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

const firefoxOnWindows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const safariOnIphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
const [office, home] = ['198.51.100.20', '203.0.113.40']

const server = sharedApp()
beforeEach(() => server.clock.advance(40 * dayMs))

async function signedIn(email: string, userAgent: string, ip: string): Promise<TestBrowser> {
  const browser = new TestBrowser(server, ip)
  const answer = await browser.call('auth.signIn', { email, password: goodPassword }, { 'user-agent': userAgent })
  expect(answer.statusCode, answer.body).toBe(200)
  return browser
}

/** A desk and a phone that are signed in to one account. */
async function deskAndPhone(email: string): Promise<{ desk: TestBrowser; phone: TestBrowser }> {
  await confirmedAccount(server, new TestBrowser(server, office), email)
  await server.database.transaction(({ session }) => session.deleteMany({ where: { user: { email } } }))
  const phone = await signedIn(email, safariOnIphone, home)
  server.clock.advance(5 * minuteMs)
  return { phone, desk: await signedIn(email, firefoxOnWindows, office) }
}

const listOf = async (browser: TestBrowser) =>
  (await browser.query('account.sessions')).json<{ result: { data: { sessions: OwnSession[]; total: number } } }>()
    .result.data

test('the list has one’s own sessions with device, network and last use, this one first', async () => {
  const { desk, phone } = await deskAndPhone('ann@mail.example')
  await deskAndPhone('other@mail.example')
  const { sessions, total } = await listOf(phone)
  expect(total).toBe(2)
  expect(sessions).toMatchObject([
    { device: 'Safari on iPhone', isCurrent: true },
    { device: 'Firefox on Windows', isCurrent: false },
  ])
  server.clock.advance(50 * minuteMs)
  const refreshedAt = server.clock.now().toISOString()
  await toResult(phone, 'auth.refresh')
  const [, seen] = (await listOf(desk)).sessions
  expect(seen).toMatchObject({ device: 'Safari on iPhone', isCurrent: false, lastUsedAt: refreshedAt })
})

test('networks are compared by the address of the last use, of which only a digest is stored', async () => {
  const { desk, phone } = await deskAndPhone('bea@mail.example')
  const toNetworkText = async (ip: string, browser: TestBrowser) => {
    const moved = new TestBrowser(server, ip)
    for (const [name, value] of browser.cookies) moved.cookies.set(name, value)
    const { sessions } = await listOf(moved)
    return sessions.map(({ isSameNetwork }) => isSameNetwork)
  }
  expect(await toNetworkText(office, desk)).toEqual([true, false])
  expect(await toNetworkText(home, desk)).toEqual([false, true])
  const laptop = new TestBrowser(server, office)
  for (const [name, value] of phone.cookies) laptop.cookies.set(name, value)
  await toResult(laptop, 'auth.refresh')
  expect(await toNetworkText(office, desk)).toEqual([true, true])
  await server.database.transaction(({ session }) => session.updateMany({ data: { network: null } }))
  expect(await toNetworkText(office, desk)).toEqual([null, null])
  const rows = await server.database.read.session.findMany()
  expect(JSON.stringify(rows)).not.toMatch(/198\.51\.100|203\.0\.113/)
})

test('B3 one other device is signed out at once, with its refresh token, and no device of others', async () => {
  const { desk, phone } = await deskAndPhone('cleo@mail.example')
  const stranger = (await deskAndPhone('stranger@mail.example')).desk
  const [own, other] = (await listOf(desk)).sessions
  expect(await toResult(stranger, 'account.endSession', { id: other?.id })).toEqual({ status: 'ended_before' })
  expect(errorOf(await desk.call('account.endSession', { id: own?.id })).message).toContain('press Sign Out')
  expect(await toResult(desk, 'account.endSession', { id: other?.id })).toEqual({ status: 'ended' })
  expect(await toResult(desk, 'account.endSession', { id: other?.id })).toEqual({ status: 'ended_before' })
  expect([await phone.whoIsIn(), await desk.whoIsIn()]).toEqual([null, 'cleo@mail.example'])
  expect(errorOf(await phone.call('auth.refresh', '')).reason).toBe('session_not_found')
  expect(errorOf(await desk.call('account.endSession', { id: 'x' })).status).toBe(400)
})

test('B3 all other devices are signed out, and what they have begun ends', async () => {
  const { desk, phone } = await deskAndPhone('dora@mail.example')
  const { userId } = await server.database.read.session.findFirstOrThrow({
    where: { user: { email: 'dora@mail.example' } },
  })
  await server.database.transaction(({ signInChallenge }) =>
    signInChallenge.create({
      data: { digest: 'begun', userId, purpose: 'second-factor', expiresAt: server.clock.now() },
    }),
  )
  expect(await toResult(desk, 'account.endOtherSessions')).toEqual({ ended: 1 })
  expect([await phone.whoIsIn(), await desk.whoIsIn()]).toEqual([null, 'dora@mail.example'])
  expect(await server.database.read.signInChallenge.count({ where: { userId } })).toBe(0)
  expect(await toResult(desk, 'account.endOtherSessions')).toEqual({ ended: 0 })
})

test('the list has no expired sessions, and counts those beyond the first fifty', async () => {
  const { desk } = await deskAndPhone('eve@mail.example')
  const row = await server.database.read.session.findFirstOrThrow({ where: { user: { email: 'eve@mail.example' } } })
  const now = server.clock.now().getTime()
  const at = (ms: number) => new Date(now + ms)
  await server.database.transaction(({ session }) =>
    session.createMany({
      data: Array.from({ length: 62 }, (_, index) => ({
        ...row,
        id: `more ${index}`,
        lastUsedAt: index < 60 ? at(-hourMs - index) : at(-8 * dayMs),
        expiresAt: index === 0 ? at(0) : at(dayMs),
      })),
    }),
  )
  const { sessions, total } = await listOf(desk)
  expect([sessions.length, total, sessions.filter(({ isCurrent }) => isCurrent).length]).toEqual([50, 61, 1])
  const used = sessions.slice(1).map(({ lastUsedAt }) => lastUsedAt)
  expect(used).toEqual(used.toSorted().reverse())
})

test('an account has fifty sessions, and the one that was not used for the longest time ends', async () => {
  const { desk, phone } = await deskAndPhone('hal@mail.example')
  const where = { user: { email: 'hal@mail.example' } }
  const row = await server.database.read.session.findFirstOrThrow({ where })
  const lastUsedAt = server.clock.now()
  await server.database.transaction(({ session }) =>
    session.createMany({
      data: Array.from({ length: 48 }, (_, index) => ({ ...row, id: `kept ${index}`, lastUsedAt })),
    }),
  )
  const laptop = await signedIn('hal@mail.example', firefoxOnWindows, home)
  expect(await server.database.read.session.count({ where })).toBe(50)
  const signedInStill = await Promise.all([laptop, desk, phone].map((browser) => browser.whoIsIn()))
  expect(signedInStill).toEqual(['hal@mail.example', 'hal@mail.example', null])
})

test('the name of a device is stored, and those that an older release signed in have one, too', async () => {
  const { desk } = await deskAndPhone('ida@mail.example')
  const where = { user: { email: 'ida@mail.example' } }
  const names = async () => (await listOf(desk)).sessions.map(({ device }) => device)
  await server.database.transaction(({ session }) => session.updateMany({ where, data: { device: 'not read again' } }))
  expect(await names()).toEqual(['Firefox on Windows', 'Safari on iPhone'])
  await server.database.transaction(({ session }) =>
    session.updateMany({ where, data: { device: safariOnIphone, deviceName: null } }),
  )
  expect(await names()).toEqual(['Safari on iPhone', 'Safari on iPhone'])
})

test('B2 the ids of the list are not those of the cookies', async () => {
  const { desk } = await deskAndPhone('fay@mail.example')
  const rows = await server.database.read.session.findMany({ select: { id: true } })
  const { body } = await desk.query('account.sessions')
  for (const { id } of rows) expect(body).not.toContain(id)
})

test('the live stream of a device that is signed out closes at once, and the audit log has it', async () => {
  const { desk, phone } = await deskAndPhone('gil@mail.example')
  await server.database.transaction(({ user }) =>
    user.updateMany({ where: { email: 'gil@mail.example' }, data: { role: 'staff' } }),
  )
  const port = await server.listen()
  const pageOf = (browser: TestBrowser) =>
    openLivePage(port, {
      headers: {
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'sec-fetch-site': 'same-origin',
      },
    })
  const [mine, theirs] = [await pageOf(desk), await pageOf(phone)]
  await toResult(desk, 'account.endOtherSessions')
  await expect.poll(() => theirs.isExpired(), { timeout: 1_000, interval: 5 }).toBe(true)
  expect([theirs.refusal()?.reason, mine.isExpired()]).toEqual(['session_not_found', false])
  mine.close()
  const entries = await server.database.read.auditEntry.findMany({ where: { kind: 'account.sessions-ended' } })
  expect(entries).toMatchObject([{ actorEmail: 'gil@mail.example', details: '{"sessions":1}' }])
})
