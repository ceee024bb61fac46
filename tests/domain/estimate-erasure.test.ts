import { afterAll, beforeAll, expect, it } from 'vitest'
import { newEstimateMessages } from '#server/estimates/submit/estimate-messages.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.dispose())

it('erases the record of its emails along with an estimate, as the privacy page says', async () => {
  const { database } = test
  const clock = new TestClock()
  const id = await storeEstimate({ database, clock })
  const messages = newEstimateMessages(id, clock.now()).map((row) => ({ ...row, nextAttemptAt: row.createdAt }))
  await database.transaction((transaction) => transaction.outboxMessage.createMany({ data: messages }))
  expect(await database.read.outboxMessage.count()).toBe(messages.length)
  await database.transaction((transaction) => transaction.projectEstimate.deleteMany({ where: { id } }))
  expect(await database.read.outboxMessage.count()).toBe(0)
})
