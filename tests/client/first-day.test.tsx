import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type FirstDay, type FirstDayLine, firstDayLines } from '#shared/first-day.ts'
import { expectConsole } from '#tests/support/client/console-watch.ts'
import { button } from '#tests/support/client/controls.ts'
import { dataAnswer, errorAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { FakeStream } from '#tests/support/client/fake-stream.ts'
import { staffApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { todayEstimate, todayResponse } from '#tests/support/estimates/today-response.ts'

const states = (given: Partial<Record<FirstDayLine, 'done' | 'declined'>>): FirstDay =>
  firstDayLines.map((id) => ({ id, state: given[id] ?? 'open' }))
const card = () => screen.findByRole('region', { name: 'First day' })

beforeEach(() => {
  vi.stubGlobal('EventSource', FakeStream)
  return () => vi.unstubAllGlobals()
})

describe('the first day of an administrator', () => {
  const api = staffApi('/admin/today', { role: 'admin' })
  beforeEach(() => api.answerTo('admin.today', dataAnswer(todayResponse())))
  const answer = (firstDay: FirstDay | null) => api.answerTo('installation.firstDay', dataAnswer(firstDay))

  it('shows each line with its link, what is done, and a hint for what is open', async () => {
    answer(states({ email: 'done', colleague: 'declined' }))
    await renderSite('/admin/today')
    const shown = within(await card())
    expect(shown.getByText('1 of 7 done')).toBeTruthy()
    const links = shown.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['Company name and license entered', '/admin/company'],
      ['Samples replaced', '/admin/company'],
      ['Email works', '/admin/company?room=email'],
      ['First colleague', '/admin/people'],
      ['Second factor', '/account#sign-in'],
      ['A request sent to yourself', '/estimate'],
      ['A backup made', '/admin/company?room=backups'],
    ])
    const items = shown.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(items[2]).toBe('Email works, done')
    expect(items[3]).toBe('First colleagueUndo')
    expect(items[6]).toMatch(/^A backup madeHave the server .*Not for us$/)
  })

  it.each([
    ['open', todayResponse()],
    ['folded while visitors wait who should come first', todayResponse({ overdue: [todayEstimate()] })],
  ])('is %s', async (state, today) => {
    api.answerTo('admin.today', dataAnswer(today))
    answer(states({}))
    await renderSite('/admin/today')
    expect((await card()).querySelector('details')?.open).toBe(state === 'open')
  })

  it('declines a line and takes it back, and says when that was not saved', async () => {
    expectConsole(/^error: Not Saved\. TRPCClientError: No\.$/)
    answer(states({}))
    const { user } = await renderSite('/admin/today')
    await card()
    api.answerTo('installation.declineLine', dataAnswer(states({ request: 'declined' })))
    await user.click(button('Not for us: A request sent to yourself'))
    await screen.findByText('Undo')
    expect(document.activeElement).toBe(button('Undo: A request sent to yourself'))
    api.answerTo('installation.declineLine', errorAnswer('INTERNAL_SERVER_ERROR', 500))
    await user.click(button('Undo: A request sent to yourself'))
    expect(await screen.findByText('Not Saved')).toBeTruthy()
    expect(inputsOf(api, 'installation.declineLine')).toEqual([
      { id: 'request', declined: true },
      { id: 'request', declined: false },
    ])
  })

  it('goes with the last open line, and gives the focus to the heading', async () => {
    answer(states({}))
    api.answerTo('installation.declineLine', dataAnswer(null))
    const { user } = await renderSite('/admin/today')
    await card()
    await user.click(button('Not for us: A backup made'))
    await waitFor(() => expect(screen.queryByText('First day')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Today' }))
  })
})

describe('the first day of a staff member', () => {
  const api = staffApi('/admin/today')

  it('is not asked for', async () => {
    api.answerTo('admin.today', dataAnswer(todayResponse()))
    await renderSite('/admin/today')
    await screen.findByText('All caught up')
    expect(inputsOf(api, 'installation.firstDay')).toEqual([])
  })
})
