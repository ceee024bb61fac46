import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { revokeByAddress } from '#server/accounts/people/revoke-access.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabaseBeside } from '#server/database/open.ts'
import { maxStreamsPerSession } from '#server/live/live-streams.ts'
import { minuteMs } from '#shared/durations.ts'
import { describeOnce, silentLog, testOnce } from '#tests/support/database/test-database.ts'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { recordEmailOutcomes } from '#tests/support/estimates/record-email-outcomes.ts'
import { storeEstimate, storeEstimates } from '#tests/support/estimates/store-estimates.ts'
import { type LivePage, openLivePage } from '#tests/support/server/live-page.ts'
import { type SignedIn, signedIn } from '#tests/support/server/sessions.ts'
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts'

/** The promise to the staff. */
const withinASecond = { timeout: 1_000, interval: 5 }

let server: TestApp
let port: number
let staff: SignedIn

beforeEach(async () => {
  server = await createTestApp()
  port = await server.listen()
  staff = await signedIn(server, { role: 'staff' })
})
afterEach(() => server.dispose())

/** A page's first stream has no mark. It is sent the changes of the last minute, of which most tests want none. */
function open(mark?: string, who = staff): Promise<LivePage> {
  if (mark === undefined) server.clock.advance(2 * minuteMs)
  return openLivePage(port, who, mark)
}

async function submit(input: Parameters<typeof estimateInput>[0] = {}): Promise<string> {
  const answer = await server.call('estimates.submit', estimateInput(input))
  const { reference } = answer.json().result.data
  const { id } = await server.database.read.projectEstimate.findUniqueOrThrow({ where: { reference } })
  return id
}

const addNote = (id: string) => server.call('estimates.addNote', { id, text: 'Called back.' }, staff.headers)

test('an open page is told of a new estimate within a second, once, by its id alone', async () => {
  const page = await open()
  const id = await submit()
  await expect.poll(() => page.told(), withinASecond).toEqual({ created: [id], changed: [], all: false })
  expect(page.count()).toBe(2)
  const [{ data = '' } = {}] = page.messages().slice(-1)
  expect(JSON.parse(data)).toEqual({ created: [id], changed: [], all: false })
})

test('a quarantined estimate is reported as a change, not as a new one', async () => {
  const page = await open()
  const id = await submit({ remarks: 'x' })
  await expect.poll(() => page.told(), withinASecond).toEqual({ created: [], changed: [id], all: false })
})

test('an open page is told of every kind of change by a colleague within a second', async () => {
  const id = await storeEstimate(server)
  const page = await open()
  const changes = [
    ['setStatus', { version: 1, status: 'in_progress' }],
    ['setOutcome', { version: 2, outcome: 'won' }],
    ['assign', { version: 3, assigneeId: staff.userId }],
    ['setFollowUp', { version: 4, followUpOn: '2026-02-01' }],
    ['addNote', { text: 'One.' }],
    ['logContact', { channel: 'call' }],
    ['confirmSpam', { version: 5 }],
    ['release', { version: 6 }],
  ] as const
  for (const [index, [procedure, input]] of changes.entries()) {
    const answer = await server.call(`estimates.${procedure}`, { id, ...input }, staff.headers)
    expect(answer.statusCode, procedure).toBe(200)
    await expect.poll(() => page.told().changed, withinASecond).toEqual(Array(index + 1).fill(id))
  }
})

test('an open page is told within a second of an email that can never be delivered, but not of others', async () => {
  const [failed = '', sent = '', retried = ''] = await storeEstimates(server, [{}, {}, {}])
  const page = await open()
  const outcomes = [
    { estimateId: failed, state: 'failed' },
    { estimateId: sent, state: 'sent' },
    { estimateId: retried, state: 'pending' },
  ] as const
  await recordEmailOutcomes(server.database, outcomes, server.clock.now())
  await expect.poll(() => page.told(), withinASecond).toEqual({ created: [], changed: [failed], all: false })
  expect(page.count()).toBe(2)
})

test('no page is told of what was not committed', async () => {
  const id = await storeEstimate(server)
  const page = await open()
  const behind = await server.call('estimates.setStatus', { id, version: 9, status: 'completed' }, staff.headers)
  expect(behind.statusCode).toBe(409)
  await addNote(id)
  await expect.poll(() => page.count(), withinASecond).toBe(2)
  expect(page.told().changed).toEqual([id])
})

test('a page that has just been opened is first sent the changes of the last minute, because it may have read its list before them', async () => {
  const [, noted = ''] = await storeEstimates(server, [{}, {}])
  server.clock.advance(2 * minuteMs)
  const id = await submit()
  await addNote(noted)
  server.clock.advance(minuteMs)
  const page = await openLivePage(port, staff)
  const { created, changed, all } = page.told()
  expect({ created, changed: new Set(changed), all }).toEqual({
    created: [],
    changed: new Set([id, noted]),
    all: false,
  })
})

test('a reconnecting page is first sent what it has missed, and nothing from before', async () => {
  const [long = '', failed = ''] = await storeEstimates(server, [{}, {}])
  server.clock.advance(60_000)
  const first = await open()
  const mark = first.mark()
  first.close()
  server.clock.advance(60_000)
  const id = await submit()
  await addNote(long)
  await recordEmailOutcomes(server.database, [{ estimateId: failed, state: 'failed' }], server.clock.now())
  const again = await open(mark)
  expect(again.told()).toEqual({ created: [id], changed: [long, failed], all: false })
})

testOnce('the last event id is read from the header that browsers send when they reconnect', async () => {
  const mark = (await open()).mark() ?? ''
  server.clock.advance(60_000)
  const id = await submit()
  const headers = { ...staff.headers, 'last-event-id': mark }
  const again = await openLivePage(port, { headers })
  expect(again.told().created).toEqual([id])
})

test('a page misses no change across a restart of the server', async () => {
  const mark = (await open()).mark()
  server.clock.advance(60_000)
  const id = await submit()
  await server.app.close()
  const restarted = await createTestApp({ database: () => server.database })
  restarted.clock.advance(3 * minuteMs)
  const again = await openLivePage(await restarted.listen(), staff, mark)
  expect(again.told()).toEqual({ created: [id], changed: [], all: false })
  await restarted.dispose()
})

test.each([
  ['for more than a day', () => String(server.clock.now().getTime() - 25 * 60 * 60 * 1000)],
  ['while the clock was set back', () => String(server.clock.now().getTime() + 60 * 60 * 1000)],
  ['with an invalid event id', () => 'yesterday'],
])('a page that was away %s is told to read everything again', async (_how, mark) => {
  expect((await open(mark())).told().all).toBe(true)
})

testOnce('a page is told to read everything again after very many changes', async () => {
  const mark = (await open()).mark()
  await storeEstimates(
    server,
    Array.from({ length: 201 }, () => ({})),
  )
  expect((await open(mark)).told()).toEqual({ created: [], changed: [], all: true })
})

describe('the end of a stream', () => {
  async function expectEnd(page: LivePage, reason: string, status: number): Promise<void> {
    await expect.poll(() => page.isExpired(), withinASecond).toBe(true)
    expect(page.refusal()).toMatchObject({ httpStatus: status, reason })
    expect(server.app.live.size).toBe(0)
  }

  test('comes within a second after a sign-out', async () => {
    const page = await open()
    await server.call('auth.signOut', {}, staff.headers)
    await expectEnd(page, 'session_not_found', 401)
  })

  describe('a session that another process ended', () => {
    let beside: Database
    beforeEach(async () => {
      beside = await openDatabaseBeside({ url: server.databaseUrl, log: silentLog })
    })
    afterEach(() => beside.close())

    /** The change that a command makes beside the server. */
    const revoke = () => revokeByAddress(beside, { email: staff.email, successorEmail: null, now: server.clock.now() })

    test('ends its streams within two seconds', async () => {
      const page = await open()
      await revoke()
      await expect.poll(() => page.isExpired(), { timeout: 2_000, interval: 5 }).toBe(true)
      expect(page.refusal()).toMatchObject({ httpStatus: 401, reason: 'session_not_found' })
    })

    test('is sent no further id', async () => {
      const pages = await Promise.all([open(), open(), open()])
      const other = await open(undefined, await signedIn(server, { role: 'staff' }))
      await revoke()
      const id = await submit()
      await expect.poll(() => other.told().created, withinASecond).toEqual([id])
      for (const page of pages) {
        await expect.poll(() => page.isExpired(), withinASecond).toBe(true)
        expect(page.told().created).toEqual([])
      }
    })
  })

  testOnce('comes when the user loses the role', async () => {
    const page = await open()
    await server.database.transaction(({ user }) =>
      user.updateMany({ where: { id: staff.userId }, data: { role: 'user' } }),
    )
    await expectEnd(page, 'insufficient_role', 403)
  })

  testOnce('comes when the access token expires without a refresh', async () => {
    const page = await open()
    server.clock.advance(60 * 60 * 1000)
    await server.app.live.check()
    await expectEnd(page, 'session_not_found', 401)
  })

  testOnce('does not come when another session ends', async () => {
    const other = await signedIn(server, { role: 'admin' })
    const page = await open(undefined, other)
    const mine = await open()
    await server.call('auth.signOut', {}, staff.headers)
    await expect.poll(() => mine.isExpired(), withinASecond).toBe(true)
    const id = await submit()
    await expect.poll(() => page.told().created, withinASecond).toEqual([id])
  })

  testOnce('does not come with a refresh of the tokens', async () => {
    const page = await open()
    server.clock.advance(59 * 60 * 1000)
    await server.call('auth.refresh', {}, staff.headers)
    server.clock.advance(30 * 60 * 1000)
    await server.app.live.check()
    const id = await submit()
    await expect.poll(() => page.told().created, withinASecond).toEqual([id])
  })

  testOnce('comes when the page disconnects, and frees its place', async () => {
    const page = await open()
    expect(server.app.live.size).toBe(1)
    page.close()
    await expect.poll(() => server.app.live.size).toBe(0)
  })

  testOnce('comes at once when the server stops', async () => {
    const pages = await Promise.all([open(), open(), open()])
    const begin = performance.now()
    await server.app.close()
    expect(performance.now() - begin).toBeLessThan(1_500)
    expect(pages.map((page) => page.isExpired())).toEqual([true, true, true])
    expect(pages.map((page) => page.refusal())).toEqual([undefined, undefined, undefined])
  })
})

describeOnce('opening a stream', () => {
  test('is limited for each session', async () => {
    await Promise.all(Array.from({ length: maxStreamsPerSession }, () => open()))
    const tooMany = await open()
    expect([tooMany.isExpired(), tooMany.refusal()?.httpStatus]).toEqual([true, 429])
    expect(server.app.live.size).toBe(maxStreamsPerSession)
  })

  test('is answered with the security headers, not to be stored or transformed', async () => {
    const { status, headers } = await open()
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream'])
    expect(headers['cache-control']).toBe('no-store, no-transform')
    expect(headers['x-accel-buffering']).toBe('no')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  const url = '/api/trpc/estimates.changes'

  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ])('is refused to a page of another site: %j', async (from) => {
    const answer = await server.app.inject({ url, headers: { cookie: staff.cookie, ...from } })
    expect([answer.statusCode, answer.json().error.data.code]).toEqual([403, 'FORBIDDEN'])
  })

  test('is allowed over plain http, where browsers send no Sec-Fetch-Site', async () => {
    const page = await openLivePage(port, { headers: { cookie: staff.cookie } })
    expect(page.count()).toBe(1)
  })

  test('is refused by POST and in a batch', async () => {
    const answer = await server.call('estimates.changes', {}, staff.headers)
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET'])
    const batch = `${url},estimates.list?batch=1&input=${encodeURIComponent('{"0":{},"1":{}}')}`
    const refused = await server.app.inject({ url: batch, headers: staff.headers })
    expect([refused.statusCode, refused.json().error.data.code]).toEqual([400, 'BAD_REQUEST'])
  })

  test('causes no warning in the log when it is refused', async () => {
    const nobody = await openLivePage(port, { headers: {} })
    expect(nobody.refusal()).toMatchObject({ httpStatus: 401, reason: 'session_not_found' })
    expect(server.logLines().filter(({ level }) => Number(level) >= 40)).toEqual([])
  })
})
