import { describe, expect, it } from 'vitest'
import { DatabaseUnavailable } from '#server/database/database.ts'
import { claimDueMessages, type Outcome, recordOutcomes } from '#server/mail/outbox/store.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { type OutboxDatabase, outboxPerFile, PatientTransport } from './outbox-fixture.ts'

const fixture = outboxPerFile()

const patience = { timeout: 10_000, interval: 20 }
const minute = 60_000
const hour = 60 * minute

/** Claims like a worker that dies right afterwards. */
async function claimAndDie(now: Date): Promise<string | undefined> {
  const [claimed] = await claimDueMessages(fixture.database, { now, leaseMs: minute, limit: 100 })
  return claimed?.claimToken
}

it('two workers send none of 500 messages twice', { timeout: 60_000 }, async () => {
  await fixture.addMessages(500)
  fixture.worker().start()
  fixture.worker().start()
  await expect.poll(() => fixture.count('sent'), { timeout: 60_000, interval: 50 }).toBe(500)
  expect(fixture.postmark.accepted).toHaveLength(500)
  expect(new Set(fixture.postmark.accepted.map((mail) => mail.outboxId)).size).toBe(500)
  const held = { where: { OR: [{ claimToken: { not: null } }, { attempts: { not: 1 } }] } }
  expect(await fixture.database.read.outboxMessage.count(held)).toBe(0)
})

it('the claim of a dead worker expires with its lease, and another worker sends the message', async () => {
  const clock = new TestClock()
  await fixture.addMessages(3, { createdAt: clock.now() })
  await claimAndDie(clock.now())
  const worker = fixture.worker({ clock, monotonicMs: () => clock.now().getTime() })
  worker.start()

  clock.advance(minute - 1)
  const [later] = await fixture.addMessages(1, { createdAt: clock.now() })
  await expect.poll(async () => (await fixture.message(later)).state, patience).toBe('sent')
  expect(fixture.postmark.accepted).toHaveLength(1)

  clock.advance(1)
  await expect.poll(() => fixture.count('sent'), patience).toBe(4)
  expect(fixture.postmark.accepted).toHaveLength(4)
})

it('an expired claim records no outcome except that the message was sent', async () => {
  const now = new Date()
  const [id = ''] = await fixture.addMessages(1, { createdAt: now })
  const second = (await claimAndDie(now)) ?? ''
  const isHeld = async (claimToken: string, outcome: Outcome) =>
    (await recordOutcomes(fixture.database, [{ claim: { id, claimToken }, outcome }], now)).length === 0
  expect(await isHeld('first', { result: 'retry', reason: 'late', delayMs: 1 })).toBe(false)
  expect(await isHeld('first', { result: 'failed', reason: 'late' })).toBe(false)
  expect(await isHeld('first', { result: 'released' })).toBe(false)
  expect(await isHeld('first', { result: 'dropped' })).toBe(false)
  expect(await fixture.message(id)).toMatchObject({ state: 'pending', claimToken: second, lastError: null })

  expect(await isHeld('first', { result: 'sent', providerId: 'x' })).toBe(true)
  expect(await isHeld(second, { result: 'failed', reason: 'late' })).toBe(false)
  expect(await fixture.message(id)).toMatchObject({ state: 'sent', providerId: 'x', sentAt: now })
})

describe('the order of claims', () => {
  /** Makes due messages look tried before. */
  const tried = async (ids: readonly string[]) => {
    await fixture.database.transaction(({ outboxMessage }) =>
      outboxMessage.updateMany({ where: { id: { in: [...ids] } }, data: { attempts: 3 } }),
    )
    return ids
  }

  it('a new message to the staff is sent at once while 300 to visitors wait for their retries', async () => {
    const stuck = await tried(await fixture.addMessages(300, { kind: 'estimate.visitor' }))
    fixture.postmark.behave(({ outboxId }) => (stuck.includes(outboxId) ? '422/412' : 'ok'))
    const retry = { firstDelayMs: 1, maxDelayMs: 1, giveUpAfterMs: 96 * hour, minAttempts: 100 }
    const worker = fixture.worker({ timings: { retry } })
    worker.start()
    await expect.poll(() => fixture.postmark.requests, patience).toBeGreaterThan(30)
    const [fresh] = await fixture.addMessages(1)
    const before = fixture.postmark.requests
    worker.wake()
    await expect.poll(async () => (await fixture.message(fresh)).state, patience).toBe('sent')
    expect(fixture.postmark.requests - before).toBeLessThan(100)
  })
})

it('a clock that leaps forward during a delivery causes no second delivery', async () => {
  const clock = new TestClock()
  const monotonicMs = () => 0
  const transport = new PatientTransport()
  const [id] = await fixture.addMessages(1, { createdAt: clock.now() })
  fixture.worker({ clock, monotonicMs, transport }).start()
  const other = fixture.worker({ clock, monotonicMs })
  await expect.poll(() => transport.begun, patience).toEqual([id])
  other.start()

  clock.advance(hour)
  const [fresh] = await fixture.addMessages(1, { createdAt: clock.now() })
  other.wake()
  const sent = () => [...fixture.postmark.accepted.map((mail) => mail.outboxId), ...transport.begun]
  await expect.poll(sent, patience).toContain(fresh)
  transport.respondToAll()
  await expect.poll(() => fixture.count('sent'), patience).toBe(2)
  expect(sent()).toHaveLength(2)
  expect(new Set(sent())).toEqual(new Set([id, fresh]))
})

it('a clock that leaps forward during a repair makes no claim look expired', async () => {
  const clock = new TestClock()
  const transport = new PatientTransport()
  const [id] = await fixture.addMessages(1, { createdAt: clock.now() })
  let hasLeapt = false
  const database = fixture.watchedDatabase(() => {
    if (!hasLeapt) clock.advance(hour)
    hasLeapt = true
  })
  fixture.worker({ database, clock, monotonicMs: () => 0, transport }).start()
  await expect.poll(() => transport.begun, patience).toEqual([id])
  expect((await fixture.message(id)).nextAttemptAt.getTime()).toBeGreaterThan(clock.now().getTime())
  transport.respondToAll()
  await expect.poll(() => fixture.count('sent'), patience).toBe(1)
})

it('a clock that leaps forward ends no claim early, and another worker takes over one lease later', async () => {
  const clock = new TestClock()
  let elapsed = 0
  await fixture.addMessages(1, { createdAt: clock.now() })
  await claimAndDie(clock.now())
  const worker = fixture.worker({ clock, monotonicMs: () => elapsed })
  worker.start()
  clock.advance(hour)
  await expect.poll(() => fixture.logged('warn'), patience).toEqual([expect.objectContaining({ change: 'forward' })])

  clock.advance(minute)
  elapsed += minute
  await expect.poll(() => fixture.count('sent'), patience).toBe(1)
})

it('a clock that leaps back by a day does not delay new messages, and delays claimed ones by one lease', async () => {
  const clock = new TestClock()
  let elapsed = 0
  const [claimed] = await fixture.addMessages(1, { createdAt: clock.now() })
  await claimAndDie(clock.now())
  const [waiting] = await fixture.addMessages(1, { createdAt: clock.now() })
  clock.advance(-24 * hour)
  fixture.worker({ clock, monotonicMs: () => elapsed }).start()
  await expect.poll(async () => (await fixture.message(waiting)).state, patience).toBe('sent')
  expect((await fixture.message(claimed)).state).toBe('pending')

  clock.advance(minute)
  elapsed += minute
  await expect.poll(async () => (await fixture.message(claimed)).state, patience).toBe('sent')
  expect(fixture.postmark.accepted).toHaveLength(2)
})

describe('while the database fails', () => {
  /** The real database, whose next `failures` transactions fail. */
  function failing(): OutboxDatabase & { failures: number } {
    const database = Object.assign(
      fixture.watchedDatabase(() => {
        if (database.failures === 0) return
        database.failures -= 1
        throw new DatabaseUnavailable('away')
      }),
      { failures: 0 },
    )
    return database
  }

  it('sends everything after the database failed while the outbox was polled', async () => {
    const database = failing()
    database.failures = 5
    await fixture.addMessages(3)
    fixture.worker({ database }).start()
    await expect.poll(() => fixture.count('sent'), patience).toBe(3)
    expect(fixture.logged('warn').length).toBeGreaterThanOrEqual(5)
  })

  it('records a sent message once the database works again, and sends it only once', async () => {
    const database = failing()
    const transport = new PatientTransport()
    const [id] = await fixture.addMessages(1)
    fixture.worker({ database, transport }).start()
    await expect.poll(() => transport.begun, patience).toEqual([id])
    database.failures = 6
    transport.respondToAll()
    await expect.poll(() => fixture.count('sent'), patience).toBe(1)
    expect(transport.begun).toEqual([id])
    expect(await fixture.message(id)).toMatchObject({ providerId: `accepted-${id}`, attempts: 1 })
  })

  it('does not send a message again that could not be recorded within its lease', async () => {
    const clock = new TestClock()
    const database = failing()
    const transport = new PatientTransport()
    const [id] = await fixture.addMessages(1, { createdAt: clock.now() })
    fixture.worker({ database, transport, clock, monotonicMs: () => clock.now().getTime() }).start()
    await expect.poll(() => transport.begun, patience).toEqual([id])

    clock.advance(minute)
    await expect.poll(async () => (await fixture.message(id)).attempts, patience).toBe(2)
    transport.respondToAll()
    await expect.poll(() => fixture.count('sent'), patience).toBe(1)
    expect(transport.begun).toEqual([id])
  })
})
