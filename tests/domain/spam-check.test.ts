import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#server/accounts/limits/limits.ts'
import type { Database } from '#server/database/database.ts'
import { estimateDigests } from '#server/estimates/submit/estimate-digests.ts'
import { createEstimateWriter, type EstimateWriter } from '#server/estimates/submit/estimate-writer.ts'
import { newFormToken } from '#server/estimates/submit/form-token.ts'
import { IntakeRoom, maxAcknowledgementsPerHour } from '#server/estimates/submit/intake-room.ts'
import { type Submission, storeNewEstimates } from '#server/estimates/submit/store-estimates.ts'
import { hourMs } from '#shared/durations.ts'
import { maxQuarantined } from '#shared/estimates/quarantine.ts'
import { testServerKey as serverKey } from '#tests/support/database/server-key.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts'
import { buildEstimate } from '#tests/support/estimates/build-estimate.ts'
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

it('a suspicious estimate does not quarantine others of its group', async () => {
  const [bad, good] = await Promise.all([submitted({ remarks: 'x' }), submitted({})])
  expect(bad.messages).toEqual([])
  expect(good.messages).toHaveLength(2)
  expect(good).toMatchObject({ quarantinedAt: null, quarantineReasons: null })
  expect(good.dueAt?.getTime()).toBe(clock.now().getTime() + 24 * hourMs)
})

describe('the spam check', () => {
  /** Stores one estimate as often as is said. Returns how often its decoy field was read. */
  async function looks(submissions: readonly Partial<Submission>[]): Promise<number> {
    let count = 0
    const estimate = {
      ...estimateRequest(newVisitor()),
      get remarks() {
        count += 1
        return undefined
      },
    }
    const clientIp = newSenderAddress()
    const counted = [{ limit: 'submit-minute' as const, subject: clientIp }]
    for (const overrides of submissions)
      await storeNewEstimates(
        database,
        serverKey,
        [
          {
            estimate,
            requestKey: randomUUID(),
            counted,
            networks: [],
            receivedAt: clock.now(),
            ...estimateDigests(estimate, clientIp),
            ...overrides,
          },
        ],
        new IntakeRoom(),
      )
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

describe('the emails to visitors', () => {
  const kindsOf = ({ messages }: Awaited<ReturnType<typeof submitted>>) => messages.map(({ kind }) => kind).sort()
  const both = ['estimate.staff', 'estimate.visitor']
  /** Counts how many of the estimates are acknowledged. All of them have their email to the staff, and a deadline. */
  async function acknowledged(count: number, emailOf: (turn: number) => string): Promise<number> {
    let found = 0
    for (let turn = 0; turn < count; turn++) {
      const row = await submitted({ email: emailOf(turn) })
      expect(row).toMatchObject({ quarantinedAt: null, dueAt: expect.any(Date) })
      expect(row.messages.map(({ kind }) => kind)).toContain('estimate.staff')
      if (row.messages.length === 2) found += 1
    }
    return found
  }
  const spelled = (turn: number) => (turn % 2 === 0 ? 'ada@example.com' : 'Ada@Example.com')

  it('whoever sends ten estimates with a customer’s address silences only the acknowledgement of the customer’s own', async () => {
    const email = 'customer@example.com'
    for (let turn = 0; turn < 10; turn++) {
      if (turn === 5) clock.advance(61_000)
      await writer.submit(estimateRequest({ ...newVisitor(), email }), '203.0.113.66')
    }
    const formToken = newFormToken(serverKey, clock.now())
    clock.advance(60_000)
    const request = { ...newVisitor(), email, formToken }
    const answer = await writer.submit(estimateRequest(request), newSenderAddress())
    expect(answer).toEqual({ reference: expect.any(String), emailed: false })
    const row = await database.read.projectEstimate.findUniqueOrThrow({
      where: { reference: answer.reference },
      include: { messages: true },
    })
    expect(row).toMatchObject({ quarantinedAt: null, quarantineReasons: null, formVerified: true })
    expect(row.dueAt?.getTime()).toBe(clock.now().getTime() + 24 * hourMs)
    expect(kindsOf(row)).toEqual(['estimate.staff'])
  })

  it.each([
    ['one spelling or another', spelled],
    ['+tags', (turn: number) => `victim+${turn}@example.org`],
    ['+tags, dots and another name of Gmail', (turn: number) => dotted('somebody', turn)],
  ])('one mailbox gets ten an hour, with %s', async (_name, emailOf) => {
    expect(await acknowledged(40, emailOf)).toBe(10)
    clock.advance(hourMs)
    expect(await acknowledged(1, emailOf)).toBe(1)
  })

  it('one mailbox gets thirty a day', async () => {
    for (let hour = 0; hour < 3; hour++) {
      expect(await acknowledged(11, () => 'daily@example.com')).toBe(10)
      clock.advance(hourMs)
    }
    expect(await acknowledged(1, () => 'daily@example.com')).toBe(0)
    clock.advance(24 * hourMs)
    expect(await acknowledged(1, () => 'daily@example.com')).toBe(1)
  })

  it('concurrent estimates with one email address count one by one', async () => {
    const rows = await Promise.all(Array.from({ length: 15 }, () => submitted({ email: 'at-once@example.com' })))
    expect(rows.filter(({ quarantinedAt }) => quarantinedAt)).toEqual([])
    expect(rows.flatMap(({ messages }) => messages)).toHaveLength(25)
  })

  it('quarantined estimates use up no acknowledgement', async () => {
    for (let turn = 0; turn < 12; turn++) await submitted({ email: 'bot@example.com', remarks: 'x' })
    expect(kindsOf(await submitted({ email: 'bot@example.com' }))).toEqual(both)
  })

  it('all mailboxes together get a number an hour, in whatever process, and the staff gets all', async () => {
    const bounded = () =>
      createEstimateWriter({ database, serverKey, clock, onCommitted: () => {}, maxAcknowledgementsPerHour: 3 })
    const first = bounded()
    expect(kindsOf(await submitted({}, first))).toEqual(both)
    const rows = [await submitted({}, first), await submitted({}, first), await submitted({}, first)]
    expect(rows.map(kindsOf)).toEqual([both, both, ['estimate.staff']])
    expect(kindsOf(await submitted({}, bounded()))).toEqual(['estimate.staff'])
    clock.advance(hourMs + 1)
    expect(kindsOf(await submitted({}, first))).toEqual(both)
    expect(maxAcknowledgementsPerHour).toBeLessThanOrEqual(300)
  })

  it('a repeat gets the answer of before, also that no email is on its way', async () => {
    const good = estimateRequest(newVisitor())
    const held = estimateRequest({ ...newVisitor(), remarks: 'x' })
    for (const request of [good, held]) {
      const sent = { ...request, requestKey: randomUUID() }
      const first = await writer.submit(sent, newSenderAddress())
      expect(first).toEqual({ reference: first.reference, ...(request === held ? { emailed: false } : {}) })
      expect(await newWriter().submit(sent, newSenderAddress())).toEqual(first)
    }
  })
})

/** Spells a name at Gmail with the dots of the number's bits. */
function dotted(name: string, turn: number): string {
  const letters = [...name].map((letter, index) => ((turn >> index) & 1 && index > 0 ? `.${letter}` : letter))
  return `${letters.join('')}${turn % 3 === 0 ? `+${turn}` : ''}@${turn % 2 === 0 ? 'gmail.com' : 'GoogleMail.com'}`
}

describe('the networks of senders', () => {
  const network = (index: number) => `2001:db8:0:${(0x4200 + index).toString(16)}::7`
  const sendFrom = async (address: string) => {
    const { reference } = await writer.submit(estimateRequest(newVisitor()), address)
    return (await database.read.projectEstimate.findUniqueOrThrow({ where: { reference } })).quarantineReasons
  }
  const countOf = (reasons: readonly (string | null)[]) => reasons.filter((reason) => reason === null).length

  it('of 256 estimates from the networks of one /56, the excess of 30 is quarantined', async () => {
    const reasons = []
    for (let index = 0; index < 256; index++) reasons.push(await sendFrom(network(index)))
    expect(countOf(reasons)).toBe(30)
    expect(new Set(reasons.slice(30))).toEqual(new Set(['many-from-network']))
    clock.advance(hourMs)
    expect(await sendFrom(network(0))).toBeNull()
  })

  it('of estimates from many /56 of one /48, the excess of 100 is quarantined', async () => {
    const reasons = []
    for (let index = 0; index < 110; index++) reasons.push(await sendFrom(`2001:db8:1:${index.toString(16)}00::7`))
    expect(countOf(reasons)).toBe(100)
    expect(await sendFrom('2001:db8:2:4200::7')).toBeNull()
  })
})

it('a full quarantine is bounded: a suspicious visitor is asked to call, and nobody else is', async () => {
  const waiting = Array.from({ length: maxQuarantined - 2 }, () => buildEstimate({ quarantinedAt: clock.now() }))
  for (let start = 0; start < waiting.length; start += 100)
    await database.transaction(({ projectEstimate }) =>
      projectEstimate.createMany({ data: waiting.slice(start, start + 100) }),
    )
  await submitted({ remarks: 'x' })
  await submitted({ remarks: 'x' })
  await expect(submitted({ remarks: 'x' })).rejects.toMatchObject({
    code: 'too_many',
    message: expect.stringContaining('(212) 555-0142'),
  })
  expect((await submitted({})).messages).toHaveLength(2)
  await expect(submitted({ remarks: 'x' }, newWriter())).rejects.toMatchObject({ code: 'too_many' })

  await database.transaction(({ projectEstimate }) =>
    projectEstimate.updateMany({
      where: { requestKey: waiting[0]?.requestKey ?? '' },
      data: { spamAt: clock.now() },
    }),
  )
  clock.advance(60_000)
  expect(await submitted({ remarks: 'x' })).toMatchObject({ quarantineReasons: 'decoy' })
})
