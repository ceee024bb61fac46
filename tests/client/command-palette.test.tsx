import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { nearestFirst } from '#client/features/admin/palette/palette-items.ts'
import type { ListedEstimate } from '#client/lib/api.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import { getSession } from '#client/lib/auth/auth-state.ts'
import { recentRequestsKey } from '#client/lib/device-storage.ts'
import { readRecentRequests, rememberRequest } from '#client/lib/recent-requests.ts'
import { addDays, newYorkDay } from '#shared/calendar-days.ts'
import { formatDayOfWeek } from '#shared/formatting.ts'
import { answerRequest, jo } from '#tests/support/client/estimate-detail.ts'
import { dataAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { showRequest } from '#tests/support/client/fetch-page.ts'
import { giveHeights } from '#tests/support/client/layout.ts'
import { setWindowWidth, staffApi } from '#tests/support/client/page-api.ts'
import { passSeconds } from '#tests/support/client/passing-time.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { signIn, signOut } from '#tests/support/client/sign-in.ts'
import { listedEstimates, listPage } from '#tests/support/estimates/listed-estimates.ts'

const api = staffApi('/admin')

beforeEach(() => {
  giveHeights(240)
  api.answerTo('estimates.list', (input) => listPage(listedEstimates(input.q === '4567' ? 9 : input.q ? 0 : 12), input))
  api.answerTo('estimates.counts', dataAnswer({ statuses: { new: 12 }, overdue: 0, quarantined: 0, confirmed: 0 }))
  api.answerTo('estimates.assignees', dataAnswer([jo]))
  api.answerTo('savedViews.list', dataAnswer([{ id: 'v1', name: 'Big kitchens', search: { type: 'kitchen-remodel' } }]))
})

const name = 'Search requests, pages and actions'
const field = () => screen.findByRole<HTMLInputElement>('combobox', { name })
const results = () => within(screen.getByRole('listbox', { name: 'Results' }))
const options = () =>
  results()
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
const chosen = () => results().getByRole('option', { selected: true })
const group = (title: string) => within(results().getByRole('group', { name: title })).getAllByRole('option')
const searches = () => inputsOf(api, 'estimates.list').flatMap(({ q }) => (q === undefined ? [] : [q]))

async function openPalette() {
  const site = await renderSite('/admin')
  await screen.findByText('12 of 12 loaded')
  await site.user.keyboard('{Control>}k{/Control}')
  await field()
  return site
}

describe('CommandPalette', () => {
  it('offers pages and views at once, and goes to one by keys alone', async () => {
    const { user, router } = await openPalette()
    expect(group('Views').map(({ textContent }) => textContent)).toContain('Overdue')
    await user.keyboard('repo')
    expect(options()).toEqual(['Reports'])
    // Safari's Enter at the end of a word from an input method.
    fireEvent.keyDown(await field(), { key: 'Enter', keyCode: 229 })
    expect(router.state.location.pathname).toBe('/admin')
    await user.keyboard('{Enter}')
    expect(router.state.location.pathname).toBe('/admin/reports')
    expect(screen.queryByRole('combobox', { name })).toBeNull()
  })

  it('opens a view in the list', async () => {
    const { user, router } = await openPalette()
    await user.keyboard('follow due{Enter}')
    expect([router.state.location.pathname, router.state.location.search]).toEqual(['/admin', { followUp: 'due' }])
    await user.keyboard('{Meta>}k{/Meta}')
    await waitFor(() => expect(options()).toContain('Big kitchens'))
    await user.type(await field(), 'big{Enter}')
    expect(router.state.location.search).toEqual({ type: 'kitchen-remodel' })
  })

  it('finds requests on the server, once after a pause, and goes to the chosen one', async () => {
    const { user, router } = await openPalette()
    await user.keyboard('4567')
    await waitFor(() => expect(options()).toHaveLength(8))
    expect(searches()).toEqual(['4567'])
    expect(chosen().textContent).toMatch(/^Visitor 1Kitchen Remodel · Astoria, NY 11102 · \(718\) 555-0110 · FB-0001$/)
    expect(options().at(-1)).toBe('Show all 9 in the list')
    await user.keyboard('{ArrowDown}')
    expect((await field()).getAttribute('aria-activedescendant')).toBe(chosen().id)
    await user.keyboard('{Enter}')
    expect(router.state.location.pathname).toBe('/admin/estimates/request-2')
  })

  it('waits with Enter for what is typed, and opens nothing that was found for less', async () => {
    const { user, router } = await openPalette()
    const [first, , third] = listedEstimates(3)
    api.answerTo('estimates.list', (input) => listPage([first, third].slice(input.q === '45' ? 0 : 1), input))
    await user.keyboard('45')
    await waitFor(() => expect(chosen().textContent).toContain('Visitor 1'))
    await user.keyboard('67{Enter}')
    expect(router.state.location.pathname).toBe('/admin')
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/estimates/request-3'))
  })

  it('shows all that were found in the list', async () => {
    const { user, router } = await openPalette()
    await user.keyboard('4567')
    await waitFor(() => expect(options()).toHaveLength(8))
    await user.keyboard('{ArrowUp}{Enter}')
    expect(router.state.location.searchStr).toBe('?q=4567')
  })

  it('finds pages, views and actions with one mistake in a word, when nothing else is found', async () => {
    const { user } = await openPalette()
    for (const [typed, found] of [
      ['reprots', 'Reports'],
      ['toady', 'Today'],
      ['overdoe', 'Overdue'],
      ['folow ups', 'Follow-ups due'],
    ] as const) {
      await user.clear(await field())
      await user.keyboard(typed)
      await waitFor(() => expect(options()).toContain(found))
      expect(await screen.findByText('No request found.')).toBeTruthy()
    }
    await user.clear(await field())
    await user.keyboard('4576')
    expect(await screen.findByText('Nothing found for “4576”.')).toBeTruthy()
  })

  it('says on phones in few words what it finds', async () => {
    setWindowWidth(360)
    const { user } = await renderSite('/admin')
    await screen.findByText('Visitor 1')
    await user.keyboard('{Control>}k{/Control}')
    expect((await field()).placeholder).toBe('Name, phone, page')
  })

  it('says that nothing was found, or that there is no connection', async () => {
    const { user } = await openPalette()
    await user.keyboard('zzz')
    expect(await screen.findByText('Nothing found for “zzz”.')).toBeTruthy()
    expect(screen.queryByRole('listbox', { name: 'Results' })).toBeNull()
    api.answerTo('estimates.list', 'hang up')
    await user.keyboard('z')
    expect(await screen.findByText(/^No connection/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('combobox', { name })).toBeNull()
  })
})

describe('recent requests', () => {
  const userId = () => getSession(auth.state())?.user.id ?? ''
  const remember = (...ids: string[]) => {
    for (const id of ids) rememberRequest(userId(), { id, name: `Visitor ${id}`, details: 'Kitchen Remodel · FB-0001' })
  }
  const recent = () => readRecentRequests(userId()).map(({ id }) => id)

  it('come first: the last five that the account opened, without the one that is open', async () => {
    remember('one', 'two', 'three', 'four', 'five', 'two')
    answerRequest(api)
    const { user, router } = await showRequest()
    await waitFor(() => expect(recent()).toEqual(['first', 'two', 'five', 'four', 'three']))
    await user.keyboard('{Control>}k{/Control}')
    await field()
    expect(results().getAllByRole('group')[0]?.getAttribute('aria-label')).toBe('Recent')
    expect(group('Recent').map(({ textContent }) => textContent?.replace('Kitchen', ' Kitchen'))).toEqual(
      ['two', 'five', 'four', 'three'].map((id) => `Visitor ${id} Kitchen Remodel · FB-0001`),
    )
    await user.keyboard('{Enter}')
    expect(router.state.location.pathname).toBe('/admin/estimates/two')
  })

  it('are kept for seven days, and lose one whose data was erased', async () => {
    remember('first', 'other')
    const request = answerRequest(api)
    request.work = { ...request.work, erasedAt: '2026-01-05T17:00:00.000Z' }
    await renderSite('/admin/estimates/first')
    await waitFor(() => expect(recent()).toEqual(['other']))
    passSeconds(7 * 86_400)
    expect(recent()).toEqual([])
  })

  it('D11 are gone when the account signs out, or another one signs in', async () => {
    remember('one')
    await signOut(api)
    expect(localStorage.getItem(recentRequestsKey)).toBeNull()
    rememberRequest('somebody-else', { id: 'one', name: 'Visitor 1', details: '' })
    await signIn(api)
    expect(localStorage.getItem(recentRequestsKey)).toBeNull()
  })
})

describe('nearestFirst', () => {
  it.each([
    ['rosa', 'name'],
    ['0199', 'phone'],
    ['K7PM-2QX4', 'reference'],
    ['k7pm2q', 'reference'],
  ])('puts what %s is the beginning or the end of before other matches', (typed, field) => {
    const near = {
      name: { name: 'Rosa Diaz' },
      phone: { phone: '(718) 555-0199' },
      reference: { reference: 'K7PM-2QX4' },
    }
    const others = listedEstimates(3)
    const wanted = { ...listedEstimates(1)[0], id: 'wanted', ...near[field as keyof typeof near] }
    const ordered = nearestFirst([...others, wanted] as ListedEstimate[], typed).map(({ id }) => id)
    expect(ordered).toEqual(['wanted', ...others.map(({ id }) => id)])
  })
})

describe('usePageActions', () => {
  it('runs what a request’s page offers: its status, assignee, outcome and contacts', async () => {
    answerRequest(api)
    const { user } = await showRequest()
    const run = async (words: string) => {
      await user.keyboard('{Control>}k{/Control}')
      await user.type(await field(), `${words}{Enter}`)
    }
    await act(async () => (document.activeElement as HTMLElement | null)?.blur())
    await run('set status prog')
    await waitFor(() => expect(inputsOf(api, 'estimates.setStatus')).toMatchObject([{ status: 'in_progress' }]))
    await run('assign jo')
    await waitFor(() => expect(inputsOf(api, 'estimates.assign')).toMatchObject([{ assigneeId: jo.id }]))
    await run('mark won')
    await waitFor(() => expect(inputsOf(api, 'estimates.setOutcome')).toMatchObject([{ outcome: 'won' }]))
    await run('log visit')
    expect(document.activeElement).toBe(screen.getByLabelText('Visit notes (optional)'))
  })

  it('names the days that a request’s page offers for a follow-up', async () => {
    answerRequest(api)
    const { user } = await showRequest()
    await user.keyboard('{Control>}k{/Control}')
    await field()
    const inAWeek = formatDayOfWeek(new Date(`${addDays(newYorkDay(new Date()), 7)}T12:00:00Z`))
    expect(options()).toContain(`Follow up on ${inAWeek}`)
  })
})
