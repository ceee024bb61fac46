import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createNewEstimateCount } from '#client/features/admin/live/new-estimate-count.ts'
import { setVisibility } from '#tests/support/client/browser-tab.ts'

let newEstimates: ReturnType<typeof createNewEstimateCount>

beforeEach(() => {
  document.title = 'Admin dashboard'
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  newEstimates = createNewEstimateCount()
})
afterEach(() => {
  newEstimates.close()
  setVisibility('visible')
})

it('counts new estimates in the title while the page is hidden, until it is visible', () => {
  setVisibility('hidden')
  newEstimates.add(['a'])
  expect(document.title).toBe('(1) Admin dashboard')
  newEstimates.add(['b', 'c'])
  expect(document.title).toBe('(3) Admin dashboard')
  setVisibility('visible')
  expect(document.title).toBe('Admin dashboard')
})

it('counts no estimate in the title that arrives while the window has the focus', () => {
  newEstimates.add(['a'])
  expect([document.title, newEstimates.count()]).toEqual(['Admin dashboard', 1])
})

it('counts new estimates in the title while another window has the focus', () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  newEstimates.add(['a'])
  expect(document.title).toBe('(1) Admin dashboard')
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  window.dispatchEvent(new Event('focus'))
  expect(document.title).toBe('Admin dashboard')
})

it('counts each estimate once', () => {
  setVisibility('hidden')
  newEstimates.add(['a', 'b'])
  newEstimates.add(['b', 'a'])
  expect([document.title, newEstimates.count()]).toEqual(['(2) Admin dashboard', 2])
})

it('keeps the count before a title that a page sets, and restores that title', async () => {
  setVisibility('hidden')
  newEstimates.add(['a'])
  document.title = 'Ada Romero · FB-1234'
  await expect.poll(() => document.title).toBe('(1) Ada Romero · FB-1234')
  newEstimates.add(['b'])
  expect(document.title).toBe('(2) Ada Romero · FB-1234')
  setVisibility('visible')
  expect(document.title).toBe('Ada Romero · FB-1234')
})
