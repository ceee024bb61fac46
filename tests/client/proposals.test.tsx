import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readCents } from '#client/features/admin/estimate/proposal-form.tsx'
import { ProposalBadge } from '#client/features/admin/ui/proposal-badge.tsx'
import { undoLimits } from '#shared/estimates/bulk-change.ts'
import type { EstimateWork } from '#shared/estimates/estimate-work.ts'
import { button } from '#tests/support/client/controls.ts'
import { answerRequest, max, type WorkedRequest } from '#tests/support/client/estimate-detail.ts'
import { dataAnswer, errorAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { FakeStream } from '#tests/support/client/fake-stream.ts'
import { requestPath, showRequest, timeline } from '#tests/support/client/fetch-page.ts'
import { staffApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { answerList, listedEstimate } from '#tests/support/estimates/listed-estimates.ts'
import { todayEstimate, todayResponse } from '#tests/support/estimates/today-response.ts'

const api = staffApi(requestPath)

const contacted = {
  firstContactAt: '2026-01-05T18:00:00.000Z',
  status: 'in_progress',
  proposalPromisedOn: '2026-01-08',
  proposalDueOn: '2026-01-08',
} as const

beforeEach(() => {
  // A Wednesday, at noon in New York.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-07T17:00:00Z') })
  vi.stubGlobal('EventSource', FakeStream)
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

const calls = (name: string) => inputsOf(api, `estimates.${name}`)
const block = () => within(screen.getByRole('region', { name: 'Proposal' }))
const amount = () => screen.getByLabelText<HTMLInputElement>('Amount in $ (optional)')
const setDay = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('ProposalBadge', () => {
  it.each<[string, string, Partial<EstimateWork>]>([
    ['Proposal due tomorrow', 'Proposal due on Jan 8, 2026', {}],
    ['Proposal due Mon', 'Proposal due on Jan 12, 2026, promised for Jan 8, 2026', { proposalDueOn: '2026-01-12' }],
    [
      'Proposal overdue by 1 day',
      'Proposal due on Jan 6, 2026',
      { proposalDueOn: '2026-01-06', proposalPromisedOn: '2026-01-06' },
    ],
    ['Proposal sent in 2 days', 'Proposal sent on Jan 7, 2026', { proposalSentAt: '2026-01-07T16:00:00Z' }],
    [
      'Proposal sent late, after 2 days',
      'Proposal sent on Jan 7, 2026, $48,500.50',
      { proposalDueOn: '2026-01-06', proposalSentAt: '2026-01-07T16:00:00Z', proposalCents: 4_850_050 },
    ],
    ['No proposal needed', 'Proposal promised for Jan 8, 2026', { proposalDueOn: null }],
  ])('says %s', (text, title, work) => {
    render(<ProposalBadge {...listedEstimate()} {...contacted} outcome="open" {...work} />)
    expect(screen.getByText(text).title).toBe(title)
  })

  it.each([
    ['Proposal 1 day late', '2026-01-06'],
    ['Proposal 19 days late', '2025-12-19'],
    ['Proposal due tomorrow', '2026-01-08'],
  ])('says %s where there is little room', (text, proposalDueOn) => {
    render(<ProposalBadge {...listedEstimate()} {...contacted} proposalDueOn={proposalDueOn} outcome="open" isShort />)
    expect(screen.getByText(text)).toBeTruthy()
  })

  it.each<[string, Partial<EstimateWork>]>([
    ['before the first contact', { firstContactAt: null }],
    ['in quarantine', { dueAt: null }],
    ['of erased data', { erasedAt: '2026-01-06T17:00:00Z' }],
    ['of a won request', { outcome: 'won' }],
  ])('shows nothing %s', (_when, work) => {
    const { container } = render(<ProposalBadge {...listedEstimate()} {...contacted} outcome="open" {...work} />)
    expect(container.textContent).toBe('')
  })
})

describe('readCents', () => {
  it.each([
    ['48,500', 4_850_000],
    ['$48,500.50', 4_850_050],
    [' $ 1,234,567.8 ', 123_456_780],
    ['0.1', 10],
    ['0.29', 29],
    ['0.01', 1],
    ['1.15', 115],
    ['4.35', 435],
    ['99999999.99', 9_999_999_999],
    ['４８，５００．５０', 4_850_050],
  ])('reads %s exactly', (text, cents) => expect(readCents(text)).toBe(cents))

  it.each([
    '1e5',
    '12.345',
    '-1',
    '0',
    '0.00',
    '100000000',
    '99,999,999,999',
    '48.500,00',
    '48,50',
    '1234,567',
    '48 500',
    '48k',
    '48500.',
    '.5',
    '$',
    '',
    'Infinity',
    '9'.repeat(400),
  ])('refuses %s', (text) => expect(readCents(text)).toBeUndefined())
})

describe('the list', () => {
  it.each(['cards', 'compact'])('shows what waits, and what does not, as %s', async (view) => {
    const sent = { proposalSentAt: '2026-01-07T16:00:00Z' }
    answerList(api, [listedEstimate(contacted), listedEstimate({ id: 'second', ...contacted, ...sent })])
    await renderSite(`/admin?view=${view}`)
    expect(await screen.findByText('Proposal due tomorrow')).toBeTruthy()
    expect(screen.getByText(/Proposal sent in 2 days/)).toBeTruthy()
  })
})

describe('the page of a request', () => {
  let request: WorkedRequest

  beforeEach(() => {
    request = answerRequest(api)
    request.work = { ...request.work, ...contacted }
  })

  const show = async (work: Partial<EstimateWork> = {}) => {
    request.work = { ...request.work, ...work }
    return await showRequest()
  }

  it('has no clock before the first contact, and nothing but a proposal to write', async () => {
    await show({ firstContactAt: null, proposalPromisedOn: null, proposalDueOn: null })
    expect(
      block()
        .getAllByText(/./)
        .map(({ textContent }) => textContent),
    ).toEqual(['Proposal', 'Write proposal…'])
  })

  it('logs a proposal with two presses, shows it at once, and takes it back with its version', async () => {
    const { user } = await show()
    expect(block().getByText('Due on Jan 8, 2026')).toBeTruthy()
    await user.click(button('Log proposal…'))
    expect(document.activeElement).toBe(amount())
    await user.keyboard('$48,500.50')
    const release = api.hold()
    await user.keyboard('{Enter}')
    expect(block().getByText('Proposal sent in 2 days')).toBeTruthy()
    expect(block().getByText('Sent on Jan 7, 2026, $48,500.50')).toBeTruthy()
    expect(timeline().getByText('Saving…')).toBeTruthy()
    expect(document.activeElement).toBe(button('Log proposal…'))
    release()
    const undo = await block().findByRole('button', { name: 'Undo' })
    expect(undo.parentElement?.textContent).toContain('Proposal logged.')
    expect(calls('logProposal')).toEqual([
      { id: 'first', version: 1, channel: 'email', sentOn: '2026-01-07', cents: 4_850_050 },
    ])
    api.answerTo('estimates.undoBulkChange', () => {
      request.changeBy(
        'ada@example.com',
        { proposalSentAt: null, proposalCents: null },
        { kind: 'undone', what: 'proposal' },
      )
      return dataAnswer({ changed: [{ id: 'first', version: 3 }], refused: [] })
    })
    await user.click(undo)
    expect(await timeline().findByText('Proposal taken back')).toBeTruthy()
    expect(block().getByText('Proposal due tomorrow')).toBeTruthy()
    expect(calls('undoBulkChange')).toEqual([{ estimates: [{ id: 'first', version: 2 }] }])
    expect(document.activeElement).toBe(button('Log proposal…'))
  })

  it('says who was first when it can no longer be taken back', async () => {
    const { user } = await show()
    await user.click(button('Log proposal…'))
    await user.keyboard('{Enter}')
    const refused = [{ id: 'first', reason: 'changed', by: 'Max' }]
    api.answerTo('estimates.undoBulkChange', dataAnswer({ changed: [], refused }))
    await user.click(await block().findByRole('button', { name: 'Undo' }))
    expect((await screen.findByRole('region', { name: 'Undo not saved' })).textContent).toContain(
      'Max changed it in the meantime.',
    )
  })

  it('refuses a wrong amount and a wrong day at their fields, and closes with Escape', async () => {
    const { user } = await show()
    await user.click(button('Log proposal…'))
    await user.keyboard('12.345{Enter}')
    expect(
      screen.getByText('Please enter an amount from $0.01 to $99,999,999.99, such as 48,500 or 48,500.50.'),
    ).toBeTruthy()
    await user.clear(amount())
    setDay('Sent on', '2025-12-20')
    await user.keyboard('{Enter}')
    expect(screen.getByText('Please choose one of the last 14 days.')).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(screen.queryByLabelText('Sent on')).toBeNull()
    expect(document.activeElement).toBe(button('Log proposal…'))
    expect(calls('logProposal')).toEqual([])
  })

  it('logs how and when without an amount, and shows who was first', async () => {
    const { user } = await show()
    await user.click(button('Log proposal…'))
    await user.click(button('Handed over'))
    setDay('Sent on', '2026-01-06')
    request.changeBy(max.email, { followUpOn: '2026-02-01' }, { kind: 'follow_up', from: null, to: '2026-02-01' })
    await user.click(button('Save'))
    const notice = await screen.findByRole('region', { name: 'Proposal not saved' })
    expect(notice.textContent).toContain('by max@example.com')
    expect(notice.textContent).toContain('Handed over, Jan 6, 2026')
    await user.click(button('Apply my change'))
    await waitFor(() =>
      expect(calls('logProposal').at(-1)).toEqual({ id: 'first', version: 2, channel: 'handed', sentOn: '2026-01-06' }),
    )
    expect(await block().findByText('Sent on Jan 6, 2026')).toBeTruthy()
  })

  it('moves the date with a reason, whose words another reason needs', async () => {
    const { user } = await show()
    await user.click(button('Move the date…'))
    const dialog = within(screen.getByRole('dialog', { name: 'Move the date' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByText('Please choose another day.')).toBeTruthy()
    expect(dialog.getByText('Please choose a reason.')).toBeTruthy()
    setDay('Proposal due on', '2026-03-09')
    await user.selectOptions(dialog.getByLabelText('Reason'), 'Another reason')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByText('Please choose one of the next 60 days.')).toBeTruthy()
    expect(dialog.getByText('Please say why.')).toBeTruthy()
    setDay('Proposal due on', '2026-01-14')
    await user.type(dialog.getByLabelText('Which reason?'), 'The plans are late.')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await timeline().findByText('Proposal due: Jan 8, 2026 → Jan 14, 2026')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(block().getByText('Due on Jan 14, 2026, promised for Jan 8, 2026')).toBeTruthy()
    expect(calls('moveProposal')).toEqual([
      { id: 'first', version: 1, dueOn: '2026-01-14', reason: 'other', text: 'The plans are late.' },
    ])
  })

  it('says that no proposal is needed, with a reason, and sets a date again', async () => {
    const { user } = await show()
    await user.click(button('No proposal needed…'))
    const dialog = within(screen.getByRole('dialog', { name: 'No proposal needed' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByText('Please say why no proposal is needed.')).toBeTruthy()
    await user.type(dialog.getByLabelText('Reason'), 'Agreed on the phone.')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(calls('skipProposal')).toEqual([{ id: 'first', version: 1, reason: 'Agreed on the phone.' }]),
    )
    expect(block().getByText('No proposal needed')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'No proposal needed…' })).toBeNull()
    const opener = button('Set a date…')
    await user.click(opener)
    setDay('Proposal due on', '2026-01-08')
    await user.selectOptions(screen.getByLabelText('Reason'), 'After the site visit')
    await user.click(button('Save'))
    expect(await block().findByText('Due on Jan 8, 2026')).toBeTruthy()
    // The dialog gives the focus back to the same element.
    expect(button('Move the date…')).toBe(opener)
    expect(calls('moveProposal')).toEqual([{ id: 'first', version: 2, dueOn: '2026-01-08', reason: 'visit', text: '' }])
  })

  it('moves nothing of a proposal that was sent, or of a request that is won', async () => {
    const { unmount } = await show({ proposalSentAt: '2026-01-07T16:00:00Z' })
    expect(
      block()
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Log proposal…', 'Write proposal…'])
    unmount()
    await show({ proposalSentAt: null, outcome: 'won' })
    await waitFor(() =>
      expect(
        block()
          .getAllByRole('button')
          .map(({ textContent }) => textContent),
      ).toEqual(['Log proposal…']),
    )
  })

  it('sets no date for a request that its customer withdrew', async () => {
    await show({ dueAt: null, proposalDueOn: null, withdrawnAt: '2026-01-07T15:00:00Z' })
    expect(screen.getByRole('region', { name: 'Proposal' }).children).toHaveLength(2)
    await waitFor(() =>
      expect(
        block()
          .getAllByRole('button')
          .map(({ textContent }) => textContent),
      ).toEqual(['Log proposal…']),
    )
  })

  it('offers to log it in the command palette', async () => {
    const { user } = await show()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox', { name: /^Search requests/ }), 'log prop{Enter}')
    expect(document.activeElement).toBe(amount())
  })
})

describe('Today', () => {
  const waiting = todayEstimate(contacted)
  const answer = (...proposals: (typeof waiting)[]) =>
    api.answerTo('admin.today', dataAnswer(todayResponse({ proposals })))
  const section = () => screen.findByRole('region', { name: 'Proposals due' })
  const state = (version: number) => ({ work: { version }, timeline: [] })

  it('shows the proposal in the place of the response, and leads to the list', async () => {
    answer(waiting)
    await renderSite('/admin/today')
    const row = within(await section())
    expect(row.getByText('Proposal due tomorrow')).toBeTruthy()
    expect(row.queryByText(/answered/)).toBeNull()
    expect(row.getByRole('link', { name: 'All requests by proposal due' }).getAttribute('href')).toBe(
      '/admin?proposal=due&sort=proposal',
    )
    expect(screen.getByRole('link', { name: 'Proposals 1' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Today 1 waiting' })).toBeTruthy()
    expect(row.getByRole('button', { name: 'Log call… with Ada Romero' })).toBeTruthy()
  })

  it('logs it by the keyboard alone, and takes it back', async () => {
    answer(waiting)
    api.answerTo('estimates.logProposal', () => {
      answer()
      return dataAnswer(state(2))
    })
    api.answerTo('estimates.undoBulkChange', () => {
      answer(waiting)
      return dataAnswer({ changed: [{ id: waiting.id, version: 3 }], refused: [] })
    })
    api.answerTo('estimates.get', dataAnswer(state(3)))
    const { user } = await renderSite('/admin/today')
    await section()
    await user.keyboard('jc')
    expect(document.activeElement).toBe(amount())
    await user.keyboard('48,500{Enter}')
    expect(await screen.findByText(/: Proposal logged\.$/)).toBeTruthy()
    expect(calls('logProposal')).toEqual([
      { id: waiting.id, version: 1, channel: 'email', sentOn: '2026-01-07', cents: 4_850_000 },
    ])
    await user.click(button('Undo for Ada Romero'))
    await waitFor(() => expect(screen.queryByText(/Proposal logged/)).toBeNull())
    expect(calls('undoBulkChange')).toEqual([{ estimates: [{ id: waiting.id, version: 2 }] }])
    expect(within(await section()).getByText('Proposal due tomorrow')).toBeTruthy()
  })

  it('offers to take it back for ten seconds, also while the row has the focus', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() })
    answer(waiting)
    api.answerTo('estimates.logProposal', dataAnswer(state(2)))
    const { user } = await renderSite('/admin/today')
    await section()
    await user.click(button('Log proposal… for Ada Romero'))
    await user.keyboard('{Enter}')
    expect(await screen.findByText(/: Proposal logged\.$/)).toBeTruthy()
    act(() => button('Undo for Ada Romero').focus())
    act(() => vi.advanceTimersByTime(undoLimits.offeredMs - 1))
    expect(button('Undo for Ada Romero')).toBeTruthy()
    act(() => vi.advanceTimersByTime(1))
    expect(screen.queryByRole('button', { name: 'Undo for Ada Romero' })).toBeNull()
    expect(document.activeElement?.textContent).toContain('Proposal logged.')
  })

  it('closes with Escape, and gives the focus back', async () => {
    answer(waiting)
    const { user } = await renderSite('/admin/today')
    await section()
    await user.click(button('Log proposal… for Ada Romero'))
    await user.keyboard('5{Escape}')
    expect(screen.queryByLabelText('Sent on')).toBeNull()
    expect(document.activeElement).toBe(button('Log proposal… for Ada Romero'))
  })

  it('goes on after a colleague changed something else, but not after another proposal', async () => {
    answer(waiting)
    const stale = (fields: object) => {
      const work = { version: 4, ...contacted, proposalSentAt: null, ...fields }
      const data = { code: 'CONFLICT', httpStatus: 409, stale: { work, changes: [] } }
      return {
        ...(errorAnswer('CONFLICT', 409) as object),
        body: [{ error: { message: 'Changed.', code: -32_009, data } }],
      }
    }
    let sent: object = { proposalSentAt: '2026-01-06T17:00:00Z' }
    api.answerTo('estimates.logProposal', ({ version }) =>
      version === 1 ? (stale(sent) as ReturnType<typeof dataAnswer>) : dataAnswer(state(5)),
    )
    const { user } = await renderSite('/admin/today')
    await section()
    await user.click(button('Log proposal… for Ada Romero'))
    await user.keyboard('{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Proposal not logged. A colleague changed this request. You’re seeing the latest version.',
    )
    sent = {}
    await user.click(button('Save'))
    expect(await screen.findByText(/: Proposal logged\.$/)).toBeTruthy()
    expect(calls('logProposal').map(({ version }) => version)).toEqual([1, 1, 4])
  })
})
