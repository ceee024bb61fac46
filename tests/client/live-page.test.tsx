import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { button } from '#tests/support/client/controls.ts'
import { answerRequest, max, type WorkedRequest } from '#tests/support/client/estimate-detail.ts'
import { dataAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { FakeStream } from '#tests/support/client/fake-stream.ts'
import { staffApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { answerList, listedEstimates } from '#tests/support/estimates/listed-estimates.ts'

beforeEach(() => void vi.stubGlobal('EventSource', FakeStream))
afterEach(() => vi.unstubAllGlobals())

const api = staffApi('/admin')

const tell = (changes: Parameters<FakeStream['tell']>[0]) => act(() => FakeStream.last.tell(changes))

describe('an open list', () => {
  const counts = (all: number, quarantined: number) =>
    dataAnswer({ statuses: { new: all }, overdue: 0, quarantined, confirmed: 0 })

  async function openList() {
    answerList(api, listedEstimates(2))
    api.answerTo('estimates.counts', counts(2, 0))
    const site = await renderSite('/admin')
    await screen.findByText('2 of 2 loaded')
    await screen.findByRole('button', { name: 'All 2' })
    return site
  }

  it('updates the count of quarantined estimates in an open list, which leads to them', async () => {
    const { user, router } = await openList()
    expect(screen.queryByText(/possible spam/)).toBeNull()
    api.answerTo('estimates.counts', counts(2, 1))
    tell({ changed: ['quarantined'] })
    await user.click(await screen.findByRole('button', { name: '1 possible spam' }))
    expect(router.state.location.search).toEqual({ spam: 'quarantined' })
    expect(button('Remove Possible spam')).toBeTruthy()
  })
})

describe('a field that is edited while a colleague changes it', () => {
  let request: WorkedRequest

  beforeEach(() => {
    request = answerRequest(api)
  })

  async function showRequest() {
    const site = await renderSite('/admin/estimates/first')
    await screen.findByRole('heading', { name: 'Ada Romero' })
    return site
  }

  /** Makes a change as the colleague and waits until the page shows it. */
  async function shows(words: string, ...change: Parameters<WorkedRequest['changeBy']>): Promise<void> {
    request.changeBy(...change)
    tell({ changed: ['first'] })
    await within(screen.getByRole('region', { name: 'Timeline' })).findByText(words)
  }

  const calls = (name: string) => inputsOf(api, `estimates.${name}`)
  const notice = () => screen.findByRole('region', { name: /not saved$/ })
  const day = () => screen.getByLabelText<HTMLInputElement>('Follow up on')
  const reason = () => screen.getByLabelText<HTMLTextAreaElement>('Reason lost (optional)')
  const followUp = (followUpOn: string) =>
    [max.email, { followUpOn }, { kind: 'follow_up', from: null, to: followUpOn }] as const
  const won = [max.email, { outcome: 'won' }, { kind: 'outcome', from: 'open', to: 'won', reason: null }] as const

  it('keeps a typed follow-up day, says what the colleague changed, and saves the day only when applied again', async () => {
    const { user } = await showRequest()
    fireEvent.change(day(), { target: { value: '2025-03-01' } })
    await shows('Follow-up set to Feb 1, 2025', ...followUp('2025-02-01'))
    expect(day().value).toBe('2025-03-01')
    fireEvent.blur(day())
    expect((await notice()).textContent).toContain('by max@example.com')
    expect((await notice()).textContent).toContain('You chose: Follow-upMar 1, 2025')
    expect(request.work.followUpOn).toBe('2025-02-01')
    expect(day().value).toBe('2025-02-01')
    await user.click(button('Apply my change'))
    await waitFor(() => expect(request.work.followUpOn).toBe('2025-03-01'))
    expect(calls('setFollowUp').map(({ version }) => version)).toEqual([1, 2])
  })

  it('keeps a typed reason, and overwrites the colleague’s outcome only when sent once more', async () => {
    const { user } = await showRequest()
    await user.click(button('Lost'))
    await user.type(reason(), 'Too far.')
    await shows('Outcome: Open → Won', ...won)
    expect(reason().value).toBe('Too far.')
    await user.click(button('Save as lost'))
    expect((await notice()).textContent).toContain('Outcome: Open → Won')
    expect(request.work.outcome).toBe('won')
    await user.click(button('Save as lost'))
    await waitFor(() => expect(request.work).toMatchObject({ outcome: 'lost', outcomeReason: 'Too far.' }))
    expect(calls('setOutcome').map(({ version }) => version)).toEqual([1, 2])
  })

  it('saves an edited field when the colleague has changed another one', async () => {
    const { user } = await showRequest()
    await user.click(button('Lost'))
    await user.type(reason(), 'Too far.')
    fireEvent.change(day(), { target: { value: '2025-03-01' } })
    const status = { kind: 'status', from: 'new', to: 'completed' }
    await shows('Status: New → Completed', max.email, { status: 'completed' }, status)
    fireEvent.blur(day())
    await user.click(button('Save as lost'))
    await waitFor(() => expect(request.work).toMatchObject({ outcome: 'lost', followUpOn: '2025-03-01', version: 4 }))
    expect(screen.queryByRole('region', { name: /not saved$/ })).toBeNull()
  })

  it('shows the colleague’s value in a field that is not being edited', async () => {
    await showRequest()
    await shows('Follow-up set to Feb 1, 2025', ...followUp('2025-02-01'))
    expect(day().value).toBe('2025-02-01')
  })
})
