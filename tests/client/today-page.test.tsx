import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { auth } from '#client/lib/auth/auth-client.ts'
import { noShortcutsKey } from '#client/lib/device-storage.ts'
import { button } from '#tests/support/client/controls.ts'
import { dataAnswer, errorAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { FakeStream } from '#tests/support/client/fake-stream.ts'
import { staffApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { todayEstimate, todayResponse, todayVisit } from '#tests/support/estimates/today-response.ts'

const api = staffApi('/admin/today', { email: 'staff@example.com' })

beforeEach(() => {
  vi.stubGlobal('EventSource', FakeStream)
  return () => vi.unstubAllGlobals()
})

const answer = (...today: Parameters<typeof todayResponse>) =>
  api.answerTo('admin.today', dataAnswer(todayResponse(...today)))
const section = (name: string | RegExp) => screen.findByRole('region', { name })
const names = (region: HTMLElement) =>
  within(region)
    .queryAllByRole('heading', { level: 4 })
    .map(({ textContent }) => textContent)
const saved = (work: Record<string, unknown>) => dataAnswer({ work: { version: 2, ...work }, timeline: [] })
const signedInId = () => {
  const state = auth.state()
  return state.status === 'signed-in' ? state.user.id : undefined
}
const tell = () => act(() => FakeStream.last.tell({ changed: ['any'] }))

const late = todayEstimate()
const later = todayEstimate({ id: '018f0000-0000-7000-8000-000000000002', name: 'Ben Hollis' })

describe('the Today page', () => {
  it('shows each section with its estimates, and says in half a line what is empty', async () => {
    answer({
      overdue: [{ ...late, bestTime: 'afternoon' }],
      mine: [{ ...later, firstContactAt: late.dueAt, assignee: { id: 'x', email: 'staff@example.com' } }],
    })
    await renderSite('/admin/today')
    const overdue = await section('Overdue, last 3 days')
    expect(names(overdue)).toEqual(['Ada Romero'])
    expect(within(overdue).getByRole('link', { name: 'Call Ada Romero: (646) 555-0177' }).getAttribute('href')).toBe(
      'tel:+16465550177',
    )
    expect(within(overdue).getByText('Send a text')).toHaveProperty('tagName', 'BUTTON')
    expect(overdue.textContent).toContain('Queens 11102')
    expect(overdue.textContent).toContain('Best time: afternoon')
    expect(overdue.textContent).toMatch(/overdue by \d+ days/)
    expect(names(await section('Mine'))).toEqual(['Ben Hollis'])
    expect(screen.getByText('Nothing is due soon.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All overdue requests' }).getAttribute('href')).toBe('/admin?overdue=true')
    expect(screen.getByRole('link', { name: 'Today 1 waiting' }).getAttribute('aria-current')).toBe('page')
  })

  it('shows the beginning of what they want, and counts what is older behind a folded heading', async () => {
    answer({ overdue: [{ ...late, summary: 'New cabinets\nand an island' }], older: [later] })
    await renderSite('/admin/today')
    expect((await section('Overdue, last 3 days')).textContent).toContain('New cabinets\nand an island')
    const older = await section('Older')
    expect(names(older)).toEqual(['Ben Hollis'])
    expect(within(older).getByText('Older').closest('summary')?.textContent).toBe('Older (1)')
    expect(older.querySelector('details')?.open).toBe(false)
    expect(screen.getByRole('link', { name: 'Today 2 waiting' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Overdue 2' })).toBeTruthy()
  })

  it('has its first call within twelve stops of the keyboard from the link past the header', async () => {
    answer({ overdue: [late], mine: [later] })
    const { user } = await renderSite('/admin/today')
    const call = within(await section('Overdue, last 3 days')).getByRole('button', { name: /^Log call/ })
    await user.click(button('Skip to content'))
    let stops = 0
    while (document.activeElement !== call && stops <= 12) {
      await user.tab()
      stops += 1
    }
    expect(stops).toBeLessThanOrEqual(12)
  })

  it('says of a follow-up that its request is won or lost', async () => {
    answer({ followUps: [{ ...late, firstContactAt: late.dueAt, followUpOn: '2026-01-05', outcome: 'won' }] })
    await renderSite('/admin/today')
    expect(within(await section('Follow-ups')).getByText('Won')).toBeTruthy()
  })

  it('is pleasant when nothing waits', async () => {
    answer()
    await renderSite('/admin/today')
    expect(await screen.findByText('All caught up')).toBeTruthy()
    expect(screen.queryByRole('region', { name: /^Overdue/ })).toBeNull()
    expect(screen.queryByText(/spam|delivered/)).toBeNull()
  })
})

describe('the visits', () => {
  const begun = todayVisit({ bestTime: 'evening' })
  const next = todayVisit({
    ...{ id: 'next', estimateId: later.id, name: 'Ben Hollis', assignee: null },
    ...{ startsAt: '2026-01-06T15:00:00.000Z', endsAt: '2026-01-06T16:00:00.000Z' },
  })

  it('say when and where they are, who goes, and how to reach the customer', async () => {
    const own = { id: 'own', email: 'staff@example.com', name: 'Sam' }
    const missed = { startsAt: '2026-01-02T15:00:00.000Z', endsAt: '2026-01-02T16:00:00.000Z' }
    answer({}, { visits: [todayVisit({ ...missed, id: 'missed', name: 'Cleo', assignee: own }), begun, next] })
    await renderSite('/admin/today')
    const visits = await section('Visits')
    expect(names(visits)).toEqual(['Cleo', 'Ada Romero', 'Ben Hollis'])
    const [first, second, third] = within(visits).getAllByRole('listitem')
    expect(first?.textContent).toContain('Fri, Jan 2, 10:00 AM–11:00 AMWho goes: You')
    expect(second?.textContent).toContain('Today, 11:00 AM–12:30 PMWho goes: Max WeberBest time: evening')
    expect(third?.textContent).toContain('Tomorrow, 10:00 AM–11:00 AMNobody goes yet')
    const { getByRole, queryByRole } = within(second ?? visits)
    expect(getByRole('link', { name: 'Call Ada Romero: (646) 555-0177' })).toBeTruthy()
    expect(getByRole('link', { name: 'Text Ada Romero' }).getAttribute('href')).toBe('sms:+16465550177')
    expect(getByRole('link', { name: '12 Elm St, Astoria on the map' }).getAttribute('href')).toContain(
      'query=12+Elm+St%2C+Astoria',
    )
    expect(queryByRole('button', { name: 'Visited Ada Romero' })).toBeTruthy()
    // It has not begun.
    expect(within(third ?? visits).queryByRole('button', { name: /^Visited/ })).toBeNull()
    // The rest of the day is still said to be clear.
    expect(screen.getByText('All caught up')).toBeTruthy()
  })

  it('are hidden where there are none', async () => {
    answer({ overdue: [late] })
    await renderSite('/admin/today')
    await section('Overdue, last 3 days')
    expect(screen.queryByRole('region', { name: 'Visits' })).toBeNull()
    expect(screen.queryByRole('link', { name: /^Visits/ })).toBeNull()
  })

  it('are logged in one press, which leads to the request', async () => {
    answer({ overdue: [later] }, { visits: [begun] })
    api.answerTo('visits.complete', () => {
      answer({ overdue: [later] })
      return saved({ version: 3 })
    })
    const { user } = await renderSite('/admin/today')
    await user.click(await screen.findByRole('button', { name: 'Visited Ada Romero' }))
    expect(await screen.findByText(/: Visit logged\.$/)).toBeTruthy()
    expect(inputsOf(api, 'visits.complete')).toEqual([{ id: begun.estimateId, version: 2, sequence: 0 }])
    const link = screen.getByRole('link', { name: /^Open the request of Ada Romero/ })
    expect(link.getAttribute('href')).toBe(`/admin/estimates/${begun.estimateId}`)
  })

  it('are logged over a colleague’s change of something else, and not over one of the visit', async () => {
    answer({}, { visits: [begun] })
    const { id, sequence, place, startsAt, endsAt, assignee } = begun
    const staleWith = (visit: object) => {
      const work = { version: 5, visit: { id, place, startsAt, endsAt, assignee, sequence, ...visit } }
      const data = { code: 'CONFLICT', httpStatus: 409, stale: { work, changes: [] } }
      return { status: 409, body: [{ error: { message: 'No.', code: -32600, data } }] }
    }
    api.answerTo('visits.complete', staleWith({ sequence: 1 }))
    const { user } = await renderSite('/admin/today')
    await user.click(await screen.findByRole('button', { name: 'Visited Ada Romero' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Visit not logged\. A colleague changed/)
    expect(inputsOf(api, 'visits.complete')).toHaveLength(1)
    let tries = 0
    api.answerTo('visits.complete', () => {
      tries += 1
      return tries === 1 ? staleWith({}) : saved({ version: 6 })
    })
    await user.click(button('Visited Ada Romero'))
    expect(await screen.findByText(/: Visit logged\.$/)).toBeTruthy()
    expect(inputsOf(api, 'visits.complete').slice(1)).toMatchObject([{ version: 2 }, { version: 5 }])
  })
})

describe('logging a call', () => {
  it('logs what is typed right after the press as the note, with Shift and Enter as a new line', async () => {
    answer({ overdue: [late] })
    api.answerTo('estimates.logContact', saved({ followUpOn: null }))
    const { user } = await renderSite('/admin/today')
    await section('Overdue, last 3 days')
    await user.click(button('Log call… with Ada Romero'))
    // A second press in place neither closes the form nor logs.
    await user.click(button('Log call… with Ada Romero'))
    expect(inputsOf(api, 'estimates.logContact')).toEqual([])
    await user.type(screen.getByLabelText('Call notes (optional)'), 'Left voicemail{Shift>}{Enter}{/Shift}twice{Enter}')
    await screen.findByText(/Call logged/)
    expect(inputsOf(api, 'estimates.logContact')).toMatchObject([{ note: 'Left voicemail\ntwice' }])
  })

  it('has its form open once one comes back from the call', async () => {
    answer({ overdue: [late] })
    const { user } = await renderSite('/admin/today')
    await section('Overdue, last 3 days')
    const number = screen.getByRole('link', { name: 'Call Ada Romero: (646) 555-0177' })
    // There is no phone to dial.
    number.addEventListener('click', (event) => event.preventDefault())
    await user.click(number)
    expect(document.activeElement).toBe(screen.getByLabelText('Call notes (optional)'))
    await user.click(button('Cancel'))
    expect(document.activeElement).toBe(number)
  })

  it('removes a follow-up that was due, and can be undone together with it', async () => {
    answer({
      followUps: [todayEstimate({ firstContactAt: late.dueAt, followUpOn: '2026-01-02', status: 'in_progress' })],
    })
    const own = {
      id: 'entry',
      at: late.dueAt,
      by: 'staff@example.com',
      byId: signedInId(),
      kind: 'contact',
      channel: 'call',
    }
    const timeline = [{ ...own, id: 'earlier' }, own, { ...own, id: 'of a colleague', byId: 'another' }]
    const logged = (work: Record<string, unknown>) => dataAnswer({ work: { version: 1, ...work }, timeline })
    api.answerTo('estimates.logContact', logged({ followUpOn: '2026-01-02' }))
    api.answerTo('estimates.setFollowUp', logged({ followUpOn: null, version: 2 }))
    api.answerTo('estimates.withdrawContact', logged({ followUpOn: null, version: 3 }))
    const { user } = await renderSite('/admin/today')
    await section('Follow-ups')
    await user.click(button('Log call… with Ada Romero'))
    await user.keyboard('{Enter}')
    expect(await screen.findByText(/: Call logged\.$/)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Undo for Ada Romero' }))
    await waitFor(() => expect(screen.queryByText(/Call logged/)).toBeNull())
    expect(inputsOf(api, 'estimates.withdrawContact')).toEqual([{ id: late.id, version: 2, contactId: 'entry' }])
    expect(inputsOf(api, 'estimates.setFollowUp')).toMatchObject([
      { version: 1, followUpOn: null },
      { version: 3, followUpOn: '2026-01-02' },
    ])
  })

  it('can keep the request new afterwards, which leaves the call logged', async () => {
    answer({ overdue: [late] })
    api.answerTo('estimates.logContact', saved({ followUpOn: null }))
    api.answerTo('estimates.setStatus', saved({ version: 3 }))
    const { user } = await renderSite('/admin/today')
    await section('Overdue, last 3 days')
    await user.click(button('Log call… with Ada Romero'))
    await user.click(button('Log call'))
    await user.click(await screen.findByRole('button', { name: 'Leave as New for Ada Romero' }))
    await waitFor(() => expect(screen.queryByText(/Call logged/)).toBeNull())
    expect(inputsOf(api, 'estimates.setStatus')).toEqual([{ id: late.id, version: 2, status: 'new' }])
  })

  it('keeps the words and says why if it fails', async () => {
    answer({ overdue: [late] })
    api.answerTo('estimates.logContact', 'hang up')
    const { user } = await renderSite('/admin/today')
    await section('Overdue, last 3 days')
    await user.click(button('Log call… with Ada Romero'))
    await user.type(screen.getByLabelText('Call notes (optional)'), 'Will send plans.')
    await user.click(button('Log call'))
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Call not logged\. We couldn’t reach the server/)
    expect(screen.getByLabelText<HTMLTextAreaElement>('Call notes (optional)').value).toBe('Will send plans.')
  })

  it('a live update leaves a row alone while its form is open', async () => {
    answer({ overdue: [late, later] })
    const { user } = await renderSite('/admin/today')
    await section('Overdue, last 3 days')
    await user.click(button('Log call… with Ada Romero'))
    answer({ overdue: [later], mine: [late] })
    tell()
    await waitFor(() => expect(screen.getByRole('link', { name: 'Today 1 waiting' })).toBeTruthy())
    expect(names(await section('Overdue, last 3 days'))).toEqual(['Ada Romero', 'Ben Hollis'])
    expect(names(await section('Mine'))).toEqual([])
    await user.click(button('Cancel'))
    expect(names(await section('Mine'))).toEqual(['Ada Romero'])
  })
})

describe('following up', () => {
  it('sets the day with one press, and back with another', async () => {
    answer({ due: [late] })
    api.answerTo('estimates.setFollowUp', saved({ followUpOn: '2026-01-06' }))
    const { user } = await renderSite('/admin/today')
    await section(/^Due within/)
    await user.click(button('Tomorrow'))
    expect(await screen.findByText(/Follow-up set for tomorrow, Tue, Jan 6\./)).toBeTruthy()
    await user.click(button('Undo for Ada Romero'))
    await waitFor(() => expect(screen.queryByText(/Follow-up set/)).toBeNull())
    expect(inputsOf(api, 'estimates.setFollowUp')).toEqual([
      { id: late.id, version: 1, followUpOn: '2026-01-06' },
      { id: late.id, version: 2, followUpOn: null },
    ])
  })

  it('says so if it could not be saved', async () => {
    answer({ due: [late] })
    api.answerTo('estimates.setFollowUp', 'hang up')
    const { user } = await renderSite('/admin/today')
    await section(/^Due within/)
    await user.click(button('Mon, Jan 12'))
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Follow-up not saved\./)
  })
})

describe('the keys', () => {
  const focusedName = () => document.activeElement?.textContent

  it('J and K go through the rows that are shown, and C with typing and Enter logs a call', async () => {
    answer({ overdue: [late], older: [{ ...late, id: 'older', name: 'Old Nick' }], due: [later] })
    api.answerTo('estimates.logContact', saved({ followUpOn: null }))
    const { user } = await renderSite('/admin/today')
    await section('Overdue, last 3 days')
    await user.keyboard('j')
    expect(focusedName()).toBe('Ada Romero')
    await user.keyboard('j')
    expect(focusedName()).toBe('Ben Hollis')
    await user.keyboard('jk')
    expect(focusedName()).toBe('Ada Romero')
    await user.keyboard('cLeft voicemail{Enter}')
    await screen.findByText(/Call logged/)
    expect(inputsOf(api, 'estimates.logContact')).toMatchObject([{ id: late.id, note: 'Left voicemail' }])
  })

  it('do nothing where they are switched off', async () => {
    localStorage.setItem(noShortcutsKey, 'yes')
    answer({ overdue: [late] })
    const { user } = await renderSite('/admin/today')
    await section('Overdue, last 3 days')
    await user.keyboard('j')
    expect(focusedName()).not.toBe('Ada Romero')
    localStorage.removeItem(noShortcutsKey)
  })
})

describe('the focus', () => {
  it('follows a row into another section, and goes to the heading when the row is gone', async () => {
    answer({ overdue: [late, later] })
    await renderSite('/admin/today')
    await section('Overdue, last 3 days')
    act(() => button('Log call… with Ada Romero').focus())
    answer({ overdue: [later], mine: [late] })
    tell()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Ada Romero'))
    answer({ overdue: [later] })
    tell()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Today'))
  })
})

describe('what is easily forgotten', () => {
  const email = {
    id: '018f0000-0000-7000-8000-000000000009',
    kind: 'estimate.visitor',
    address: null,
    failure: 'blocked',
    failedAt: '2026-01-05T16:00:00.000Z',
    estimateId: late.id,
    name: 'Ada Romero',
  } as const

  it('says that the form takes no more when possible spam is full', async () => {
    answer({}, { quarantined: 999 })
    const { unmount } = await renderSite('/admin/today')
    await screen.findByRole('link', { name: '999 possible spam' })
    expect(screen.queryByText(/No more are taken/)).toBeNull()
    unmount()
    answer({}, { quarantined: 1_000 })
    await renderSite('/admin/today')
    expect(await screen.findByText(/No more are taken/)).toBeTruthy()
  })

  it('says of the own inbox that it refused an email, and which one it is', async () => {
    const own = { ...email, kind: 'estimate.staff', address: 'office@builders.example' }
    answer({}, { failedEmails: { total: 1, items: [own] } })
    const { user } = await renderSite('/admin/today')
    await user.click(await screen.findByRole('button', { name: 'Show undelivered emails' }))
    expect(screen.getByText(/email to staff \(office@builders\.example\)/)).toBeTruthy()
    expect(screen.getByText('Our own inbox refused it. Check the address in Postmark’s suppressions.')).toBeTruthy()
  })

  it('leads to possible spam, and shows why an email failed', async () => {
    answer({}, { quarantined: 4, failedEmails: { total: 1, items: [email] } })
    api.answerTo(
      'estimates.sendEmailAgain',
      errorAnswer('CONFLICT', 409, undefined, undefined, 'This email was already sent.'),
    )
    const { user } = await renderSite('/admin/today')
    const spam = await screen.findByRole('link', { name: '4 possible spam' })
    expect(spam.getAttribute('href')).toBe('/admin?spam=quarantined')
    await user.click(button('Show undelivered emails'))
    expect(screen.getByText(/no longer sends to this address/)).toBeTruthy()
    await user.click(button('Send again to Ada Romero'))
    expect((await screen.findByRole('alert')).textContent).toBe('Not sent. This email was already sent.')
    api.answerTo('estimates.sendEmailAgain', () => {
      answer()
      return saved({})
    })
    await user.click(button('Send again to Ada Romero'))
    await waitFor(() => expect(screen.queryByText(/delivered/)).toBeNull())
    const [first, second] = inputsOf(api, 'estimates.sendEmailAgain')
    expect(first).toEqual({ id: late.id, messageId: email.id, entryKey: expect.any(String) })
    expect(second).toEqual(first)
  })
})
