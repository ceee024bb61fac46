import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WindowStore } from '#server/accounts/limits/window-store.ts'

const windowMs = 60_000

let elapsedMs: number
let store: WindowStore

beforeEach(() => {
  elapsedMs = 5_000
  store = new WindowStore()
  vi.spyOn(performance, 'now').mockImplementation(() => elapsedMs)
})
afterEach(() => vi.restoreAllMocks())

/** Counts a key and returns what the plugin learns. */
function count(key: string, counted = store) {
  const results: unknown[] = []
  counted.incr(key, (error, result) => results.push(error, result), windowMs)
  return results[1]
}

it('counts each key within a window that begins with its first count', () => {
  expect(count('one')).toEqual({ current: 1, ttl: windowMs })
  elapsedMs += 20_000
  expect(count('one')).toEqual({ current: 2, ttl: 40_000 })
  expect(count('two')).toEqual({ current: 1, ttl: windowMs })
})

it('tells whole milliseconds, which the error of a fraction does not lengthen', () => {
  for (const fraction of [0.1, 0.7, 20_000.3, 123_456.789]) {
    elapsedMs = 187_654.321 + fraction
    expect(count(`key ${fraction}`)).toEqual({ current: 1, ttl: windowMs })
  }
})

it('begins to count anew when a window is over', () => {
  count('one')
  count('one')
  elapsedMs += windowMs - 1
  expect(count('one')).toEqual({ current: 3, ttl: 1 })
  elapsedMs += 1
  expect(count('one')).toEqual({ current: 1, ttl: windowMs })
})

it('keeps to the length of a window when the clock of the machine is set back by a day', () => {
  count('one')
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 24 * 60 * 60_000)
  elapsedMs += windowMs
  expect(count('one')).toEqual({ current: 1, ttl: windowMs })
})

it('counts apart for each limit', () => {
  count('one')
  expect(count('one', store.child())).toMatchObject({ current: 1 })
})

it('forgets the key that was counted longest ago when there are more than ten thousand', () => {
  count('first')
  count('second')
  count('first')
  for (let other = 0; other < 9_999; other++) count(`other ${other}`)
  expect(count('first')).toMatchObject({ current: 3 })
  expect(count('second')).toMatchObject({ current: 1 })
})
