import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { jo } from '#tests/support/client/estimate-detail.ts'
import { dataAnswer, errorAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { giveHeights } from '#tests/support/client/layout.ts'
import { staffApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { answerList, listedEstimates } from '#tests/support/estimates/listed-estimates.ts'

const api = staffApi('/admin')

beforeEach(() => {
  giveHeights(60)
  answerList(api, listedEstimates(8))
  api.answerTo('estimates.assignees', dataAnswer([jo]))
})

const box = (number: number) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select Visitor ${number}` })
const bar = () => within(screen.getByRole('region', { name: 'Selected requests' }))
const selected = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { name: /^Select/ })
    .flatMap(({ checked }, index) => (checked ? [index + 1] : []))
const seen = (...numbers: number[]) => numbers.map((number) => ({ id: `request-${number}`, version: 1 }))
const changes = () => inputsOf(api, 'estimates.bulkChange')

async function showList(path = '/admin?view=compact') {
  const page = await renderSite(path)
  await screen.findByText('8 of 8 loaded')
  return page
}

/** Clicks as a mouse does with Shift. */
const shiftClick = (element: HTMLElement) => fireEvent.click(element, { shiftKey: true })

describe('the selection', () => {
  it('takes single estimates, ranges by Shift, and all that are shown', async () => {
    const { user } = await showList()
    await user.click(box(2))
    expect(bar().getByText('1 selected')).toBeTruthy()
    shiftClick(box(5))
    expect(selected()).toEqual([2, 3, 4, 5])
    await user.click(box(3))
    expect(selected()).toEqual([2, 4, 5])
    shiftClick(box(1))
    expect(selected()).toEqual([1, 2, 3, 4, 5])
    await user.click(bar().getByRole('button', { name: 'Select all 8 shown' }))
    expect(selected()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    await user.click(box(8))
    expect(selected()).toHaveLength(7)
  })

  it('is cleared by Escape, by its button, and by another filter', async () => {
    const { user } = await showList()
    await user.click(box(1))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: 'Selected requests' })).toBeNull()
    await user.click(box(1))
    await user.click(bar().getByRole('button', { name: /^Clear/ }))
    expect(selected()).toEqual([])
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }))
    await user.click(box(1))
    await user.click(within(screen.getByRole('group', { name: 'Status' })).getByRole('button', { name: /^Completed/ }))
    await waitFor(() => expect(selected()).toEqual([]))
  })

  it('waits while cards are shown, which have no boxes', async () => {
    const { user } = await showList()
    await user.click(box(1))
    await user.click(screen.getByRole('button', { name: 'Cards' }))
    await waitFor(() => expect(screen.queryAllByRole('checkbox')).toEqual([]))
    expect(screen.queryByRole('region', { name: 'Selected requests' })).toBeNull()
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Compact' }))
    await waitFor(() => expect(selected()).toEqual([1]))
    expect(bar().getByText('1 selected')).toBeTruthy()
  })

  it('stays when Escape clears a search', async () => {
    const { user } = await showList()
    await user.click(box(1))
    await user.click(screen.getByRole('searchbox', { name: 'Search' }))
    await user.keyboard('{Escape}')
    expect(selected()).toEqual([1])
  })
})

describe('a change of many', () => {
  it('names those that were left alone, and why', async () => {
    const refused = [
      { id: 'request-2', reason: 'changed', by: 'max@example.com' },
      { id: 'request-3', reason: 'gone', by: null },
    ]
    api.answerTo('estimates.bulkChange', dataAnswer({ changed: [{ id: 'request-1', version: 2 }], refused }))
    const { user } = await showList()
    await user.click(box(1))
    shiftClick(box(4))
    await user.click(bar().getByRole('button', { name: 'In progress' }))
    expect(await bar().findByText('1 request set to In progress. 1 already was.')).toBeTruthy()
    expect(
      bar()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Visitor 2: not changed, because max@example.com changed it in the meantime',
      'Visitor 3: erased in the meantime',
    ])
    expect(changes()).toMatchObject([{ estimates: seen(1, 2, 3, 4) }])
    await user.click(bar().getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('region', { name: 'Selected requests' })).toBeNull()
  })

  it('can be undone with the versions that it made', async () => {
    const changed = [
      { id: 'request-1', version: 2 },
      { id: 'request-2', version: 7 },
    ]
    api.answerTo('estimates.bulkChange', dataAnswer({ changed, refused: [] }))
    const late = { id: 'request-2', reason: 'late', by: null }
    api.answerTo(
      'estimates.undoBulkChange',
      dataAnswer({ changed: [{ id: 'request-1', version: 3 }], refused: [late] }),
    )
    const { user } = await showList()
    await user.click(box(1))
    await user.click(box(2))
    await user.click(bar().getByRole('button', { name: 'Completed' }))
    await user.click(await bar().findByRole('button', { name: 'Undo' }))
    expect(await bar().findByText('Undone: 1 request as before.')).toBeTruthy()
    expect(bar().getByText('Visitor 2: not undone, because the time for that is over')).toBeTruthy()
    expect(inputsOf(api, 'estimates.undoBulkChange')).toEqual([{ estimates: changed }])
    expect(bar().queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('keeps the selection when it could not be saved', async () => {
    api.answerTo('estimates.bulkChange', errorAnswer('CONFLICT', 409))
    const { user } = await showList()
    await user.click(box(1))
    await user.click(bar().getByRole('button', { name: 'Completed' }))
    expect(await screen.findByText('Not saved')).toBeTruthy()
    expect(selected()).toEqual([1])
  })

  it('says what is spam and what is not in quarantine only', async () => {
    api.answerTo('estimates.bulkChange', dataAnswer({ changed: [{ id: 'request-1', version: 2 }], refused: [] }))
    const { user } = await showList('/admin?view=compact&spam=quarantined')
    await user.click(box(1))
    expect(bar().getByRole('button', { name: 'It’s spam' })).toBeTruthy()
    await user.click(bar().getByRole('button', { name: 'Not spam' }))
    expect(await bar().findByText(/^1 request marked as not spam\. Their emails go out/)).toBeTruthy()
    expect(changes()).toEqual([{ estimates: seen(1), change: { kind: 'release' } }])
    await user.click(screen.getByRole('button', { name: 'Clear all' }))
    await user.click(screen.getByRole('button', { name: 'Compact' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Select Visitor 1' }))
    expect(bar().queryByRole('button', { name: 'Not spam' })).toBeNull()
  })
})
