import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { EstimateVisit } from '#shared/estimates/estimate-work.ts'
import { button } from '#tests/support/client/controls.ts'
import { answerRequest, jo, max, type WorkedRequest } from '#tests/support/client/estimate-detail.ts'
import { dataAnswer, errorAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { FakeStream } from '#tests/support/client/fake-stream.ts'
import { requestPath, showRequest } from '#tests/support/client/fetch-page.ts'
import { staffApi } from '#tests/support/client/page-api.ts'

const api = staffApi(requestPath)
let request: WorkedRequest

const visit: EstimateVisit = {
  id: '5f3b6d1e-2222-4222-8222-000000000001',
  startsAt: '2026-01-08T15:00:00.000Z',
  endsAt: '2026-01-08T16:30:00.000Z',
  place: '12 Elm St',
  assignee: max,
  sequence: 3,
}
const awaited = {
  firstContactAt: '2026-01-05T18:00:00.000Z',
  proposalPromisedOn: '2026-01-08',
  proposalDueOn: '2026-01-08',
}

beforeEach(() => {
  // A Wednesday, at noon in New York.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-07T17:00:00Z') })
  vi.stubGlobal('EventSource', FakeStream)
  request = answerRequest(api, { location: 'Troy, NY' })
  api.answerTo('visits.overlaps', dataAnswer([]))
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

const section = () => within(screen.getByRole('region', { name: 'Visit' }))
const dialog = () => within(screen.getByRole('dialog'))
const type = (label: string, value: string) => fireEvent.change(dialog().getByLabelText(label), { target: { value } })

/** Has the fake API save a visit, as the server does. */
function answerWith(procedure: string, fields: Partial<WorkedRequest['work']>): void {
  api.answerTo(procedure, () => {
    request.changeBy('staff@mail.example', fields, { kind: 'visit_planned', ...visit })
    return dataAnswer({ work: request.work, timeline: request.timeline })
  })
}

it('is planned at the request’s location, by the assignee, and shown', async () => {
  request.work = { ...request.work, assignee: max }
  answerWith('visits.save', { visit: { ...visit, place: 'Troy, NY', sequence: 0 } })
  await showRequest()
  fireEvent.click(section().getByRole('button', { name: 'Plan a visit…' }))
  fireEvent.click(dialog().getByRole('button', { name: 'Plan' }))
  expect(dialog().getByText('Please choose a day.')).toBeTruthy()
  type('Day', '2026-01-08')
  type('From', '10:00')
  type('To', '09:00')
  fireEvent.click(dialog().getByRole('button', { name: 'Plan' }))
  expect(dialog().getByText('Please choose a time after the beginning.')).toBeTruthy()
  type('To', '11:30')
  fireEvent.click(dialog().getByRole('button', { name: 'Plan' }))
  await waitFor(() =>
    expect(inputsOf(api, 'visits.save')).toMatchObject([
      {
        ...{ version: 1, sequence: null, day: '2026-01-08', from: '10:00', to: '11:30' },
        ...{ place: 'Troy, NY', assigneeId: max.id },
      },
    ]),
  )
  expect(await section().findByText('Thu, Jan 8, 10:00 AM–11:30 AM')).toBeTruthy()
  expect(section().getByText(`, ${max.email}`, { exact: false }).textContent).toBe(`Troy, NY, ${max.email}`)
})

it('that overlaps another one of the same person is hinted at, and saved all the same', async () => {
  api.answerTo(
    'visits.overlaps',
    dataAnswer([{ projectType: 'kitchen', startsAt: visit.startsAt, endsAt: visit.endsAt }]),
  )
  request.work = { ...request.work, visit }
  answerWith('visits.save', { visit: { ...visit, sequence: 4 } })
  await showRequest()
  fireEvent.click(section().getByRole('button', { name: 'Change…' }))
  expect(dialog().getByLabelText<HTMLInputElement>('From').value).toBe('10:00')
  type('Who', jo.id)
  const hint = await dialog().findByText(/already visits/)
  expect(hint.textContent).toMatch(/^jo@example\.com already visits .+, 10:00 AM–11:30 AM\.$/)
  fireEvent.click(dialog().getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(inputsOf(api, 'visits.save')).toMatchObject([{ sequence: 3, assigneeId: jo.id }]))
})

it('sends the sequence that the dialog was opened with', async () => {
  request.work = { ...request.work, visit }
  api.answerTo('visits.save', errorAnswer('CONFLICT', 409, undefined, undefined, 'This visit has been changed.'))
  await showRequest()
  fireEvent.click(section().getByRole('button', { name: 'Change…' }))
  request.changeBy('max@example.com', { visit: { ...visit, sequence: 4 } }, { kind: 'visit_moved', ...visit })
  act(() => void window.dispatchEvent(new Event('focus')))
  type('From', '10:30')
  fireEvent.click(dialog().getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(inputsOf(api, 'visits.save')).toMatchObject([{ sequence: 3 }]))
  expect(await screen.findByText('This visit has been changed.')).toBeTruthy()
})

it('that was refused is applied to the visit that the page shows by then', async () => {
  request.work = { ...request.work, visit }
  api.answerTo('visits.save', errorAnswer('CONFLICT', 409, undefined, undefined, 'This visit has been changed.'))
  await showRequest()
  fireEvent.click(section().getByRole('button', { name: 'Change…' }))
  type('From', '10:30')
  request.changeBy(
    'max@example.com',
    { visit: { ...visit, place: 'Dock 4', sequence: 4 } },
    { kind: 'visit_changed', ...visit, id: 'changed' },
  )
  fireEvent.click(dialog().getByRole('button', { name: 'Save' }))
  await screen.findByText('This visit has been changed.')
  expect(await section().findByText('Dock 4', { exact: false })).toBeTruthy()
  answerWith('visits.save', { visit: { ...visit, sequence: 5 } })
  fireEvent.click(button('Try again'))
  await waitFor(() => expect(inputsOf(api, 'visits.save')).toMatchObject([{ sequence: 3 }, { sequence: 4 }]))
})

it('that was called off meanwhile cannot be called off again', async () => {
  request.work = { ...request.work, visit }
  api.answerTo('visits.callOff', errorAnswer('CONFLICT', 409, undefined, undefined, 'This visit has been changed.'))
  await showRequest()
  request.changeBy('max@example.com', { visit: null }, { kind: 'visit_called_off', ...visit })
  fireEvent.click(section().getByRole('button', { name: 'Call off…' }))
  fireEvent.click(dialog().getByRole('button', { name: 'Call off' }))
  await screen.findByText('This visit has been changed.')
  expect(await section().findByRole('button', { name: 'Plan a visit…' })).toBeTruthy()
  expect(button('Discard my change')).toBeTruthy()
  expect(() => button('Try again')).toThrow()
})

it('says that nobody goes yet once its assignee has left the staff', async () => {
  request.work = { ...request.work, visit: { ...visit, assignee: null } }
  await showRequest()
  expect(section().getByText('Nobody goes yet', { exact: false }).textContent).toBe('12 Elm St, Nobody goes yet')
})

it('is called off after a question', async () => {
  request.work = { ...request.work, visit }
  answerWith('visits.callOff', { visit: null })
  await showRequest()
  fireEvent.click(section().getByRole('button', { name: 'Call off…' }))
  expect(inputsOf(api, 'visits.callOff')).toEqual([])
  fireEvent.click(dialog().getByRole('button', { name: 'Call off' }))
  await waitFor(() => expect(inputsOf(api, 'visits.callOff')).toMatchObject([{ sequence: 3 }]))
  expect(await section().findByRole('button', { name: 'Plan a visit…' })).toBeTruthy()
})

it('is logged in one press, which offers to move the day of the proposal', async () => {
  request.work = { ...request.work, ...awaited, visit }
  answerWith('visits.complete', { visit: null })
  await showRequest()
  fireEvent.click(section().getByRole('button', { name: 'Visited' }))
  fireEvent.click(await section().findByRole('button', { name: 'Move the proposal’s date…' }))
  expect(inputsOf(api, 'visits.complete')).toMatchObject([{ sequence: 3 }])
  expect(dialog().getByLabelText<HTMLSelectElement>('Reason').value).toBe('visit')
  type('Proposal due on', '2026-01-12')
  fireEvent.click(dialog().getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(inputsOf(api, 'estimates.moveProposal')).toMatchObject([{ dueOn: '2026-01-12', reason: 'visit' }]),
  )
})

it.each([
  ['in quarantine', { quarantine: { reasons: [], isSpam: false } }],
  ['withdrawn', { withdrawnAt: '2026-01-06T17:00:00Z' }],
  ['lost', { outcome: 'lost' }],
] as const)('cannot be planned for a request that is %s', async (_what, work) => {
  request.work = { ...request.work, ...work }
  await showRequest()
  expect(screen.queryByRole('region', { name: 'Visit' })).toBeNull()
  expect(() => button('Plan a visit…')).toThrow()
})
