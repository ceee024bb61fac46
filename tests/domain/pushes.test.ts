import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { User } from '#prisma/generated/sqlite/client.ts'
import { sessionLifetimes } from '#server/accounts/sessions/session-lifetimes.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { changeByVisitor } from '#server/estimates/visitor/visitor-changes.ts'
import { logContact } from '#server/estimates/work/add-to-estimate.ts'
import { bulkChange } from '#server/estimates/work/bulk-change.ts'
import { assign } from '#server/estimates/work/change-estimate.ts'
import { createLogger } from '#server/logging/logger.ts'
import { queueDueNudges } from '#server/nudges/queue-nudges.ts'
import { type PushTimings, PushWorker } from '#server/push/push-worker.ts'
import { deriveVapidKeys } from '#server/push/vapid-keys.ts'
import { hourMs, minuteMs } from '#shared/durations.ts'
import { testSecretsKey } from '#tests/support/database/server-key.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { createTestDatabase, silentLog, type TestDatabase, testEngine } from '#tests/support/database/test-database.ts'
import type { EstimateColumns } from '#tests/support/estimates/build-estimate.ts'
import { storeEstimate, storeEstimates } from '#tests/support/estimates/store-estimates.ts'
import { storeProposal } from '#tests/support/estimates/store-proposal.ts'
import { type FakePushService, startFakePushService } from '#tests/support/server/fake-push-service.ts'
import { storeStaff } from '#tests/support/server/staff-account.ts'

const patience = { timeout: 20_000, interval: 20 }
const inbox = ['office@builders.example']
let place: TestDatabase
let database: Database
let service: FakePushService
let clock: TestClock
let lines: string[]

beforeAll(async () => {
  place = await createTestDatabase()
  database = place.database
})
afterAll(() => place.dispose())
beforeEach(async () => {
  // This is a Tuesday afternoon.
  clock = new TestClock('2026-01-06T20:00:00.000Z')
  service = await startFakePushService()
  lines = []
})
afterEach(async () => {
  await service.close()
  await database.transaction(async ({ projectEstimate, outboxMessage, user }) => {
    await projectEstimate.deleteMany()
    await outboxMessage.deleteMany()
    await user.deleteMany()
  })
})

const staff = (name: string, columns: Partial<User> = {}) =>
  storeStaff(database, { email: `${name}@builders.example`, ...columns })

/** Signs a person in on browsers that want notifications. */
async function devices(
  user: { id: string },
  names: readonly string[],
  { showNames = false, lastUsedAt = clock.now() } = {},
) {
  const now = clock.now()
  const times = { accessExpiresAt: now, refreshedAt: now, createdAt: now, lastUsedAt }
  const rows = names.map((name) => ({ name, id: randomUUID() }))
  await database.transaction(async ({ session, pushSubscription }) => {
    await session.createMany({
      data: rows.map(({ id }) => ({
        ...{ id, userId: user.id, accessDigest: id, refreshDigest: id, device: 'test', ...times },
        expiresAt: new Date(now.getTime() + sessionLifetimes.absoluteMs),
      })),
    })
    await pushSubscription.createMany({
      data: rows.map(({ id, name }) => ({ id, sessionId: id, ...service.subscribe(name), showNames, createdAt: now })),
    })
  })
  return rows.map(({ id }) => id)
}

const estimate = (columns: EstimateColumns = {}) => storeEstimate({ database, clock }, columns)
/** An estimate whose deadline is in an hour and a half. */
const dueSoon = (columns: EstimateColumns = {}) =>
  estimate({ createdAt: new Date(clock.now().getTime() - 22.5 * hourMs), ...columns })
const queue = (own = database) => queueDueNudges({ database: own, staffInbox: inbox, now: clock.now() })
const waiting = () => database.read.pushMessage.count()

function newWorker(timings: Partial<PushTimings> = {}, own = database): PushWorker {
  const settings = {
    keys: deriveVapidKeys(testSecretsKey),
    contact: 'hello@builders.example',
    pushOrigin: service.origin,
  }
  const log = createLogger('debug', { write: (line) => lines.push(line) })
  return new PushWorker({
    database: own,
    settings,
    clock,
    log,
    timings: { pollIntervalMs: 20, timeoutMs: 60_000, ...timings },
  })
}

/** It stops after the test. */
function startWorker(timings: Partial<PushTimings> = {}, own = database): PushWorker {
  const worker = newWorker(timings, own)
  worker.start()
  onTestFinished(() => worker.stop(0))
  return worker
}

/** Sends what is due, as `browser: title`. */
async function delivered(): Promise<string[]> {
  const worker = startWorker()
  await expect.poll(waiting, patience).toBe(0)
  await worker.stop(1_000)
  return service.received.map(({ browser, content }) => `${browser}: ${content.title}`).toSorted()
}

it('each device of a person gets one push for each thing, however many processes look and send', async () => {
  const ana = await staff('ana')
  await devices(ana, ['phone', 'tablet'])
  for (let count = 0; count < 30; count++) await dueSoon()
  const second = testEngine === 'postgresql' ? await openDatabase({ url: place.url, log: silentLog }) : database
  await Promise.all([queue(), queue(second), queue(), queue(second)])
  for (const own of [database, second, database]) startWorker({}, own)
  await expect.poll(waiting, patience).toBe(0)
  const tags = service.received.map(({ browser, content }) => `${browser} ${content.tag}`)
  expect([tags.length, new Set(tags).size, service.requests]).toEqual([60, 60, 60])
  if (second !== database) await second.close()
})

it('a browser that subscribes anew gets what its former address did not, even if that ends meanwhile', async () => {
  const ana = await staff('ana')
  await devices(ana, ['old'])
  const renewed = service.subscribe('new')
  service.behave((browser) => (browser === 'old' ? 410 : 201))
  await dueSoon()
  await queue()
  const renew = () => database.transaction(({ pushSubscription }) => pushSubscription.updateMany({ data: renewed }))
  const transaction: typeof database.transaction = async (work, ...more) => {
    if (service.requests === 1) await renew()
    return await database.transaction(work, ...more)
  }
  startWorker({ leaseMs: minuteMs }, { ...database, transaction })
  await expect
    .poll(() => database.read.pushSubscription.findMany({ select: { endpoint: true } }), patience)
    .toEqual([{ endpoint: renewed.endpoint }])
  await expect.poll(() => lines.some((line) => line.includes('no longer takes')), patience).toBe(true)
  clock.advance(minuteMs)
  await expect.poll(waiting, patience).toBe(0)
  expect(service.received.map(({ browser }) => browser)).toEqual(['new'])
})

describe('what is pushed', () => {
  it('are new requests, deadlines and answers, as the switches for emails say; never the digest', async () => {
    const on = await staff('on', { newEstimatesSince: clock.now() })
    const off = await staff('off', { notifyDeadlines: false, notifyAssigned: false })
    await devices(on, ['on'])
    await devices(off, ['off'])
    await staff('nowhere')
    clock.advance(1_000)
    const fresh = await estimate()
    await dueSoon()
    await storeProposal(database, fresh, { sentAt: clock.now() })
    await changeByVisitor({ database, clock }, fresh, { kind: 'accepted', number: 1, text: 'Ada Visitor' })
    // At seven in the morning, the digest is due.
    await queue()
    clock.advance(16 * hourMs)
    await queueDueNudges({ database, staffInbox: inbox, now: clock.now() })
    clock.advance(-16 * hourMs)
    expect(await database.read.nudge.count({ where: { kind: 'nudge.digest' } })).toBeGreaterThan(0)
    await database.transaction(({ pushMessage }) =>
      pushMessage.deleteMany({ where: { createdAt: { gt: new Date(clock.now().getTime() + hourMs) } } }),
    )
    expect(await delivered()).toEqual([
      'off: Proposal answered',
      'on: Due soon',
      'on: New request',
      'on: Proposal answered',
    ])
  })

  it('are new requests for someone whose address is an office inbox, without a second email', async () => {
    const office = await staff('office')
    await devices(office, ['phone'])
    clock.advance(1_000)
    await estimate()
    expect([await queue(), await queue()]).toEqual([1, 0])
    expect(await database.read.outboxMessage.count()).toBe(0)
    expect(await delivered()).toEqual(['phone: New request'])
  })

  it('are no requests from before the device was switched on', async () => {
    const office = await staff('office')
    await estimate()
    clock.advance(1_000)
    await devices(office, ['phone'])
    expect([await queue(), await waiting()]).toEqual([0, 0])
  })

  it('are assignments by colleagues, once they can no longer be undone', async () => {
    const ana = await staff('ana')
    const ben = await staff('ben')
    await devices(ben, ['ben'])
    const id = await estimate({ name: 'Zoë' })
    await assign({ database, clock, user: ana }, { id, version: 1, assigneeId: ben.id })
    const worker = startWorker()
    expect(await waiting()).toBe(1)
    expect(service.requests).toBe(0)
    clock.advance(15_000)
    await expect.poll(waiting, patience).toBe(0)
    await worker.stop(1_000)
    expect(service.received.map(({ content }) => content.title)).toEqual(['Assigned to you'])
  })

  it('is an answer for the assignee alone', async () => {
    const ana = await staff('ana')
    await devices(ana, ['ana'])
    await devices(await staff('ben'), ['ben'])
    const id = await estimate({ assigneeId: ana.id } as EstimateColumns)
    await storeProposal(database, id, { sentAt: clock.now() })
    await changeByVisitor({ database, clock }, id, { kind: 'changes', number: 1, text: 'Cheaper' })
    expect(await delivered()).toEqual(['ana: Proposal answered'])
  })

  it('is nothing that is over when it is sent', async () => {
    const ana = await staff('ana')
    await devices(ana, ['phone'])
    const id = await dueSoon()
    await queue()
    await logContact({ database, clock, user: ana }, { id, entryKey: randomUUID(), channel: 'call', note: '' })
    expect(await delivered()).toEqual([])
  })

  it('D12 is nothing to a device that has signed out since, or was not used for a week', async () => {
    const ana = await staff('ana')
    const [lost] = await devices(ana, ['lost', 'phone'])
    await devices(ana, ['idle'], { lastUsedAt: new Date(clock.now().getTime() - sessionLifetimes.idleMs) })
    await dueSoon()
    await queue()
    await database.transaction(({ session }) => session.deleteMany({ where: { id: lost ?? '' } }))
    expect(await delivered()).toEqual(['phone: Due soon'])
  })

  it('D12 names nobody on a lock screen that may not', async () => {
    const ana = await staff('ana')
    await devices(ana, ['quiet'])
    await devices(ana, ['open'], { showNames: true })
    const columns = { name: 'Ada Visitor', phone: '718 555 0177', location: 'Flatbush', bestTime: 'evening' }
    const id = await dueSoon({ ...columns, email: 'ada@mail.example', urgent: true })
    await queue()
    await delivered()
    const said = Object.fromEntries(service.received.map(({ browser, content }) => [browser, content]))
    expect(said.quiet).toEqual({
      title: 'Urgent: Due soon',
      body: expect.not.stringMatching(/Ada|718|0177|Flatbush|mail/),
      tag: expect.any(String),
      path: `/admin/estimates/${id}`,
      callPath: `/admin/estimates/${id}?call`,
    })
    expect(said.quiet?.body).toContain('call in the evening')
    expect(said.open?.body).toBe(`Ada Visitor, ${said.quiet?.body}`)
    expect(lines.join('')).not.toMatch(/Ada|push\/|Flatbush/)
  })
})

describe('a push service', () => {
  async function queuedFor(names: readonly string[]) {
    const ids = await devices(await staff('ana'), names)
    await dueSoon()
    await queue()
    return ids
  }

  it.each([404, 410])('that answers %d ends the subscription, and the others go on', async (status) => {
    await queuedFor(['gone', 'phone'])
    service.behave((browser) => (browser === 'gone' ? status : 201))
    expect(await delivered()).toEqual(['phone: Due soon'])
    expect(await database.read.pushSubscription.count()).toBe(1)
  })

  it('that asks to wait for ever is not asked again, and the others go on', async () => {
    await queuedFor(['patient', 'phone'])
    service.behave((browser) => (browser === 'patient' ? 'wait for ever' : 201))
    const worker = startWorker()
    await expect.poll(() => lines.filter((line) => line.includes('will retry within')).length, patience).toBe(1)
    await expect.poll(() => service.received.map(({ browser }) => browser), patience).toEqual(['phone'])
    await worker.stop(1_000)
    const { nextAttemptAt } = await database.read.pushMessage.findFirstOrThrow()
    expect(nextAttemptAt).toEqual(new Date(clock.now().getTime() + hourMs))
  })

  it.each([429, 500, 503, 403, 'redirect', 'stall'] as const)(
    'that does %s is asked again within the hour, and not after',
    async (behaviour) => {
      await queuedFor(['phone'])
      service.behave(() => behaviour)
      const worker = startWorker({ timeoutMs: 100 })
      const attempts = async () => (await database.read.pushMessage.findFirst())?.attempts
      await expect.poll(() => lines.filter((line) => line.includes('will retry within')).length, patience).toBe(1)
      expect(await attempts()).toBe(1)
      clock.advance(15_000)
      await expect.poll(() => lines.filter((line) => line.includes('will retry within')).length, patience).toBe(2)
      clock.advance(hourMs)
      service.behave(() => 201)
      await expect.poll(waiting, patience).toBe(0)
      await worker.stop(1_000)
      expect([service.received.length, service.redirected]).toEqual([0, 0])
    },
  )

  it('keeps a push no longer than its hour', async () => {
    await queuedFor(['phone'])
    clock.advance(40 * minuteMs)
    await delivered()
    expect(service.received[0]?.headers.ttl).toBe(String(20 * 60))
  })

  it('that stalls holds up neither other devices nor the end of the server', async () => {
    const stalled = Array.from({ length: 20 }, (_, index) => `stalled${index}`)
    await queuedFor([...stalled, 'phone'])
    service.behave((browser) => (browser === 'phone' ? 201 : 'stall'))
    const worker = startWorker()
    await expect.poll(() => service.received.length, patience).toBe(1)
    const begun = performance.now()
    await worker.stop(100)
    expect(performance.now() - begun).toBeLessThan(2_000)
    service.behave(() => 201)
    await delivered()
    expect(new Set(service.received.map(({ browser }) => browser)).size).toBe(21)
  })

  it('with 1,000 browsers that are gone leaves the others their pushes', { timeout: 120_000 }, async () => {
    const ana = await staff('ana')
    await devices(
      ana,
      Array.from({ length: 1_000 }, (_, index) => `gone${index}`),
    )
    await devices(ana, ['phone'])
    await dueSoon()
    await queue()
    service.behave((browser) => (browser === 'phone' ? 201 : 410))
    startWorker()
    await expect.poll(waiting, { timeout: 110_000, interval: 50 }).toBe(0)
    expect([service.received.length, await database.read.pushSubscription.count()]).toEqual([1, 1])
  })
})

it('a push that a dead process had claimed is sent once its lease ends', async () => {
  await devices(await staff('ana'), ['phone'])
  await dueSoon()
  await queue()
  // Its process dies right afterwards.
  expect(await newWorker().claim(10)).toHaveLength(1)
  const worker = startWorker()
  clock.advance(minuteMs - 1)
  await worker.stop(200)
  expect(service.requests).toBe(0)
  clock.advance(1)
  expect(await delivered()).toEqual(['phone: Due soon'])
})

it('a push is sent as soon as the worker hears of it, also while it looks', async () => {
  await devices(await staff('ana'), ['phone'])
  let isFirst = true
  const own: Database = {
    ...database,
    read: {
      ...database.read,
      pushMessage: {
        ...database.read.pushMessage,
        findFirst: async (wanted: object) => {
          const found = await database.read.pushMessage.findFirst(wanted)
          if (isFirst) {
            isFirst = false
            await dueSoon()
            await queue()
            worker.wake()
          }
          return found
        },
      },
    },
  } as Database
  const worker = newWorker({ pollIntervalMs: minuteMs }, own)
  onTestFinished(() => worker.stop(0))
  worker.start()
  await expect.poll(() => service.received.length, patience).toBe(1)
  await dueSoon()
  await queue()
  worker.wake()
  await expect.poll(() => service.received.length, patience).toBe(2)
})

it('many requests that are assigned together are one push', async () => {
  const ana = await staff('ana')
  const ben = await staff('ben')
  await devices(ben, ['ben'])
  const ids = await storeEstimates({ database, clock }, [{}, {}, {}])
  await bulkChange(
    { database, clock, user: ana },
    {
      estimates: ids.map((id) => ({ id, version: 1 })),
      change: { kind: 'assignee', assigneeId: ben.id },
    },
  )
  clock.advance(15_000)
  await delivered()
  expect(service.received.map(({ content }) => content)).toEqual([
    { title: 'Assigned to you', body: '3 requests', tag: expect.any(String), path: '/admin/today' },
  ])
})
