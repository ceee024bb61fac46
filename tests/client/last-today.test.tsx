import { act, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readLastSeen } from '#client/features/admin/offline/kept-today.ts'
import { LastToday } from '#client/features/admin/offline/last-today.tsx'
import { auth } from '#client/lib/auth/auth-client.ts'
import {
  forgetTodayOfOthers,
  keepLastToday,
  lastTodayKey,
  lastTodayMaxAge,
  readLastToday,
} from '#client/lib/last-today.ts'
import { pageApi } from '#tests/support/client/page-api.ts'
import { signIn, signOut } from '#tests/support/client/sign-in.ts'
import { listedEstimate } from '#tests/support/estimates/listed-estimates.ts'

const api = pageApi('/admin/today')
const none = { total: 0, items: [] }
const today = {
  sections: {
    overdue: { total: 1, items: [listedEstimate()] },
    due: none,
    followUps: none,
    unassigned: none,
    mine: none,
  },
}
const stored = () => localStorage.getItem(lastTodayKey)

afterEach(async () => {
  vi.useRealTimers()
  localStorage.clear()
  await signOut(api)
})

describe('readLastToday', () => {
  it('D11 reads what was kept, for a day', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    keepLastToday('ana', today)
    vi.setSystemTime(Date.now() + lastTodayMaxAge - 1)
    expect(readLastToday()).toMatchObject({ userId: 'ana', today: { sections: { overdue: { total: 1 } } } })
    vi.setSystemTime(Date.now() + 1)
    expect(readLastToday()).toBeUndefined()
    expect(stored()).toBeNull()
  })

  it.each([
    '{',
    '[]',
    '{"userId":"ana","savedAt":"x","today":{}}',
    JSON.stringify({ userId: 'a', savedAt: 9e15, today }),
  ])('erases what is damaged or from a clock that was ahead: %s', (text) => {
    localStorage.setItem(lastTodayKey, text)
    expect(readLastToday()).toBeUndefined()
    expect(stored()).toBeNull()
  })

  it('keeps it from other accounts', () => {
    keepLastToday('ana', today)
    forgetTodayOfOthers('ana')
    expect(stored()).not.toBeNull()
    forgetTodayOfOthers('ben')
    expect(stored()).toBeNull()
  })
})

describe('the end of a session', () => {
  it.each([
    ['the account signs out', () => auth.signOut()],
    ['the session turns out to be over', () => auth.forget()],
  ])('D11 erases it when %s', async (_when, end) => {
    await signIn(api)
    keepLastToday('ana', today)
    await act(end)
    expect(stored()).toBeNull()
  })

  it('D11 erases what another account left when one signs in', async () => {
    keepLastToday('somebody-else', today)
    await signIn(api)
    expect(stored()).toBeNull()
  })
})

describe('LastToday', () => {
  it('shows what was last seen, with its time and links to call, and nothing that would have to be saved', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-05T12:02:00Z') })
    keepLastToday('ana', today)
    const last = readLastSeen()
    if (!last) throw new Error('Nothing was kept.')
    render(<LastToday {...last} />)
    expect(screen.getByRole('status').textContent).toBe(
      'No connection. This is how it was on Mon, Jan 5, 7:02 AM (New York).',
    )
    expect(screen.getByRole('link', { name: /Call Ada Romero/ }).getAttribute('href')).toBe('tel:+17185550110')
    expect(screen.getByText(/^overdue by/)).toBeTruthy()
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Try again'])
  })

  it('takes nothing for today that another version of the program kept', () => {
    keepLastToday('ana', { rows: [] })
    expect(readLastSeen()).toBeUndefined()
  })
})
