import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { errorAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { giveHeights } from '#tests/support/client/layout.ts'
import { staffApi } from '#tests/support/client/page-api.ts'
import { passSeconds } from '#tests/support/client/passing-time.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { answerList, listedEstimates, listPage } from '#tests/support/estimates/listed-estimates.ts'

const api = staffApi('/admin')
const cardHeight = 130
const stride = cardHeight + 8

beforeEach(() => giveHeights(cardHeight))
afterEach(() => window.scrollTo(0, 0))

const rows = () => screen.getAllByRole('listitem').filter((item) => item.hasAttribute('aria-posinset'))
const positions = () => rows().map((row) => Number(row.getAttribute('aria-posinset')))
const listCalls = () => inputsOf(api, 'estimates.list')

function scrollToCard(number: number): void {
  act(() => {
    window.scrollTo(0, number * stride)
    fireEvent.scroll(window)
  })
}

describe('EstimateList', () => {
  it('renders only the cards near the window, each with its position and the total', async () => {
    answerList(api, listedEstimates(1312))
    await renderSite('/admin')
    await screen.findByText('50 of 1,312 loaded')
    expect(screen.getByRole('heading', { level: 2, name: 'Project Estimates (1,312)' })).toBeTruthy()
    expect(screen.getByRole('list', { name: 'Project Estimates (1,312)' })).toBeTruthy()
    expect(positions().slice(0, 4)).toEqual([1, 2, 3, 4])
    expect(positions().length).toBeLessThan(15)
    expect(rows().map((row) => row.getAttribute('aria-setsize'))).toEqual(rows().map(() => '1312'))
  })

  it('keeps the focused card rendered while the user scrolls away', async () => {
    answerList(api, listedEstimates(120))
    await renderSite('/admin')
    const link = await screen.findByRole('link', { name: 'visitor2@example.com' })
    act(() => link.focus())
    scrollToCard(40)
    await screen.findByText('Visitor 41')
    expect(document.activeElement).toBe(link)
    expect(positions().slice(0, 3)).toEqual([1, 2, 3])

    act(() => screen.getByRole('link', { name: 'visitor41@example.com' }).focus())
    expect(positions()).not.toContain(2)
    expect(document.activeElement?.textContent).toBe('visitor41@example.com')
  })

  it('renders all loaded cards while the page is printed', async () => {
    answerList(api, listedEstimates(120))
    await renderSite('/admin')
    await screen.findByText('50 of 120 loaded')
    fireEvent(window, new Event('beforeprint'))
    expect(positions()).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
    fireEvent(window, new Event('afterprint'))
    expect(rows().length).toBeLessThan(15)
  })

  it('refetches the list when the window gets the focus after 30 seconds, and shows the cached one until then', async () => {
    answerList(api, listedEstimates(2))
    await renderSite('/admin')
    await screen.findByText('2 of 2 loaded')
    passSeconds(31)
    answerList(api, listedEstimates(3))
    const release = api.hold()
    fireEvent(window, new Event('visibilitychange'))
    await waitFor(() => expect(listCalls()).toHaveLength(2))
    expect(screen.getByText('2 of 2 loaded')).toBeTruthy()
    release()
    await screen.findByText('3 of 3 loaded')
  })
})

describe('ListEnd', () => {
  it('offers to retry a next page that failed, and keeps the loaded cards', async () => {
    const all = listedEstimates(120)
    let broken = true
    api.answerTo('estimates.list', (input) =>
      broken && input.cursor ? errorAnswer('INTERNAL_SERVER_ERROR', 500) : listPage(all, input),
    )
    const { user } = await renderSite('/admin')
    await screen.findByText('50 of 120 loaded')
    scrollToCard(40)
    const message = await screen.findByText('We couldn’t load more requests.')
    expect(message.closest('[role="alert"]')).toBeTruthy()
    expect(screen.getByText('50 of 120 loaded')).toBeTruthy()
    expect(screen.queryByText('Error')).toBeNull()

    // Scrolling must not retry: it would hammer a failing server.
    scrollToCard(42)
    await screen.findByText('Visitor 43')
    expect(listCalls()).toHaveLength(2)

    broken = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('100 of 120 loaded')
    expect(screen.queryByText('We couldn’t load more requests.')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Project Estimates (120)' }))
  })
})
