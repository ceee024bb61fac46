import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { consumeAttempts, forgetAttempts, lockAttempts, refundAttempts } from '#server/rate-limits/attempts.ts'
import type { LimitName, RateLimitKey } from '#server/rate-limits/limits.ts'
import { testServerKey as serverKey } from '#tests/support/server-key.ts'
import { TestClock } from '#tests/support/test-clock.ts'
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/support/test-database.ts'

let place: TestDatabase
let database: Database
let clock: TestClock
let subject: string
let subjects = 0

const second = 1_000
const minute = 60 * second

beforeAll(async () => {
  place = await createTestDatabase()
  database = place.database
})
afterAll(() => place.dispose())
beforeEach(() => {
  clock = new TestClock()
  subject = `subject ${subjects++}`
})

const counted = (limit: LimitName): RateLimitKey => ({ limit, subject })
const take = (...names: LimitName[]) => consumeAttempts(database, serverKey, names.map(counted), clock.now())

/** Takes until it is refused; answers with how many were allowed and the wait that the refusal named, in seconds. */
async function takeAll(name: LimitName) {
  for (let allowed = 0; ; allowed++) {
    const taken = await take(name)
    if (taken.refused) return { allowed, wait: taken.retryAfterSeconds }
  }
}

describe('a rate-limit window', () => {
  test('allows as many attempts as its limit, then none until the window ends', async () => {
    expect(await takeAll('submit-minute')).toEqual({ allowed: 5, wait: 60 })
    clock.advance(minute - 1)
    expect(await take('submit-minute')).toEqual({ refused: true, retryAfterSeconds: 1 })
    clock.advance(1)
    expect(await takeAll('submit-minute')).toEqual({ allowed: 5, wait: 60 })
  })

  test('starts a window with the first attempt', async () => {
    await take('submit-minute')
    clock.advance(50 * second)
    expect(await takeAll('submit-minute')).toEqual({ allowed: 4, wait: 10 })
  })

  test('counts each subject and each limit by itself', async () => {
    await takeAll('submit-minute')
    expect(await take('submit-hour')).toEqual({ refused: false })
    const other = await consumeAttempts(
      database,
      serverKey,
      [{ limit: 'submit-minute', subject: 'other' }],
      clock.now(),
    )
    expect(other).toEqual({ refused: false })
  })

  test('counts nothing when another limit of the same call is exhausted', async () => {
    await takeAll('submit-minute')
    for (let turn = 0; turn < 40; turn++)
      expect(await take('submit-hour', 'submit-minute')).toEqual({ refused: true, retryAfterSeconds: 60 })
    expect(await takeAll('submit-hour')).toMatchObject({ allowed: 30 })
  })

  test('counts concurrent attempts one by one', async () => {
    const taken = await Promise.all(Array.from({ length: 20 }, () => take('submit-minute')))
    expect(taken.filter(({ refused }) => !refused)).toHaveLength(5)
  })

  test('stores no subject in the database', async () => {
    await take('submit-minute')
    const rows = await database.read.attempt.findMany()
    expect(JSON.stringify(rows)).not.toContain(subject)
  })
})

describe('a backoff', () => {
  test('doubles with each consecutive exhausted window, up to eight times', async () => {
    const waits = []
    for (let turn = 0; turn < 6; turn++) {
      const { allowed, wait } = await takeAll('sign-in')
      expect(allowed).toBe(10)
      waits.push(wait / 60)
      clock.advance(wait * second)
    }
    expect(waits).toEqual([15, 30, 60, 120, 120, 120])
  })

  test('starts over after a window that was not exhausted', async () => {
    clock.advance((await takeAll('sign-in')).wait * second)
    await take('sign-in')
    clock.advance(15 * minute)
    expect((await takeAll('sign-in')).wait).toBe(15 * 60)
  })

  test('starts over after a window without attempts', async () => {
    clock.advance((await takeAll('sign-in')).wait * second + 15 * minute)
    expect((await takeAll('sign-in')).wait).toBe(15 * 60)
  })
})

describe('a clock change', () => {
  test('back by a year keeps the count and extends no block beyond a window', async () => {
    await takeAll('submit-minute')
    clock.advance(-365 * 24 * 60 * minute)
    expect(await take('submit-minute')).toEqual({ refused: true, retryAfterSeconds: 60 })
    clock.advance(minute)
    expect(await take('submit-minute')).toEqual({ refused: false })
  })

  test('back during a long block keeps the block', async () => {
    clock.advance((await takeAll('sign-in')).wait * second)
    expect((await takeAll('sign-in')).wait).toBe(30 * 60)
    clock.advance(-1 * second)
    expect(await take('sign-in')).toEqual({ refused: true, retryAfterSeconds: 30 * 60 })
  })

  test('forward only ends windows early', async () => {
    await takeAll('submit-minute')
    clock.advance(365 * 24 * 60 * minute)
    expect(await takeAll('submit-minute')).toEqual({ allowed: 5, wait: 60 })
  })
})

describe('an attempt', () => {
  test('that is refunded is free again, and so is the block that it caused', async () => {
    clock.advance((await takeAll('sign-in')).wait * second)
    expect((await takeAll('sign-in')).wait).toBe(30 * 60)
    await refundAttempts(database, serverKey, [counted('sign-in')], clock.now())
    clock.advance(1 * second)
    expect(await takeAll('sign-in')).toEqual({ allowed: 1, wait: 30 * 60 - 1 })
  })

  test('that was never counted cannot be refunded', async () => {
    await refundAttempts(database, serverKey, [counted('sign-in')], clock.now())
    expect(await takeAll('sign-in')).toMatchObject({ allowed: 10 })
  })

  test('is forgotten only if the transaction commits', async () => {
    await takeAll('submit-minute')
    const failing = database.transaction(async (transaction) => {
      await forgetAttempts(transaction, serverKey, [counted('submit-minute')])
      throw new Error('fails on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    expect(await take('submit-minute')).toMatchObject({ refused: true })
    await database.transaction((transaction) => forgetAttempts(transaction, serverKey, [counted('submit-minute')]))
    expect(await takeAll('submit-minute')).toMatchObject({ allowed: 5 })
  })

  test('of a streak counts until it is forgotten, without a time limit', async () => {
    for (let turn = 1; turn <= 100; turn++) {
      expect(await take('sign-in-streak')).toEqual({ refused: false })
      clock.advance(7 * 24 * 60 * minute)
    }
    expect(await take('sign-in-streak')).toMatchObject({ refused: true })
    const hits = await database.transaction(async (_, statements) => {
      const streak = counted('sign-in-streak')
      return (await lockAttempts(statements, serverKey, [streak])).count(streak, clock.now())
    })
    expect(hits).toBe(101)
  })
})

test('A11 counters of attempts survive a restart', async () => {
  const own = await createTestDatabase()
  const wanted = [counted('submit-minute')]
  for (let turn = 0; turn < 5; turn++) await consumeAttempts(own.database, serverKey, wanted, clock.now())
  await own.database.close()
  const reopened = await openDatabase({ url: own.url, log: silentLog })
  expect(await consumeAttempts(reopened, serverKey, wanted, clock.now())).toMatchObject({ refused: true })
  await reopened.close()
  await own.dispose()
})
