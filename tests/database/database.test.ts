import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openServerKey } from '#server/accounts/secrets/server-key.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import { createEstimateWriter } from '#server/estimates/submit/estimate-writer.ts'
import { claimDueMessages } from '#server/mail/outbox/store.ts'
import { testServerKey } from '#tests/support/database/server-key.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts'
import { estimateRequest } from '#tests/support/estimates/estimate-input.ts'

let test: TestDatabase
let database: Database

beforeAll(async () => {
  test = await createTestDatabase()
  database = test.database
})
afterAll(() => test.dispose())
beforeEach(() => database.transaction((transaction) => transaction.outboxMessage.deleteMany()))

const now = new Date('2026-01-05T12:00:00.000Z')
const addMessage = (transaction: Transaction, id: string) =>
  transaction.outboxMessage.create({ data: { id, kind: 'test', createdAt: now, nextAttemptAt: now } })

it('a database has no method that writes outside a transaction', () => {
  // @ts-expect-error the type has no writes
  expect(database.read.outboxMessage.create).toBeUndefined()
  expect(Object.keys(database.read.outboxMessage)).toEqual(Object.keys(database.read.projectEstimate))
  for (const method of Object.keys(database.read.outboxMessage)) expect(method).toMatch(/^(find|count|aggregate|group)/)
  expect(database).not.toHaveProperty('client')
})

it('a database loses no transaction when others fail at the same time, even slow ones', async () => {
  const failing = Array.from({ length: 20 }, (_, index) =>
    database
      .transaction(async (transaction) => {
        await addMessage(transaction, `failing-${index}`)
        await delay(2)
        throw new Error('fails on purpose')
      })
      .catch((error: Error) => error.message),
  )
  const good = Array.from({ length: 100 }, (_, index) =>
    database.transaction((transaction) => addMessage(transaction, `good-${index}`)),
  )
  await Promise.all(good)
  expect(new Set(await Promise.all(failing))).toEqual(new Set(['fails on purpose']))
  expect(await database.read.outboxMessage.count({ where: { id: { startsWith: 'good-' } } })).toBe(100)
  expect(await database.read.outboxMessage.count({ where: { id: { startsWith: 'failing-' } } })).toBe(0)
})

describe('claiming messages', () => {
  const later = (ms: number) => new Date(now.getTime() + ms)
  async function claim(at: Date, limit = 10): Promise<string[]> {
    const claimed = await claimDueMessages(database, { now: at, leaseMs: 60_000, limit })
    return claimed.map(({ id }) => id).sort((a, b) => a.localeCompare(b))
  }

  it('claims due messages up to the limit and counts the attempt', async () => {
    await database.transaction(async (transaction) => {
      for (const id of ['a', 'b', 'c']) await addMessage(transaction, id)
      await transaction.outboxMessage.create({
        data: { id: 'later', kind: 'test', createdAt: now, nextAttemptAt: later(1) },
      })
    })
    expect(await claim(now, 2)).toEqual(['a', 'b'])
    expect(await claim(now)).toEqual(['c'])
    expect(await claim(now)).toEqual([])
    expect(await database.read.outboxMessage.findMany({ where: { id: 'c' } })).toMatchObject([
      { attempts: 1, nextAttemptAt: later(60_000) },
    ])
  })

  it('never gives a message to two workers at once', async () => {
    await database.transaction((transaction) =>
      transaction.outboxMessage.createMany({
        data: Array.from({ length: 200 }, (_, index) => ({
          id: `m${index}`,
          kind: 'test',
          createdAt: now,
          nextAttemptAt: now,
        })),
      }),
    )
    const claimed = await Promise.all(Array.from({ length: 8 }, () => claim(now, 40)))
    const held = await database.read.outboxMessage.groupBy({
      by: ['claimToken'],
      where: { claimToken: { not: null } },
      _count: true,
    })
    expect(new Set(claimed.flat()).size).toBe(claimed.flat().length)
    expect(claimed.flat()).toHaveLength(held.reduce((sum, group) => sum + group._count, 0))
    expect(await database.read.outboxMessage.count({ where: { attempts: { gt: 1 } } })).toBe(0)
  })

  it('claims what was never tried first, then retries to the staff and accounts, then to visitors', async () => {
    const due = [
      { id: 'visitor-retry', kind: 'estimate.visitor', attempts: 3, dueIn: -6 },
      { id: 'staff-retry', attempts: 3, dueIn: -5 },
      { id: 'first-1', attempts: 0, dueIn: -4 },
      { id: 'account-1', attempts: 0, dueIn: -3, address: 'ada@mail.example' },
      { id: 'first-2', kind: 'estimate.visitor', attempts: 0, dueIn: -1 },
    ]
    await database.transaction(({ outboxMessage }) =>
      outboxMessage.createMany({
        data: due.map(({ dueIn, ...row }) => ({ kind: 'test', ...row, createdAt: now, nextAttemptAt: later(dueIn) })),
      }),
    )
    expect(await claim(now, 2)).toEqual(['account-1', 'first-1'])
    expect(await claim(now, 2)).toEqual(['first-2', 'staff-retry'])
    expect(await claim(now, 2)).toEqual(['visitor-retry'])
  })
})

it('instants are read back to the millisecond in any time zone of process and server', async () => {
  const instant = new Date('2026-07-04T03:02:01.123Z')
  await database.transaction((transaction) =>
    transaction.outboxMessage.create({ data: { id: 'i', kind: 'test', createdAt: instant, nextAttemptAt: instant } }),
  )
  expect(await database.read.outboxMessage.findUnique({ where: { id: 'i' } })).toMatchObject({ createdAt: instant })
  const clock = new TestClock(instant)
  const writer = createEstimateWriter({ database, serverKey: testServerKey, clock, onCommitted: () => {} })
  const { reference } = await writer.submit(estimateRequest(), '192.0.2.1')
  expect(await database.read.projectEstimate.findUnique({ where: { reference } })).toMatchObject({
    createdAt: instant,
  })
})

it('a ping resolves', async () => {
  await expect(database.ping()).resolves.toBeUndefined()
})

it('processes that start together on one database create one server key', async () => {
  const clock = new TestClock()
  await database.transaction((transaction) => transaction.setting.deleteMany())
  const keys = await Promise.all(Array.from({ length: 8 }, () => openServerKey(database, clock)))
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
  expect(keys[0]).toHaveLength(32)
})
