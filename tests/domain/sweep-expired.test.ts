import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepExpired } from '#server/sweep-expired.ts'
import { TestClock } from '#tests/support/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'

const hourMs = 60 * 60 * 1000
const clock = new TestClock()
const at = (ms: number) => new Date(clock.now().getTime() + ms)

let place: TestDatabase
beforeAll(async () => {
  place = await createTestDatabase()
})
afterAll(() => place.dispose())

function session(userId: string, expiresAt: Date) {
  const digests = { accessDigest: 'digest', refreshDigest: 'digest' }
  const times = { accessExpiresAt: at(0), refreshedAt: at(0), createdAt: at(0), lastUsedAt: at(0), expiresAt }
  return { id: randomUUID(), userId, device: 'test', ...digests, ...times }
}

test('what has expired is removed some at a time, by any number of processes, and nothing else', async () => {
  const { database } = place
  const userId = randomUUID()
  await database.transaction(async (transaction) => {
    await transaction.user.create({ data: { id: userId, email: 'ada@example.com', createdAt: at(0) } })
    const ends = [...Array.from({ length: 1_200 }, () => at(-1)), at(0), at(hourMs)]
    await transaction.session.createMany({ data: ends.map((end) => session(userId, end)) })
    const token = (expiresAt: Date) => {
      const [id, digest] = [randomUUID(), randomUUID()]
      return { id, digest, userId, purpose: 'reset', createdAt: at(0), expiresAt }
    }
    await transaction.emailToken.createMany({ data: [token(at(-1)), token(at(1))] })
    const attempt = (windowEndsAt: Date) => ({ key: randomUUID(), hits: 1, windowEndsAt })
    await transaction.attempt.createMany({
      data: [attempt(at(-24 * hourMs - 1)), attempt(at(-24 * hourMs)), attempt(at(1))],
    })
  })

  expect(await sweepExpired(database, clock.now())).toBe(500)
  const removed = await Promise.all(Array.from({ length: 4 }, () => sweepExpired(database, clock.now())))
  let sum = 500
  for (
    let last = removed.reduce((one, other) => one + other);
    last > 0;
    last = await sweepExpired(database, clock.now())
  )
    sum += last
  expect(sum).toBe(1_202)
  expect(await database.read.session.count()).toBe(2)
  expect(await database.read.emailToken.count()).toBe(1)
  expect(await database.read.attempt.count()).toBe(2)
})
