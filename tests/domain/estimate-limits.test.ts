import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createEstimateWriter, type EstimateWriter } from '#server/estimates/submit/estimate-writer.ts'
import { testServerKey } from '#tests/support/database/server-key.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts'
import { estimateRequest, newVisitor } from '#tests/support/estimates/estimate-input.ts'
import { newSenderAddress } from '#tests/support/server/sender-ip.ts'

let place: TestDatabase
let clock: TestClock
let writer: EstimateWriter

beforeAll(async () => {
  place = await createTestDatabase()
})
afterAll(() => place.dispose())
beforeEach(() => {
  clock = new TestClock()
  writer = newWriter()
})

const newWriter = () =>
  createEstimateWriter({ database: place.database, serverKey: testServerKey, clock, onCommitted: () => {} })
const newRequest = () => estimateRequest(newVisitor())
const stored = () => place.database.read.projectEstimate.count()

/** Submits one after the other and answers with how each went. */
async function submitted(count: number, address: string): Promise<string[]> {
  const outcomes = []
  for (let turn = 0; turn < count; turn++)
    outcomes.push(
      await writer.submit(newRequest(), address).then(
        () => 'stored',
        (error) => error.code,
      ),
    )
  return outcomes
}

const five = Array.from({ length: 5 }, () => 'stored')

describe('the limits of new estimates from one IP address', () => {
  test('the sixth estimate in a minute is refused with the time to wait and the phone number', async () => {
    const address = newSenderAddress()
    const before = await stored()
    expect(await submitted(5, address)).toEqual(five)
    await expect(writer.submit(newRequest(), address)).rejects.toMatchObject({
      code: 'too_many',
      retryAfterSeconds: 60,
      message: expect.stringContaining('(212) 555-0142'),
    })
    expect(await stored()).toBe(before + 5)
    clock.advance(60_000)
    expect(await submitted(6, address)).toEqual([...five, 'too_many'])
  })

  test('the thirty-first estimate in an hour is refused', async () => {
    const address = newSenderAddress()
    for (let minute = 0; minute < 6; minute++) {
      expect(await submitted(5, address)).toEqual(five)
      clock.advance(60_000)
    }
    await expect(writer.submit(newRequest(), address)).rejects.toMatchObject({ retryAfterSeconds: 54 * 60 })
    clock.advance(54 * 60_000)
    expect(await submitted(1, address)).toEqual(['stored'])
  })

  test('concurrent estimates count one by one, and other senders of the group are not refused', async () => {
    const [crowd, other] = [newSenderAddress(), newSenderAddress()]
    const senders = Array.from({ length: 40 }, (_, index) => (index % 10 === 0 ? other : crowd))
    const results = await Promise.allSettled(senders.map((address) => writer.submit(newRequest(), address)))
    const storedFrom = (address: string) =>
      results.filter(({ status }, index) => status === 'fulfilled' && senders[index] === address).length
    expect(storedFrom(crowd)).toBe(5)
    expect(storedFrom(other)).toBe(4)
  })

  test('repeats are not counted, and get their reference even beyond the limit', async () => {
    const address = newSenderAddress()
    const request = newRequest()
    const first = await writer.submit(request, address)
    for (let turn = 0; turn < 10; turn++) expect(await writer.submit(request, address)).toEqual(first)
    expect(await submitted(5, address)).toEqual([...five.slice(1), 'too_many'])
    expect(await writer.submit(request, address)).toEqual(first)
  })

  test('an IPv6 network of 64 bits counts as one address, and so do both forms of an IPv4 address', async () => {
    expect(await submitted(5, '2001:db8:1:2::1')).toEqual(five)
    expect(await submitted(1, '2001:db8:1:2:ffff::9')).toEqual(['too_many'])
    expect(await submitted(1, '2001:db8:1:3::1')).toEqual(['stored'])
    expect(await submitted(5, '::ffff:192.0.2.77')).toEqual(five)
    expect(await submitted(1, '192.0.2.77')).toEqual(['too_many'])
  })

  test('processes that share the database count together', async () => {
    const address = newSenderAddress()
    const writers = Array.from({ length: 4 }, newWriter)
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => writers[index % 4]?.submit(newRequest(), address)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  })
})
