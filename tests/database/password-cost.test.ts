import { expect, test } from 'vitest'
import { openPasswordCost } from '#server/accounts/passwords/password-cost.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { createTestDatabase } from '#tests/support/database/test-database.ts'

const clock = new TestClock()

test('the cost of password hashes is measured once, from 10 to 12, for all processes that share the database', async () => {
  const { database, dispose } = await createTestDatabase()
  const costs = await Promise.all([openPasswordCost(database, clock), openPasswordCost(database, clock)])
  expect(costs[0]).toBeGreaterThanOrEqual(10)
  expect(costs[0]).toBeLessThanOrEqual(12)
  expect(await database.read.setting.findMany({ where: { name: 'password-cost' } })).toMatchObject([
    { value: String(costs[0]) },
  ])
  expect(costs[1]).toBe(costs[0])
  await database.transaction(({ setting }) =>
    setting.updateMany({ where: { name: 'password-cost' }, data: { value: '11' } }),
  )
  expect(await openPasswordCost(database, clock)).toBe(11)
  await dispose()
})
