import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { listViewKey } from '#client/lib/device-storage.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import { button } from '#tests/support/client/controls.ts'
import { dataAnswer, errorAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { giveHeights } from '#tests/support/client/layout.ts'
import { setWindowWidth, staffApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { answerList, listedEstimates } from '#tests/support/estimates/listed-estimates.ts'

const api = staffApi('/admin')

const own = { id: 'own', name: 'Urgent', shared: false, search: { urgent: true }, owner: null, mayChange: true }
const shared = {
  id: 'shared',
  name: 'Old kitchens',
  shared: true,
  search: { type: 'kitchen-remodel', budget: 'a band of old', sort: 'budget', view: 'compact' },
  owner: 'jo@example.com',
  mayChange: false,
}

beforeEach(() => {
  giveHeights(60)
  answerList(api, listedEstimates(3))
  api.answerTo('savedViews.list', dataAnswer([shared, own]))
})

async function showList(path = '/admin') {
  const page = await renderSite(path)
  await screen.findByRole('link', { name: 'Old kitchens' })
  return page
}
const dialog = () => within(screen.getByRole('dialog'))

describe('SavedViews', () => {
  it('lists one’s own views and those for everyone, and marks the one that is shown', async () => {
    await showList('/admin?urgent=true')
    const link = within(screen.getByRole('list', { name: 'Yours' })).getByRole('link', { name: 'Urgent' })
    expect(link.getAttribute('aria-current')).toBeTruthy()
    const others = within(screen.getByRole('list', { name: 'For everyone' }))
    expect(others.getByRole('link').getAttribute('aria-current')).toBeNull()
    expect(others.queryByRole('button')).toBeNull()
    expect(screen.getByRole('link', { name: 'All requests' }).getAttribute('aria-current')).toBeNull()
  })

  it('begins with the views that everyone has, which nobody can change', async () => {
    const { user, router } = await showList('/admin?overdue=true')
    const list = within(screen.getByRole('list', { name: 'Views' }))
    expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'All requests',
      'Overdue',
      'Mine',
      'Unassigned',
      'Won this month',
      'Proposals due',
      'Follow-ups due',
      'Possible spam',
    ])
    expect(list.queryByRole('button')).toBeNull()
    const current = list.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'))
    expect(current.map(({ textContent }) => textContent)).toEqual(['Overdue'])
    await user.click(list.getByRole('link', { name: 'Won this month' }))
    const from = newYorkDay(new Date()).replace(/..$/, '01')
    await waitFor(() => expect(router.state.location.search).toEqual({ outcome: 'won', from }))
  })

  it('opens as much of a view as is still valid', async () => {
    const { user, router } = await showList()
    await user.click(screen.getByRole('link', { name: 'Old kitchens' }))
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ type: 'kitchen-remodel', sort: 'budget', view: 'compact' }),
    )
    await waitFor(() =>
      expect(inputsOf(api, 'estimates.list').at(-1)).toMatchObject({ type: 'kitchen-remodel', sort: 'budget' }),
    )
  })

  it('saves the search, the sort and the look under a name', async () => {
    api.answerTo('savedViews.create', dataAnswer(own))
    const { user } = await showList('/admin?q=oak&sort=due')
    await user.click(button('Save this view…'))
    await user.type(dialog().getByLabelText('Name'), 'Oak')
    await user.click(dialog().getByLabelText('Show it to everyone on the staff'))
    await user.click(dialog().getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(inputsOf(api, 'savedViews.create')).toEqual([
      { name: 'Oak', shared: true, search: { q: 'oak', sort: 'due', view: 'cards' } },
    ])
    expect(inputsOf(api, 'savedViews.list')).toHaveLength(2)
  })

  it('says at the name why a view was not saved, and keeps what was typed', async () => {
    const taken = 'There is already a view with this name.'
    api.answerTo('savedViews.create', errorAnswer('BAD_REQUEST', 400, { name: [taken] }))
    const { user } = await showList()
    await user.click(button('Save this view…'))
    await user.type(dialog().getByLabelText('Name'), 'urgent{Enter}')
    expect(await dialog().findByText(taken)).toBeTruthy()
    const field = dialog().getByLabelText<HTMLInputElement>('Name')
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['urgent', 'true'])
    expect(document.activeElement).toBe(field)
  })

  it('renames, replaces and deletes a view', async () => {
    for (const procedure of ['change', 'remove']) api.answerTo(`savedViews.${procedure}`, dataAnswer(own))
    const { user } = await showList('/admin?q=oak')
    await user.click(button('Rename or share…'))
    await user.type(dialog().getByLabelText('Name'), ' ones{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(button('Replace with this list'))
    await waitFor(() =>
      expect(inputsOf(api, 'savedViews.change')).toEqual([
        { id: 'own', name: 'Urgent ones', shared: false },
        { id: 'own', search: { q: 'oak', view: 'cards' } },
      ]),
    )
    await user.click(button('Delete…'))
    await user.click(dialog().getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(inputsOf(api, 'savedViews.remove')).toEqual([{ id: 'own' }])
  })
})

describe('the compact view', () => {
  it('is what phones show until something else is chosen', async () => {
    setWindowWidth(360)
    const { user, unmount } = await renderSite('/admin')
    await screen.findByText('Visitor 1')
    expect(button('Compact').getAttribute('aria-pressed')).toBe('true')
    await user.click(button('Cards'))
    unmount()
    await renderSite('/admin')
    await screen.findByText('Visitor 1')
    expect(button('Cards').getAttribute('aria-pressed')).toBe('true')
  })

  it('is in the address, remembered on the device behind that, and is not sent to the server', async () => {
    const { user, router, unmount } = await showList('/admin?q=oak')
    await user.click(button('Compact'))
    expect(router.state.location.search).toEqual({ q: 'oak', view: 'compact' })
    expect(localStorage.getItem(listViewKey)).toBe('compact')
    expect(inputsOf(api, 'estimates.list').every((input) => !('view' in input))).toBe(true)
    unmount()
    const again = await showList()
    expect(button('Compact').getAttribute('aria-pressed')).toBe('true')
    again.unmount()
    const shared = await showList('/admin?view=cards')
    expect(button('Cards').getAttribute('aria-pressed')).toBe('true')
    await shared.user.click(button('Cards'))
    expect([shared.router.state.location.search, localStorage.getItem(listViewKey)]).toEqual([{}, 'cards'])
  })
})
