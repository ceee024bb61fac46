import { act, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readOfflineToday, toOfflineToday } from '#client/features/admin/offline/offline-today-data.ts'
import { OfflineTodayPage } from '#client/features/admin/offline/offline-today-page.tsx'
import { auth } from '#client/lib/auth/auth-client.ts'
import {
  forgetOfflineTodayOfOthers,
  offlineTodayKey,
  offlineTodayMaxAge,
  readStoredToday,
  saveOfflineToday,
} from '#client/lib/offline-today.ts'
import { pageApi } from '#tests/support/client/page-api.ts'
import { signIn } from '#tests/support/client/sign-in.ts'
import { listedEstimate } from '#tests/support/estimates/listed-estimates.ts'
import { todayResponse, todayVisit } from '#tests/support/estimates/today-response.ts'

const api = pageApi('/admin/today')
const contacted = {
  firstContactAt: '2026-01-01T15:00:00.000Z',
  proposalPromisedOn: '2026-01-06',
  proposalDueOn: '2026-01-06',
}
const none = { total: 0, items: [] }
const cleo = { name: 'Cleo Diaz', bestTime: 'evening' }
const { estimateId: _id, version: _version, sequence: _sequence, ...visit } = todayVisit(cleo)
const today = {
  visits: [visit],
  sections: {
    overdue: { total: 1, items: [listedEstimate({ bestTime: 'evening' })] },
    older: none,
    due: none,
    proposals: { total: 1, items: [listedEstimate({ ...contacted, id: 'second', name: 'Ben Hollis' })] },
    followUps: none,
    unassigned: none,
    mine: none,
  },
}
const stored = () => localStorage.getItem(offlineTodayKey)

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

describe('readStoredToday', () => {
  it('D11 reads what was kept, for a day', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    saveOfflineToday('ana', today)
    vi.setSystemTime(Date.now() + offlineTodayMaxAge - 1)
    expect(readStoredToday()).toMatchObject({ userId: 'ana', today: { sections: { overdue: { total: 1 } } } })
    vi.setSystemTime(Date.now() + 1)
    expect(readStoredToday()).toBeUndefined()
    expect(stored()).toBeNull()
  })

  it.each([
    '{',
    '[]',
    '{"userId":"ana","savedAt":"x","today":{}}',
    JSON.stringify({ userId: 'a', savedAt: 9e15, today }),
  ])('erases what is damaged or from a clock that was ahead: %s', (text) => {
    localStorage.setItem(offlineTodayKey, text)
    expect(readStoredToday()).toBeUndefined()
    expect(stored()).toBeNull()
  })

  it('keeps it from other accounts', () => {
    saveOfflineToday('ana', today)
    forgetOfflineTodayOfOthers('ana')
    expect(stored()).not.toBeNull()
    forgetOfflineTodayOfOthers('ben')
    expect(stored()).toBeNull()
  })
})

describe('the end of a session', () => {
  it.each([
    ['the account signs out', () => auth.signOut()],
    ['the session turns out to be over', () => auth.forget()],
  ])('D11 erases it when %s', async (_when, end) => {
    await signIn(api)
    saveOfflineToday('ana', today)
    await act(end)
    expect(stored()).toBeNull()
  })

  it('D11 erases what another account left when one signs in', async () => {
    saveOfflineToday('somebody-else', today)
    await signIn(api)
    expect(stored()).toBeNull()
  })
})

describe('OfflineTodayPage', () => {
  it('shows what was last seen, with its time and links to call, and nothing that would have to be saved', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-05T12:02:00Z') })
    saveOfflineToday('ana', today)
    const last = readOfflineToday()
    if (!last) throw new Error('Nothing was kept.')
    render(<OfflineTodayPage {...last} />)
    expect(screen.getByRole('status').textContent).toBe('No connection. This is how it was on Mon, Jan 5, 7:02 AM.')
    expect(screen.getByRole('link', { name: /Call Ada Romero/ }).getAttribute('href')).toBe('tel:+17185550110')
    const [visited] = screen.getAllByRole('listitem')
    expect(visited?.textContent).toContain('Cleo DiazMon, Jan 5, 11:00 AM–12:30 PMBest time: evening12 Elm St, Astoria')
    expect(visited?.textContent).toContain('Max Weber')
    expect(visited?.querySelector('[href^="sms:"]')).toBeTruthy()
    expect(screen.getAllByText('Best time: evening')).toHaveLength(2)
    expect(screen.getByText(/^overdue by/)).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Proposals due (1)' })).toBeTruthy()
    expect(screen.getByText('Proposal due tomorrow')).toBeTruthy()
    expect(screen.queryByText(/^answered/)).toBeNull()
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Try again'])
  })

  it('has of a visit only what it shows', () => {
    const { visits } = toOfflineToday(todayResponse({}, { visits: [todayVisit(cleo)] }))
    expect(visits).toEqual([visit])
  })

  it('takes nothing for today that another version of the program kept', () => {
    saveOfflineToday('ana', { rows: [] })
    expect(readOfflineToday()).toBeUndefined()
    saveOfflineToday('ana', { sections: today.sections })
    expect(readOfflineToday()).toBeUndefined()
  })
})
