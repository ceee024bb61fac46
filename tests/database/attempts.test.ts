import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { consumeAttempts, forgetAttempts, lockAttempts, refundAttempts } from '#server/accounts/limits/attempts.ts'
import type { LimitName, RateLimitKey } from '#server/accounts/limits/limits.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { testServerKey as serverKey } from '#tests/support/database/server-key.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/support/database/test-database.ts'

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
const consume = (...names: LimitName[]) => consumeAttempts(database, serverKey, names.map(counted), clock.now())

/** @returns the allowed attempts, and the wait of the first refusal in seconds */
async function exhaust(name: LimitName) {
  for (let allowed = 0; ; allowed++) {
    const result = await consume(name)
    if (result.refused) return { allowed, wait: result.retryAfterSeconds }
  }
}

test('a window allows the limit’s attempts, then none until it ends', async () => {
  expect(await exhaust('submit-minute')).toEqual({ allowed: 5, wait: 60 })
  clock.advance(minute - 1)
  expect(await consume('submit-minute')).toEqual({ refused: true, retryAfterSeconds: 1 })
  clock.advance(1)
  expect(await exhaust('submit-minute')).toEqual({ allowed: 5, wait: 60 })
})

test('a window starts with the first attempt', async () => {
  await consume('submit-minute')
  clock.advance(50 * second)
  expect(await exhaust('submit-minute')).toEqual({ allowed: 4, wait: 10 })
})

test('a window counts for one subject and one limit', async () => {
  await exhaust('submit-minute')
  expect(await consume('submit-hour')).toEqual({ refused: false })
  const other = await consumeAttempts(database, serverKey, [{ limit: 'submit-minute', subject: 'other' }], clock.now())
  expect(other).toEqual({ refused: false })
})

test('no limit counts an attempt that another one refuses', async () => {
  await exhaust('submit-minute')
  for (let turn = 0; turn < 40; turn++)
    expect(await consume('submit-hour', 'submit-minute')).toEqual({ refused: true, retryAfterSeconds: 60 })
  expect(await exhaust('submit-hour')).toMatchObject({ allowed: 30 })
})

test('attempts at the same time are counted one by one', async () => {
  const results = await Promise.all(Array.from({ length: 20 }, () => consume('submit-minute')))
  expect(results.filter(({ refused }) => !refused)).toHaveLength(5)
})

test('the database does not contain the subject', async () => {
  await consume('submit-minute')
  const rows = await database.read.attempt.findMany()
  expect(JSON.stringify(rows)).not.toContain(subject)
})

test('consecutive exhausted windows double up to the maximum factor', async () => {
  const waits = []
  for (let turn = 0; turn < 6; turn++) {
    const { allowed, wait } = await exhaust('sign-in')
    expect(allowed).toBe(10)
    waits.push(wait / 60)
    clock.advance(wait * second)
  }
  expect(waits).toEqual([15, 30, 60, 120, 120, 120])
})

test('windows are short again after one that was not exhausted, and after one without an attempt', async () => {
  clock.advance((await exhaust('sign-in')).wait * second)
  await consume('sign-in')
  clock.advance(15 * minute)
  const { wait } = await exhaust('sign-in')
  expect(wait).toBe(15 * 60)
  clock.advance(wait * second + 15 * minute)
  expect((await exhaust('sign-in')).wait).toBe(15 * 60)
})

test('setting the clock back keeps the count and refuses for no longer than a window', async () => {
  await exhaust('submit-minute')
  clock.advance(-365 * 24 * 60 * minute)
  expect(await consume('submit-minute')).toEqual({ refused: true, retryAfterSeconds: 60 })
  clock.advance(minute)
  expect(await consume('submit-minute')).toEqual({ refused: false })
})

test('setting the clock back during a backoff keeps it', async () => {
  clock.advance((await exhaust('sign-in')).wait * second)
  expect((await exhaust('sign-in')).wait).toBe(30 * 60)
  clock.advance(-1 * second)
  expect(await consume('sign-in')).toEqual({ refused: true, retryAfterSeconds: 30 * 60 })
})

test('setting the clock forward only ends windows early', async () => {
  await exhaust('submit-minute')
  clock.advance(365 * 24 * 60 * minute)
  expect(await exhaust('submit-minute')).toEqual({ allowed: 5, wait: 60 })
})

test('a refunded attempt is available again, and its backoff is undone', async () => {
  clock.advance((await exhaust('sign-in')).wait * second)
  expect((await exhaust('sign-in')).wait).toBe(30 * 60)
  await refundAttempts(database, serverKey, [counted('sign-in')], clock.now())
  clock.advance(1 * second)
  expect(await exhaust('sign-in')).toEqual({ allowed: 1, wait: 30 * 60 - 1 })
})

test('an attempt that was not counted cannot be refunded', async () => {
  await refundAttempts(database, serverKey, [counted('sign-in')], clock.now())
  expect(await exhaust('sign-in')).toMatchObject({ allowed: 10 })
})

test('counters are deleted within their transaction, or not at all', async () => {
  await exhaust('submit-minute')
  const failing = database.transaction(async (transaction) => {
    await forgetAttempts(transaction, serverKey, [counted('submit-minute')])
    throw new Error('fails on purpose')
  })
  await expect(failing).rejects.toThrow('on purpose')
  expect(await consume('submit-minute')).toMatchObject({ refused: true })
  await database.transaction((transaction) => forgetAttempts(transaction, serverKey, [counted('submit-minute')]))
  expect(await exhaust('submit-minute')).toMatchObject({ allowed: 5 })
})

test('a streak is counted until it is deleted, however long that takes', async () => {
  for (let turn = 1; turn <= 100; turn++) {
    expect(await consume('sign-in-streak')).toEqual({ refused: false })
    clock.advance(7 * 24 * 60 * minute)
  }
  expect(await consume('sign-in-streak')).toMatchObject({ refused: true })
  const hits = await database.transaction(async (_, statements) => {
    const streak = counted('sign-in-streak')
    return (await lockAttempts(statements, serverKey, [streak])).count(streak, clock.now())
  })
  expect(hits).toBe(101)
})

test('A11 rate-limit counters survive a restart', async () => {
  const own = await createTestDatabase()
  const wanted = [counted('submit-minute')]
  for (let turn = 0; turn < 5; turn++) await consumeAttempts(own.database, serverKey, wanted, clock.now())
  await own.database.close()
  const reopened = await openDatabase({ url: own.url, log: silentLog })
  expect(await consumeAttempts(reopened, serverKey, wanted, clock.now())).toMatchObject({ refused: true })
  await reopened.close()
  await own.dispose()
})
