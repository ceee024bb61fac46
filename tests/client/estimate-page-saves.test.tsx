import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { button } from '#tests/support/client/controls.ts'
import { answerRequest, jo, max, type WorkedRequest } from '#tests/support/client/estimate-detail.ts'
import { errorAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { requestPath, showRequest, timeline } from '#tests/support/client/fetch-page.ts'
import { staffApi } from '#tests/support/client/page-api.ts'
import { answerList } from '#tests/support/estimates/listed-estimates.ts'

const api = staffApi(requestPath)
let request: WorkedRequest

beforeEach(() => {
  request = answerRequest(api)
})

const calls = (name: string) => inputsOf(api, `estimates.${name}`)
const isPressed = (name: string) => button(name).getAttribute('aria-pressed') === 'true'
const trouble = () => screen.findByRole('region', { name: /not saved$/ })
/** Waits for an entry of the timeline that is stored: it stands there before, beside "Saving…". */
const saved = (text: string) =>
  waitFor(() => {
    expect(timeline().getByText(text)).toBeTruthy()
    expect(timeline().queryByText('Saving…')).toBeNull()
  })
const noTrouble = () => waitFor(() => expect(screen.queryByRole('region', { name: /not saved$/ })).toBeNull())

describe('useSaveWork', () => {
  it('shows a change at once and sends the version seen', async () => {
    const { user } = await showRequest()
    const release = api.hold()
    await user.click(button('In progress'))
    expect(isPressed('In progress')).toBe(true)
    expect(timeline().getByText('Saving…')).toBeTruthy()
    release()
    await saved('Status: New → In progress')
    expect(calls('setStatus')).toEqual([{ id: 'first', version: 1, status: 'in_progress' }])
  })

  it('sends a change after the one before it, with the version that this one made', async () => {
    const { user } = await showRequest()
    const release = api.hold()
    await user.click(button('Completed'))
    await user.click(button('Won'))
    await waitFor(() => expect(calls('setStatus')).toHaveLength(1))
    expect(calls('setOutcome')).toEqual([])
    expect(isPressed('Won')).toBe(true)
    release()
    await saved('Outcome: Open → Won')
    expect(calls('setOutcome')).toEqual([{ id: 'first', version: 2, outcome: 'won', reason: '' }])
  })

  it('saves nothing when the present value is chosen', async () => {
    const { user } = await showRequest()
    await user.click(button('New'))
    await user.click(button('Open'))
    await user.click(button('Won'))
    await saved('Outcome: Open → Won')
    expect(calls('setStatus')).toEqual([])
    expect(calls('setOutcome')).toHaveLength(1)
  })

  it.each([
    ['unless the box is cleared', true, 'In progress'],
    ['and leaves it new where the box was cleared', false, 'New'],
  ])('the first contact moves a new request to in progress, %s', async (_rule, moves, status) => {
    const { user } = await showRequest()
    await user.click(button('Visit'))
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Move to In progress' })
    expect(box.checked).toBe(true)
    if (!moves) await user.click(box)
    await user.click(button('Log visit'))
    await saved('Site visit')
    expect(calls('logContact')).toEqual([
      { id: 'first', entryKey: expect.any(String), channel: 'visit', note: '', ...(moves ? {} : { keepStatus: true }) },
    ])
    await waitFor(() => expect(isPressed(status)).toBe(true))
    await user.click(button('Visit'))
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('offers Completed once the request is lost, and not of a job that was just won', async () => {
    const { user } = await showRequest()
    const offer = () => screen.queryByRole('button', { name: 'Set status to Completed' })
    expect(offer()).toBeNull()
    await user.click(button('Won'))
    await saved('Outcome: Open → Won')
    expect(offer()).toBeNull()
    await user.click(button('Lost'))
    await user.click(button('Save as lost'))
    await user.click(await screen.findByRole('button', { name: 'Set status to Completed' }))
    await waitFor(() => expect(isPressed('Completed')).toBe(true))
    await waitFor(() => expect(offer()).toBeNull())
    expect(calls('setStatus')).toMatchObject([{ status: 'completed' }])
  })

  it('asks for a reason before it saves Lost', async () => {
    const { user } = await showRequest()
    await user.click(button('Lost'))
    expect(calls('setOutcome')).toEqual([])
    await user.type(screen.getByLabelText('Reason lost (optional)'), 'Too far.')
    await user.click(button('Save as lost'))
    await saved('Outcome: Open → Lost')
    expect(request.work).toMatchObject({ outcome: 'lost', outcomeReason: 'Too far.' })
    await waitFor(() => expect(screen.queryByLabelText('Reason lost (optional)')).toBeNull())
  })

  it('assigns the estimate and removes the assignee', async () => {
    const { user } = await showRequest()
    const select = screen.getByLabelText<HTMLSelectElement>('Assigned to')
    await user.selectOptions(select, jo.email)
    await saved('Assigned to jo@example.com')
    expect(select.value).toBe(jo.id)
    await user.selectOptions(select, 'Unassigned')
    await waitFor(() => expect(request.work.assignee).toBeNull())
    expect(calls('assign').map(({ assigneeId }) => assigneeId)).toEqual([jo.id, null])
  })

  it('saves the follow-up day on Enter, keeps the focus, and saves nothing more on blur', async () => {
    const { user } = await showRequest()
    const field = screen.getByLabelText<HTMLInputElement>('Follow up on')
    field.focus()
    fireEvent.change(field, { target: { value: '2025-02-01' } })
    await user.keyboard('{Enter}')
    await saved('Follow-up set to Feb 1, 2025')
    expect(document.activeElement).toBe(screen.getByLabelText('Follow up on'))
    await user.tab()
    await user.click(button('Won'))
    await saved('Outcome: Open → Won')
    expect(calls('setFollowUp')).toHaveLength(1)
    expect(field.value).toBe('2025-02-01')
  })

  it('saves a change and its reversal, in order', async () => {
    const { user } = await showRequest()
    const release = api.hold()
    for (const name of ['Completed', 'New', 'Completed']) await user.click(button(name))
    expect(timeline().getAllByText('Saving…')).toHaveLength(3)
    release()
    await waitFor(() => expect(request.work.version).toBe(4))
    expect(calls('setStatus').map(({ status }) => status)).toEqual(['completed', 'new', 'completed'])
    await waitFor(() => expect(timeline().queryByText('Saving…')).toBeNull())
    await waitFor(() => expect(isPressed('Completed')).toBe(true))
  })
})

describe('notes and contacts', () => {
  it('does not send an empty note', async () => {
    const { user } = await showRequest()
    await user.click(button('Add note'))
    await user.click(button('Won'))
    await saved('Outcome: Open → Won')
    expect(calls('addNote')).toEqual([])
  })

  it('keeps a note in its field when saving fails', async () => {
    const { user } = await showRequest()
    api.answerNext('hang up')
    const field = screen.getByLabelText<HTMLTextAreaElement>('Note')
    await user.type(field, 'Call after six.')
    await user.click(button('Add note'))
    await screen.findByText(/^Note not saved\. We couldn’t reach the server/)
    expect(field.value).toBe('Call after six.')
    expect(screen.getAllByText(/not saved/)).toHaveLength(1)
    await user.click(button('Add note'))
    await saved('Call after six.')
  })
})

describe('a save that fails', () => {
  it('restores the former value, says that the change was not saved, and tries again on request', async () => {
    const { user } = await showRequest()
    api.answerNext('hang up')
    await user.click(button('Completed'))
    const notice = await trouble()
    expect(isPressed('New')).toBe(true)
    expect(notice.textContent).toContain('We couldn’t reach the server.')
    expect(notice.textContent).toContain('You chose: StatusCompleted')
    // The notice alone, and no toast with the same words.
    expect(screen.getAllByText(/couldn’t reach the server/)).toHaveLength(1)
    expect(screen.getAllByText(/not saved/i)).toHaveLength(1)
    await user.click(button('Try again'))
    await saved('Status: New → Completed')
    await noTrouble()
  })

  it('tells of a failed save by a toast when the user has left the page', async () => {
    const { user, router } = await showRequest()
    answerList(api, [])
    const release = api.hold()
    api.answerNext('hang up')
    await user.click(button('Completed'))
    await act(() => router.navigate({ to: '/admin' }))
    release()
    expect(await screen.findByText('Status not saved')).toBeTruthy()
  })

  it('discards an unsaved change on request', async () => {
    const { user } = await showRequest()
    api.answerNext(errorAnswer('INTERNAL_SERVER_ERROR', 500, undefined, undefined, 'Something went wrong.'))
    await user.click(button('Completed'))
    expect((await trouble()).textContent).toContain('Something went wrong.')
    await user.click(button('Discard my change'))
    await noTrouble()
    expect(calls('setStatus')).toHaveLength(1)
  })

  it('fails the changes that waited behind a failed one', async () => {
    const { user } = await showRequest()
    const release = api.hold()
    api.answerNext('hang up')
    await user.click(button('Completed'))
    await user.click(button('Won'))
    release()
    const notice = await trouble()
    expect(notice.textContent).toContain('You chose: OutcomeWon')
    expect(calls('setOutcome')).toEqual([])
    await user.click(button('Try again'))
    await saved('Outcome: Open → Won')
    expect(request.work).toMatchObject({ status: 'completed', outcome: 'won', version: 3 })
  })
})

describe('a conflict with a colleague', () => {
  it('says who changed what, shows the present value, and applies the change again with the new version', async () => {
    const { user } = await showRequest()
    request.changeBy(max.email, { status: 'in_progress' }, { kind: 'status', from: 'new', to: 'in_progress' })
    await user.click(button('Completed'))
    const notice = await trouble()
    expect(notice.textContent).toContain('Status: New → In progress')
    expect(notice.textContent).toContain('Mon, Jan 6, 2025, 3:10 PM by max@example.com')
    expect(isPressed('In progress')).toBe(true)
    await saved('Status: New → In progress')
    await user.click(button('Apply my change'))
    await saved('Status: In progress → Completed')
    expect(calls('setStatus').map(({ version }) => version)).toEqual([1, 2])
    await noTrouble()
  })

  it('keeps a typed reason in its field after a conflict', async () => {
    const { user } = await showRequest()
    request.changeBy(max.email, { status: 'completed' }, { kind: 'status', from: 'new', to: 'completed' })
    await user.click(button('Lost'))
    const field = screen.getByLabelText<HTMLTextAreaElement>('Reason lost (optional)')
    await user.type(field, 'Too far.')
    await user.click(button('Save as lost'))
    expect((await trouble()).textContent).toContain('Lost: Too far.')
    expect(field.value).toBe('Too far.')
  })

  it('reports no conflict when the colleague chose the same value', async () => {
    const { user } = await showRequest()
    request.changeBy(max.email, { status: 'completed' }, { kind: 'status', from: 'new', to: 'completed' })
    await user.click(button('Completed'))
    await saved('Status: New → Completed')
    await waitFor(() => expect(isPressed('Completed')).toBe(true))
    expect(screen.queryByRole('region', { name: /not saved$/ })).toBeNull()
  })
})
