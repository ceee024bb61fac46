import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
