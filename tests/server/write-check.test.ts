import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DatabaseUnavailable } from '#server/database/database.ts'
import { WriteCheck } from '#server/database/write-check.ts'

let writes: number
let works: boolean
let doubt: WriteCheck

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  writes = 0
  works = false
  doubt = new WriteCheck(async () => {
    writes += 1
    await Promise.resolve()
    if (!works) throw new DatabaseUnavailable('full')
  })
})
afterEach(() => vi.useRealTimers())

const settled = async () => (await Promise.allSettled([doubt.assertWritable()]))[0].status

test('tests no write while none has failed', async () => {
  expect(await settled()).toBe('fulfilled')
  expect(writes).toBe(0)
})

test('tests one write for all callers after a failure, and again after a second', async () => {
  doubt.noteFailure(new DatabaseUnavailable('full'))
  expect(await Promise.all([settled(), settled(), settled()])).toEqual(['rejected', 'rejected', 'rejected'])
  expect(writes).toBe(1)
  vi.advanceTimersByTime(999)
  expect(await settled()).toBe('rejected')
  expect(writes).toBe(1)
  vi.advanceTimersByTime(1)
  works = true
  expect(await Promise.all([settled(), settled()])).toEqual(['fulfilled', 'fulfilled'])
  expect(await settled()).toBe('fulfilled')
  expect(writes).toBe(2)
})
