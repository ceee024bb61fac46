import { createMemoryHistory } from '@tanstack/react-router'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { readListSearch } from '#client/lib/search-params/list-search.ts'
import { createAppRouter } from '#client/router.tsx'
import { button } from '#tests/support/client/controls.ts'
import { answerRequest, jo } from '#tests/support/client/estimate-detail.ts'
import { dataAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { giveHeights } from '#tests/support/client/layout.ts'
import { staffApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { listedEstimates, listPage } from '#tests/support/estimates/listed-estimates.ts'

const api = staffApi('/admin')

beforeEach(() => {
  giveHeights(240)
  api.answerTo('estimates.list', (input) => {
    if (input.q === 'nobody') return listPage([], input)
    return listPage(listedEstimates(input.q || input.status || input.type ? 3 : 12), input)
  })
  api.answerTo('estimates.counts', counts())
  api.answerTo('estimates.assignees', dataAnswer([jo]))
})

const counts = (changes: object = {}) =>
  dataAnswer({ statuses: { new: 7, in_progress: 4, on_hold: 1 }, overdue: 2, quarantined: 0, confirmed: 0, ...changes })
const inputs = (procedure: string) => inputsOf(api, procedure).map(({ direction: _, cursor: __, ...search }) => search)
const heading = () => screen.getByRole('heading', { level: 2 }).textContent
const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' })
const ready = () => screen.findByText('12 of 12 loaded')

describe('useListSearch', () => {
  it('reads the list’s address with the server’s schema and drops what is invalid', () => {
    const good = { q: 'oak', status: 'new', urgent: true, type: 'other', assignee: 'none', from: '2025-01-31' }
    expect(readListSearch({ ...good, sort: 'due' })).toEqual({ ...good, sort: 'due' })
    const bad = {
      q: ['a'],
      status: 'done',
      urgent: 1,
      type: '',
      assignee: 'x',
      from: '2025-02-30',
      sort: 'name',
      to: {},
    }
    expect(readListSearch(bad)).toEqual({})
    expect(readListSearch({ q: 7_185_550_110, sort: 'newest' })).toEqual({ q: '7185550110' })
    expect(readListSearch({ q: '  ', planted: 1 } as object)).toEqual({})
    expect(readListSearch({ q: 'x'.repeat(201) })).toEqual({ q: 'x'.repeat(200) })
  })

  it('finds what reads like a number or a word of JSON by its own letters', () => {
    const { parseSearch, stringifySearch } = createAppRouter({
      history: createMemoryHistory(),
      scrollRestoration: false,
    }).options
    const plain = ['96e63380', '1e3', '007', '1.50', '6465550123', 'true', 'null', '[oak', 'oak]']
    for (const q of plain) expect(readListSearch(parseSearch(`?q=${q}`))).toEqual({ q })
    for (const q of [...plain, '"oak"', '"7"', '[1]', '{"a":1}'])
      expect(readListSearch(parseSearch(stringifySearch({ q })))).toEqual({ q })
    expect(stringifySearch({ q: '6465550123', urgent: true })).toBe('?q=6465550123&urgent=true')
  })

  it('loads the list with the filters of the address', async () => {
    await renderSite('/admin?q=oak&status=new&sort=budget&type=planted')
    await screen.findByText('3 of 3 loaded')
    expect(inputs('estimates.list')).toEqual([{ q: 'oak', status: 'new', sort: 'budget' }])
    await waitFor(() => expect(inputs('estimates.counts')).toEqual([{ q: 'oak', status: 'new' }]))
    expect(field().value).toBe('oak')
    expect(button(/^New/).getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByLabelText<HTMLSelectElement>('Sort by').value).toBe('budget')
    expect(heading()).toBe('Project Estimates (3)')
  })
})

describe('filters for the work', () => {
  it('narrow by outcome, follow-up, proposal and oneself, with a chip each', async () => {
    const { user, router } = await renderSite('/admin')
    await ready()
    await user.click(screen.getByText('Filters'))
    await user.selectOptions(await screen.findByLabelText('Outcome'), 'Open')
    await user.selectOptions(screen.getByLabelText('Follow-up'), 'Due today or missed')
    await user.selectOptions(screen.getByLabelText('Assigned to'), 'Me')
    await user.selectOptions(screen.getByLabelText('Proposal'), 'Overdue')
    const search = { outcome: 'open', followUp: 'due', assignee: 'me', proposal: 'overdue' }
    expect(router.state.location.search).toEqual(search)
    await waitFor(() => expect(inputs('estimates.list').at(-1)).toEqual(search))
    for (const label of ['Outcome: Open', 'Follow-up: due today or missed', 'Assigned to: me', 'Proposal: overdue'])
      expect(button(`Remove ${label}`)).toBeTruthy()
  })
})

describe('the filter Overdue', () => {
  it('begins with the worst unless another order is chosen, which the address keeps', async () => {
    expect(readListSearch({ overdue: true, sort: 'due' })).toEqual({ overdue: true })
    expect(readListSearch({ overdue: true, sort: 'newest' })).toEqual({ overdue: true, sort: 'newest' })
    const { user, router } = await renderSite('/admin?overdue=true')
    await ready()
    const sort = screen.getByLabelText<HTMLSelectElement>('Sort by')
    expect(sort.value).toBe('due')
    await user.selectOptions(sort, 'Newest')
    expect(router.state.location.search).toEqual({ overdue: true, sort: 'newest' })
    await waitFor(() => expect(inputs('estimates.list')).toEqual([{ overdue: true, sort: 'due' }, { overdue: true }]))
    await user.click(button('Remove Overdue'))
    expect(router.state.location.search).toEqual({})
  })
})

describe('SearchField', () => {
  it('searches once after a pause in typing and replaces the history entry', async () => {
    const { user, router } = await renderSite('/admin')
    await ready()
    const before = router.history.length
    await user.type(field(), 'kitchen ')
    await screen.findByText('3 of 3 loaded')
    expect(inputs('estimates.list')).toEqual([{}, { q: 'kitchen' }])
    expect(router.state.location.search).toEqual({ q: 'kitchen' })
    expect(router.history.length).toBe(before)
    expect(field().value).toBe('kitchen ')
  })
})

describe('ListControls', () => {
  it('shows chosen filters as chips that are removed one by one or all at once', async () => {
    const { user, router } = await renderSite('/admin')
    await ready()
    expect(inputs('estimates.assignees')).toEqual([])
    await user.click(screen.getByText('Filters'))
    await user.selectOptions(await screen.findByLabelText('Type'), 'Kitchen Remodel')
    await user.selectOptions(await screen.findByLabelText('Urgency'), 'Urgent')
    await screen.findByRole('option', { name: jo.email })
    await user.selectOptions(screen.getByLabelText('Assigned to'), jo.email)
    expect(router.state.location.search).toEqual({ type: 'kitchen-remodel', urgent: true, assignee: jo.id })
    const chips = () =>
      within(screen.getByRole('list', { name: 'Filters that are on' }))
        .getAllByRole('button')
        .map((chip) => chip.getAttribute('aria-label') ?? chip.textContent)
    const person = `Remove Assigned to: ${jo.email}`
    expect(chips()).toEqual(['Remove Urgent', 'Remove Type: Kitchen Remodel', person, 'Clear all'])

    await user.click(button('Remove Urgent'))
    expect(chips()).toEqual(['Remove Type: Kitchen Remodel', person, 'Clear all'])
    await user.click(button('Clear all'))
    expect(screen.queryByRole('list', { name: 'Filters that are on' })).toBeNull()
    expect(router.state.location.search).toEqual({})
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }))
  })

  it('offers the lead sources that there are, and the one of the address', async () => {
    api.answerTo('estimates.leadSources', dataAnswer(['direct', 'google']))
    const { user, router } = await renderSite('/admin?leadSource=rare')
    expect(await screen.findByRole('button', { name: 'Remove Lead source: rare' })).toBeTruthy()
    await user.click(screen.getByText('Filters'))
    const select = await screen.findByLabelText<HTMLSelectElement>('Lead source')
    await screen.findByRole('option', { name: 'google' })
    expect(Array.from(select.options, ({ text }) => text)).toEqual(['Any', 'direct', 'google', 'rare'])
    await user.selectOptions(select, 'google')
    expect(router.state.location.search).toEqual({ leadSource: 'google' })
  })

  it('says beside the filters how many requests they find, and leads to them', async () => {
    const { user } = await renderSite('/admin')
    await ready()
    await user.click(screen.getByText('Filters'))
    expect(button('Show 12 requests')).toBeTruthy()
    await user.selectOptions(await screen.findByLabelText('Type'), 'Kitchen Remodel')
    const show = await screen.findByRole('button', { name: 'Show 3 requests' })
    expect(screen.getByText('3 of 3 loaded').getAttribute('role')).toBe('status')
    await user.click(show)
    expect(screen.queryByLabelText('Type')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }))
  })

  it('names nobody for the requests of someone who has left the staff', async () => {
    const { user } = await renderSite('/admin?assignee=7b2f0a64-5a37-4f0e-9d55-0c6b6f3f7a01')
    expect(await screen.findByRole('button', { name: 'Remove Assigned to: a former colleague' })).toBeTruthy()
    await user.click(screen.getByText('Filters'))
    const select = await screen.findByLabelText<HTMLSelectElement>('Assigned to')
    expect(select.selectedOptions[0]?.text).toBe('A former colleague')
  })

  it('hides the filters while there are no estimates at all', async () => {
    api.answerTo('estimates.list', (input) => listPage([], input))
    await renderSite('/admin')
    await screen.findByText('No project estimates found')
    expect(heading()).toBe('Project Estimates (0)')
    expect(screen.queryByRole('searchbox')).toBeNull()
  })
})

describe('useAdjacentEstimates', () => {
  it('leads to the previous and next estimate of the filtered list, and updates the card there', async () => {
    answerRequest(api, { id: 'request-2', name: 'Visitor 2' }, { newer: 'elsewhere', older: 'elsewhere' })
    const { user, router } = await renderSite('/admin?q=oak')
    await user.click(await screen.findByRole('link', { name: 'Visitor 2' }))
    const way = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
    expect(await way('Previous')).toBe('/admin/estimates/request-1')
    expect(await way('Next')).toBe('/admin/estimates/request-3')
    await user.click(button('Completed'))
    await waitFor(() => expect(api.calls.some((call) => call.procedure === 'estimates.setStatus')).toBe(true))

    const release = api.hold()
    await act(async () => router.history.back())
    const card = (await screen.findByRole('link', { name: 'Visitor 2' })).closest('article')
    await waitFor(() => expect(card?.textContent).toContain('completed'))
    release()
    // The estimate may have left the filtered list.
    await waitFor(() => expect(inputs('estimates.list')).toHaveLength(2))
  })
})

describe('EarlierEstimates', () => {
  it('links to the earlier estimates of a returning visitor', async () => {
    const item = { createdAt: '2025-01-05T17:00:00.000Z', status: 'completed', projectType: 'other' }
    const items = [
      { id: 'one', outcome: 'won', ...item },
      { id: 'two', outcome: 'open', ...item },
    ]
    answerRequest(api, {}, { earlier: { total: 12, items } })
    await renderSite('/admin/estimates/first')
    await screen.findByText('12 earlier requests')
    const won = screen.getByRole('link', { name: 'Jan 5, 2025 · Other · Won' })
    expect(won.getAttribute('href')).toBe('/admin/estimates/one')
    const open = screen.getByRole('link', { name: 'Jan 5, 2025 · Other · Completed' })
    expect(open.getAttribute('href')).toBe('/admin/estimates/two')
    expect(screen.getByText('and 10 more')).toBeTruthy()
  })
})
