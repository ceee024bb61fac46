import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { estimateDigests } from '#server/domain/estimates/estimate-digests.ts'
import { createEstimateWriter, type EstimateWriter } from '#server/domain/estimates/estimate-writer.ts'
import { newFormToken } from '#server/domain/estimates/form-token.ts'
import { type Submission, storeNewEstimates } from '#server/domain/estimates/store-estimates.ts'
import { limits } from '#server/rate-limits/limits.ts'
import { hourMs } from '#shared/durations.ts'
import { testServerKey as serverKey } from '#tests/support/database/server-key.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts'
import { estimateRequest, newVisitor } from '#tests/support/estimates/estimate-input.ts'
import { newSenderAddress } from '#tests/support/server/sender-ip.ts'

let test: TestDatabase
let database: Database
let clock: TestClock
let writer: EstimateWriter

beforeAll(async () => {
  test = await createTestDatabase()
  database = test.database
})
afterAll(() => test.dispose())
beforeEach(async () => {
  await database.transaction((transaction) => transaction.projectEstimate.deleteMany())
  clock = new TestClock()
  writer = createEstimateWriter({ database, serverKey, clock, onCommitted: () => {} })
})

type Input = Parameters<typeof estimateRequest>[0]

const newWriter = () => createEstimateWriter({ database, serverKey, clock, onCommitted: () => {} })

/** Sends a request from an address of its own, and answers with its row and its messages. */
async function submitted(input: Input, by = writer) {
  const { reference } = await by.submit(estimateRequest({ ...newVisitor(), ...input }), newSenderAddress())
  return await database.read.projectEstimate.findUniqueOrThrow({ where: { reference }, include: { messages: true } })
}

describe('a suspicious estimate', () => {
  it('a suspicious estimate gets a reference and is stored in quarantine, without a deadline or an email', async () => {
    const row = await submitted({ remarks: 'x', name: 'www.spam.example' })
    expect(row).toMatchObject({
      status: 'new',
      createdAt: clock.now(),
      dueAt: null,
      quarantinedAt: clock.now(),
      quarantineReasons: 'decoy,link-in-name',
      spamAt: null,
      messages: [],
    })
  })

  it('a suspicious estimate does not quarantine others of its group', async () => {
    const [bad, good] = await Promise.all([submitted({ remarks: 'x' }), submitted({})])
    expect(bad.messages).toEqual([])
    expect(good.messages).toHaveLength(2)
    expect(good).toMatchObject({ quarantinedAt: null, quarantineReasons: null })
    expect(good.dueAt?.getTime()).toBe(clock.now().getTime() + 24 * hourMs)
  })

  it('a token of another process is valid after three seconds and no sooner', async () => {
    const formToken = newFormToken(serverKey, clock.now())
    clock.advance(2_999)
    expect((await submitted({ formToken }, newWriter())).quarantineReasons).toBe('too-fast')
    clock.advance(1)
    expect((await submitted({ formToken }, newWriter())).quarantineReasons).toBeNull()
  })

  it('a repeated suspicious estimate is stored once', async () => {
    const request = estimateRequest({ ...newVisitor(), remarks: 'x' })
    const first = await writer.submit(request, '203.0.113.7')
    expect(await writer.submit(request, '203.0.113.7')).toEqual(first)
    expect(await database.read.projectEstimate.count()).toBe(1)
  })

  it('a thousand suspicious estimates at once are all stored and cause no email', async () => {
    const messages = await database.read.outboxMessage.count()
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, () =>
        writer.submit(estimateRequest({ ...newVisitor(), remarks: 'buy' }), newSenderAddress()),
      ),
    )
    expect(new Set(answers.map(({ reference }) => reference)).size).toBe(1_000)
    expect(await database.read.projectEstimate.count({ where: { quarantineReasons: 'decoy' } })).toBe(1_000)
    expect(await database.read.outboxMessage.count()).toBe(messages)
  })
})

describe('the spam check', () => {
  /** Stores a request as often as is said, and answers with how often its decoy field was looked at. */
  async function looks(submissions: readonly Partial<Submission>[]): Promise<number> {
    let count = 0
    const request = {
      ...estimateRequest(newVisitor()),
      get remarks() {
        count += 1
        return undefined
      },
    }
    const clientIp = newSenderAddress()
    const counted = [{ limit: 'submit-minute' as const, subject: clientIp }]
    for (const overrides of submissions)
      await storeNewEstimates(database, serverKey, [
        {
          request,
          requestKey: randomUUID(),
          counted,
          receivedAt: clock.now(),
          ...estimateDigests(request, clientIp),
          ...overrides,
        },
      ])
    return count
  }

  it('the spam check runs once for a new estimate and not for repeats', async () => {
    expect(await looks([{ requestKey: 'same' }, { requestKey: 'same' }, {}])).toBe(1)
  })

  it('the spam check does not run beyond the limit of the sender', async () => {
    const different = Array.from({ length: 8 }, () => ({ valuesDigest: randomUUID(), senderDigest: randomUUID() }))
    expect(await looks(different)).toBe(limits['submit-minute'].attempts)
  })
})

describe('estimates with one email address', () => {
  const spelled = (turn: number) => (turn % 2 === 0 ? 'ada@example.com' : 'Ada@Example.com')
  const reasonsOf = async (count: number) => {
    const reasons: (string | null)[] = []
    for (let turn = 0; turn < count; turn++) reasons.push((await submitted({ email: spelled(turn) })).quarantineReasons)
    return reasons
  }
  const good = (count: number) => Array.from({ length: count }, () => null)

  it('more than ten estimates with one email address in an hour are quarantined, whatever their IP addresses', async () => {
    expect(await reasonsOf(12)).toEqual([...good(10), 'many-from-email', 'many-from-email'])
    expect((await submitted({})).quarantineReasons).toBeNull()
    clock.advance(hourMs)
    expect(await reasonsOf(1)).toEqual([null])
  })

  it('more than thirty estimates with one email address in a day are quarantined', async () => {
    for (let hour = 0; hour < 3; hour++) {
      expect(await reasonsOf(10)).toEqual(good(10))
      clock.advance(hourMs)
    }
    expect(await reasonsOf(1)).toEqual(['many-from-email'])
    clock.advance(24 * hourMs)
    expect(await reasonsOf(1)).toEqual([null])
  })

  it('concurrent estimates with one email address count one by one', async () => {
    const rows = await Promise.all(Array.from({ length: 15 }, () => submitted({ email: 'ada@example.com' })))
    expect(rows.filter(({ quarantinedAt }) => quarantinedAt)).toHaveLength(5)
    expect(rows.flatMap(({ messages }) => messages)).toHaveLength(20)
  })
})
