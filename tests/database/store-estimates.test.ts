import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Committed } from '#server/database/client/committed.ts'
import type { Database } from '#server/database/database.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts'
import { buildEstimate } from '#tests/support/estimates/build-estimate.ts'
import { emptyLookup } from '#tests/support/estimates/empty-lookup.ts'

let test: TestDatabase
let database: Database

beforeAll(async () => {
  test = await createTestDatabase()
  database = test.database
})
afterAll(() => test.dispose())
beforeEach(() =>
  database.transaction(async ({ projectEstimate, attempt }) => {
    await projectEstimate.deleteMany()
    await attempt.deleteMany()
  }),
)

const now = new Date('2026-01-05T12:00:00.000Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const hour = 60 * 60_000

const rowsOf = (...estimates: ReturnType<typeof buildEstimate>[]) => ({ estimates, messages: [], attempts: [] })
const stored = () => database.read.projectEstimate.count()

describe('storing estimates', () => {
  it('finds equal request keys and recent equal senders, whether their visitors were emailed, and counters', async () => {
    const attempts = [{ key: 'counter', hits: 2, blocks: 1, windowEndsAt: ago(-hour) }]
    const byKey = buildEstimate({ requestKey: 'key', createdAt: ago(48 * hour), email: 'old@example.com' })
    const bySender = buildEstimate({ senderDigest: 'sender', createdAt: ago(1_000), email: 'ada@example.com' })
    const outOfDate = buildEstimate({ senderDigest: 'late', createdAt: ago(2 * hour), email: 'ada@example.com' })
    const messages = [{ id: randomUUID(), kind: 'estimate.visitor', estimateId: bySender.id, createdAt: now }]
    await database.storeEstimates(emptyLookup, () => ({ ...rowsOf(byKey, bySender, outOfDate), messages, attempts }))

    const lookup = {
      requestKeys: ['key', 'unknown'],
      senderDigests: ['sender', 'late'],
      since: ago(60_000),
      attemptKeys: ['counter', 'unknown'],
    }
    const { found } = await database.storeEstimates(lookup, (found) => ({ ...rowsOf(), found }))
    const keysOf = ({ reference, requestKey, valuesDigest, senderDigest, createdAt }: typeof byKey) => ({
      reference,
      requestKey,
      valuesDigest,
      senderDigest,
      createdAt,
    })
    expect(found.submissions.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())).toEqual([
      { ...keysOf(byKey), acknowledged: false },
      { ...keysOf(bySender), acknowledged: true },
    ])
    expect(found.attempts).toEqual(attempts)
  })

  it('keeps what it stored when a transaction that was open meanwhile is rolled back', async () => {
    const failing = database.transaction(async ({ setting }) => {
      await setting.create({ data: { name: 'rolled back', value: '', createdAt: now } })
      await delay(20)
      throw new Error('fails on purpose')
    })
    const storing = Promise.all(
      Array.from({ length: 3 }, () => database.storeEstimates(emptyLookup, () => rowsOf(buildEstimate()))),
    )
    await expect(failing).rejects.toThrow('fails on purpose')
    await storing
    expect(await stored()).toBe(3)
    expect(await database.read.setting.count({ where: { name: 'rolled back' } })).toBe(0)
  })

  it('stores nothing when the decision fails or a row is refused, and the next ones are stored', async () => {
    const twice = buildEstimate()
    const failing = [
      database.storeEstimates(emptyLookup, () => {
        throw new Error('fails on purpose')
      }),
      database.storeEstimates(emptyLookup, () => rowsOf(buildEstimate(), twice, twice)),
    ]
    const results = await Promise.allSettled(failing)
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await stored()).toBe(0)
    await Promise.all(
      Array.from({ length: 12 }, () => database.storeEstimates(emptyLookup, () => rowsOf(buildEstimate()))),
    )
    expect(await stored()).toBe(12)
  })

  it('announces the estimates after their commit, and nothing when there are none', async () => {
    const heard: Committed[] = []
    const unsubscribe = await database.onCommitted((committed) => heard.push(committed))
    const [good, quarantined] = [buildEstimate({ id: 'good' }), buildEstimate({ id: 'bad', quarantinedAt: now })]
    await database.storeEstimates(emptyLookup, () => rowsOf(good, quarantined))
    await database.storeEstimates(emptyLookup, () => ({
      ...rowsOf(),
      attempts: [{ key: 'counter', hits: 1, blocks: 0, windowEndsAt: now }],
    }))
    unsubscribe()
    expect(heard).toEqual([{ created: ['good'], changed: ['bad'], all: false, people: false }])
    expect(await database.read.attempt.count()).toBe(1)
  })
})
