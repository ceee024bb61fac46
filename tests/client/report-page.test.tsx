import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { newYorkDay } from '#shared/calendar-days.ts'
import { answerRequest } from '#tests/support/client/estimate-detail.ts'
import { dataAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { staffApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { reportOfTwoWeeks } from '#tests/support/client/report-response.ts'
import { answerList, listedEstimate } from '#tests/support/estimates/listed-estimates.ts'

const api = staffApi('/admin/reports')

beforeEach(() => api.answerTo('reports.overview', dataAnswer(reportOfTwoWeeks)))

const ownDates = '/admin/reports?from=2026-01-05&to=2026-01-14'
const asked = () => inputsOf(api, 'reports.overview')

function rowsOf(table: HTMLElement): string[][] {
  return within(table)
    .getAllByRole('row')
    .map((row) => Array.from(row.children, (cell) => cell.textContent ?? ''))
}

describe('ReportSection', () => {
  it('shows the totals, the share contacted in time, and the times to first contact', async () => {
    await renderSite(ownDates)
    await screen.findByText('1,250')
    expect(screen.getByText('83% answered in time, up 33 points.')).toBeTruthy()
    const tiles = screen.getAllByRole('term').map((term) => term.parentElement?.textContent)
    expect(tiles.slice(0, 5)).toEqual([
      'Requests1,2501,200 web, 50 phoneBefore: 1,000, +25%',
      'Contacted within 24 h83%5 of 6Before: 50%, +33 points',
      'Median to first contact2 h 5 minof 5 contactedBefore: 3 h, 55 min faster',
      '90th percentile1 d 3 hof 5 contactedBefore: –',
      'Win rate75%3 won, 1 lostBefore: 50%, +25 points',
    ])
    expect(screen.getByText('Compared with the previous 10 days: Dec 26, 2025 to Jan 4, 2026.')).toBeTruthy()
    expect(screen.getByText('1,244 requests are still within 24 hours and not counted in the shares yet.')).toBeTruthy()
    expect(screen.getByText('Jan 5, 2026 to Jan 14, 2026')).toBeTruthy()
  })

  it('has a table behind each plot: by week, type, budget and outcome', async () => {
    await renderSite(ownDates)
    expect(rowsOf(await screen.findByRole('table', { name: 'Requests per week', hidden: true }))).toEqual([
      ['Week', 'Requests', 'Within 24 h'],
      ['Jan 5, 2026 to Jan 11, 2026', '1,000', '75% of 4'],
      ['Jan 12, 2026 to Jan 14, 2026', '250', '100% of 2'],
    ])
    expect(screen.getByText('Show table')).toBeTruthy()
    expect(rowsOf(screen.getByRole('table', { name: 'By project type' })).slice(1)).toEqual([
      ['Kitchen Remodel', '1,200', '83% of 6'],
      ['Deck/Patio Construction', '50', '–'],
    ])
    const budgets = rowsOf(screen.getByRole('table', { name: 'By budget' })).slice(1)
    expect(budgets).toHaveLength(8)
    expect([budgets[0], ...budgets.slice(-2)]).toEqual([
      ['Under $10,000', '0', '–'],
      ['Over $500,000', '1', '100% of 1'],
      ['an old one', '2', '0% of 1'],
    ])
    expect(rowsOf(screen.getByRole('table', { name: 'By outcome' })).slice(1)).toEqual([
      ['Open', '0', '–'],
      ['Won', '3', '67% of 3'],
      ['Lost', '1', '–'],
    ])
  })

  it('shows what became of the requests, and what they are worth by their budgets', async () => {
    await renderSite(ownDates)
    await screen.findByText('1,250')
    const steps = screen.getAllByRole('term').map((term) => term.parentElement?.textContent)
    expect(steps.slice(5)).toEqual([
      ...['Received7at least $600K', 'Answered5 71%at least $575K', 'Proposal sent4 57%at least $75K'],
      'Won3 43%at least $75K',
    ])
    const budgets = rowsOf(screen.getByRole('table', { name: 'From request to won', hidden: true }))
    expect([budgets[0], budgets[3], ...budgets.slice(-2)]).toEqual([
      ['Budget', 'Received', 'Answered', 'Sent', 'Won'],
      ['$25,000 - $50,000Won: at least $75K', '4', '3', '3', '3'],
      ['Over $500,000', '1', '1', '0', '0'],
      ['an old one', '2', '1', '1', '0'],
    ])
  })

  it('has requests, proposals, won requests, their worth and the win rate of each lead source, with links to them', async () => {
    const none = { requests: 2, proposals: 0, won: 0, lost: 0, wonCents: 0 }
    const sources = [...reportOfTwoWeeks.sources, { source: null, ...none }]
    api.answerTo('reports.overview', dataAnswer({ ...reportOfTwoWeeks, sources }))
    await renderSite(ownDates)
    const table = await screen.findByRole('table', { name: 'By lead source' })
    expect(rowsOf(table)).toEqual([
      ['Lead source', 'Requests', 'Proposals', 'Won', 'Worth', 'Win rate'],
      ['www.google.com', '812', '14', '11', '$48.5K', '69% of 16'],
      ['Not recorded', '2', '0', '0', '–', '–'],
    ])
    const links = within(table).getAllByRole('link')
    const period = 'from=2026-01-05&to=2026-01-14'
    expect(links.map((link) => [link.textContent, decodeURIComponent(link.getAttribute('href') ?? '')])).toEqual([
      ['812', `/admin?${period}&leadSource=www.google.com`],
      ['14', `/admin?${period}&leadSource=www.google.com&proposal=sent`],
      ['11', `/admin?${period}&leadSource=www.google.com&outcome=won`],
    ])
  })

  it('sums the lead sources that have no row of their own, without links', async () => {
    const otherSources = { requests: 1900, proposals: 8, won: 1, lost: 3, wonCents: 100 }
    api.answerTo('reports.overview', dataAnswer({ ...reportOfTwoWeeks, otherSources }))
    await renderSite(ownDates)
    const table = await screen.findByRole('table', { name: 'By lead source' })
    expect(rowsOf(table).at(-1)).toEqual(['Other sources', '1,900', '8', '1', '$1', '25% of 4'])
    expect(within(within(table).getAllByRole('row').at(-1) as HTMLElement).queryAllByRole('link')).toEqual([])
  })

  it('has the requests and the win rate of each assignee, who may have no name, and of nobody', async () => {
    await renderSite(ownDates)
    const table = await screen.findByRole('table', { name: 'By assignee' })
    expect(rowsOf(table)).toEqual([
      ['Assigned to', 'Requests', 'Within 24 h', 'Proposals', 'Win rate'],
      ['Ada Kern', '40', '100% of 5', '75% of 4', '100% of 3'],
      ['omar@builders.example', '5', '0% of 1', '0% of 1', '0% of 1'],
      ['Unassigned', '1,205', '–', '–', '–'],
    ])
  })

  it('says how many proposals were sent in time, as promised and as agreed, in all and per week', async () => {
    await renderSite(ownDates)
    const figure = await screen.findByRole('figure', { name: 'Proposals' })
    const tables = within(figure).getAllByRole('table', { hidden: true })
    expect(tables.flatMap(rowsOf)).toEqual([
      ['Kept', 'In time'],
      ['As promised, within 2-3 business days', '60% of 5'],
      ['As agreed, if the date was moved', '100% of 4'],
      ['Sent', 'Requests'],
      ['Sent, half of them within 2 d of the first contact', '4'],
      ['Not needed', '1'],
      ['Week', 'As promised'],
      ['Jan 5, 2026 to Jan 11, 2026', '67% of 3'],
      ['Jan 12, 2026 to Jan 14, 2026', '–'],
    ])
    expect(within(figure).getByRole('link', { name: '4' }).getAttribute('href')).toMatch(/proposal=sent/)
  })

  it('draws the medians of the weeks as a line that a week without contacts interrupts', async () => {
    await renderSite(ownDates)
    const figure = await screen.findByRole('figure', { name: 'Median to first contact, per week' })
    expect(rowsOf(within(figure).getByRole('table', { hidden: true })).slice(1)).toEqual([
      ['Jan 5, 2026 to Jan 11, 2026', '3', 'about 5 h'],
      ['Jan 12, 2026 to Jan 14, 2026', '2', '–'],
    ])
    const paths = Array.from(figure.querySelectorAll('path'), (path) => path.getAttribute('d'))
    // The scale goes up to the promised 24 hours.
    expect(paths).toEqual([expect.stringMatching(/^M0\.5 78\.3\d+$/), expect.stringMatching(/^M0\.5 78\.3\d+h0$/)])
  })

  it('leads from each number to the list that it counts', async () => {
    await renderSite(ownDates)
    await screen.findByText('1,250')
    const period = 'from=2026-01-05&to=2026-01-14'
    const links = screen
      .getAllByRole('link', { hidden: true })
      .map((link) => [link.textContent, link.getAttribute('href')?.replace('/admin?', '')])
    for (const [text, search] of [
      ['1,250', period],
      ['83%', `${period}&answered=in-time`],
      ['3', `${period}&outcome=won`],
      ['1,244', `${period}&answered=pending`],
      ['1,000', 'from=2026-01-05&to=2026-01-11'],
      ['3', 'from=2026-01-05&to=2026-01-11&answered=yes'],
      ['1,200', `${period}&type=kitchen-remodel`],
      ['4', `${period}&budget=25k-50k`],
      ['5', `${period}&assignee=7b2f0a64-5a37-4f0e-9d55-0c6b6f3f7a01`],
      ['100%', `${period}&assignee=7b2f0a64-5a37-4f0e-9d55-0c6b6f3f7a02&answered=in-time`],
      ['100%', `${period}&assignee=7b2f0a64-5a37-4f0e-9d55-0c6b6f3f7a02&outcome=won`],
      ['1,205', `${period}&assignee=none`],
    ])
      expect(links).toContainEqual([text, search])
    // No filter knows this value.
    expect(
      within(screen.getByRole('table', { name: 'By budget' }))
        .getByRole('row', { name: /^an old one/ })
        .querySelector('a'),
    ).toBeNull()
  })

  it('draws the bars of the weeks in proportion to their numbers', async () => {
    await renderSite(ownDates)
    const figure = await screen.findByRole('figure', { name: 'Requests per week' })
    const bars = Array.from(figure.querySelectorAll('rect'), (bar) => Number(bar.getAttribute('height')))
    // The scale goes up to 1,000. The bars from below are in time, not in time, and not known yet.
    expect(bars.map((height) => Math.round(height * 100) / 100)).toEqual([0.3, 0.1, 99.6, 0.2, 24.8])
  })

  it('counts the parts of all weeks in the legend, so that they add up to the total, and labels each week', async () => {
    await renderSite(ownDates)
    const figure = within(await screen.findByRole('figure', { name: 'Requests per week' }))
    const legend = figure.getAllByRole('listitem').map((item) => item.textContent)
    expect(legend).toEqual(['Contacted within 24 h: 5', 'Missed 24 h: 1', 'Pending: 1,244'])
    for (const week of ['Jan 5', 'Jan 12']) expect(figure.getByText(week)).toBeTruthy()
  })
})

describe('PeriodPicker', () => {
  it('shows the last 90 days when the address has no valid period', async () => {
    await renderSite('/admin/reports?period=never&from=2026-02-30&to=2026-03-01')
    await screen.findByText('1,250')
    expect(screen.getByLabelText<HTMLSelectElement>('Period').value).toBe('last-90-days')
    expect(asked().at(-1)?.to).toBe(newYorkDay(new Date()))
  })

  it('applies custom dates once both are valid', async () => {
    const { user, router } = await renderSite('/admin/reports')
    await user.selectOptions(await screen.findByLabelText('Period'), 'Custom dates')
    fireEvent.change(await screen.findByLabelText('First day'), { target: { value: '2026-03-01' } })
    fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2026-02-01' } })
    await user.click(screen.getByRole('button', { name: 'Show' }))
    expect(screen.getByRole('alert').textContent).toBe('The last day cannot be before the first one.')
    fireEvent.change(screen.getByLabelText('First day'), { target: { value: '2026-01-05' } })
    await user.click(screen.getByRole('button', { name: 'Show' }))
    expect(router.state.location.search).toEqual({ from: '2026-01-05', to: '2026-02-01' })
    await waitFor(() => expect(asked().at(-1)).toEqual({ from: '2026-01-05', to: '2026-02-01' }))
    expect(document.activeElement?.textContent).toBe('Show')
  })
})

describe('AdminHeader', () => {
  it('leads from the reports back to the filtered list, also after a choice of a period', async () => {
    answerList(api, [])
    const { user, router } = await renderSite('/admin?status=new&q=oak')
    const link = async (name: string) =>
      within(await screen.findByRole('navigation', { name: 'Sections' })).getByRole('link', { name })
    expect((await link('Requests')).getAttribute('href')).toBe('/admin')
    await user.click(await link('Reports'))
    await user.selectOptions(await screen.findByLabelText('Period'), 'This month')
    await waitFor(() => expect(router.state.location.search).toEqual({ period: 'this-month' }))
    expect((await link('Requests')).getAttribute('href')).toBe('/admin?status=new&q=oak')
    await user.click(await link('Requests'))
    await waitFor(() => expect(router.state.location.href).toBe('/admin?status=new&q=oak'))
  })

  it('leads from an estimate back to the filtered list that the user came from', async () => {
    answerList(api, [listedEstimate()])
    answerRequest(api)
    const { user } = await renderSite('/admin?status=new')
    await user.click(await screen.findByRole('link', { name: 'Ada Romero' }))
    await screen.findByRole('link', { name: 'Back to the list' })
    for (const name of ['Requests', 'Back to the list'])
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/admin?status=new')
  })
})
