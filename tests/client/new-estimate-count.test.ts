import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createNewEstimateCount, type NewEstimateCount } from '#client/features/admin/live/new-estimate-count.ts'
import { setVisibility } from '#tests/support/browser-tab.ts'

let arrivals: NewEstimateCount

beforeEach(() => {
  document.title = 'Admin dashboard'
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  arrivals = createNewEstimateCount()
})
afterEach(() => {
  arrivals.close()
  setVisibility('visible')
})

it('the title counts the requests that arrived while nobody looked, until somebody does', () => {
  setVisibility('hidden')
  arrivals.add(['a'])
  expect(document.title).toBe('(1) Admin dashboard')
  arrivals.add(['b', 'c'])
  expect(document.title).toBe('(3) Admin dashboard')
  setVisibility('visible')
  expect(document.title).toBe('Admin dashboard')
})

it('the title counts none that arrived before the eyes of somebody', () => {
  arrivals.add(['a'])
  expect([document.title, arrivals.count()]).toEqual(['Admin dashboard', 1])
})

it('the title counts while one works in another window', () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  arrivals.add(['a'])
  expect(document.title).toBe('(1) Admin dashboard')
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  window.dispatchEvent(new Event('focus'))
  expect(document.title).toBe('Admin dashboard')
})

it('no request counts twice', () => {
  setVisibility('hidden')
  arrivals.add(['a', 'b'])
  arrivals.add(['b', 'a'])
  expect([document.title, arrivals.count()]).toEqual(['(2) Admin dashboard', 2])
})

it('a page that sets a title of its own keeps the number before it, and gets its title back', async () => {
  setVisibility('hidden')
  arrivals.add(['a'])
  document.title = 'Ada Romero · FB-1234'
  await expect.poll(() => document.title).toBe('(1) Ada Romero · FB-1234')
  arrivals.add(['b'])
  expect(document.title).toBe('(2) Ada Romero · FB-1234')
  setVisibility('visible')
  expect(document.title).toBe('Ada Romero · FB-1234')
})
