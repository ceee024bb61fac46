import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { button, field } from '#tests/support/client/controls.ts'
import { answerRequest, type WorkedRequest } from '#tests/support/client/estimate-detail.ts'
import { dataAnswer, errorAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { requestPath, showRequest } from '#tests/support/client/fetch-page.ts'
import { staffApi } from '#tests/support/client/page-api.ts'
import { answerList } from '#tests/support/estimates/listed-estimates.ts'

const api = staffApi(requestPath)
let request: WorkedRequest | undefined
/** The details that the server has. */
let stored: Record<string, unknown>

beforeEach(() => {
  answerList(api, [])
  stored = {}
  request = undefined
  show()
  api.answerTo('estimates.editDetails', ({ id: _id, version, ...details }) => {
    const current = show()
    if (version !== current.work.version) return stale(current)
    const { work, timeline } = change('ada@example.com', details)
    return dataAnswer({ work, timeline })
  })
})

/** Has the fake API know what is stored now, with the work until now. */
function show(): WorkedRequest {
  const before = request
  request = answerRequest(api, { phone: '(646) 555-0177', ...stored })
  if (before) Object.assign(request, { work: before.work, timeline: before.timeline })
  return request
}

function stale({ work, timeline }: WorkedRequest) {
  const answer = errorAnswer('CONFLICT', 409)
  if (answer === 'hang up') return answer
  const data = { code: 'CONFLICT', httpStatus: 409, stale: { work, changes: timeline.slice(1) } }
  return { ...answer, body: [{ error: { message: 'Changed meanwhile.', code: -32009, data } }] }
}

/** Has the server store other details, behind the page's back. */
function change(email: string, details: Record<string, unknown>): WorkedRequest {
  stored = { ...stored, ...details }
  show().changeBy(email, {}, { kind: 'details', changes: [] })
  return show()
}

const sent = () => inputsOf(api, 'estimates.editDetails')

async function edit() {
  const page = await showRequest()
  await page.user.click(button('Edit details'))
  return page
}

const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })

describe('EditDetailsForm', () => {
  it('sends all details with the version seen, and shows them and the button again', async () => {
    const { user } = await edit()
    expect(document.activeElement).toBe(field('Name'))
    type('Phone', '646-555-0178')
    await user.click(button('Save details'))
    await waitFor(() => expect(document.activeElement).toBe(button('Edit details')))
    expect(sent()).toMatchObject([{ version: 1, name: 'Ada Romero', phone: '646-555-0178', squareFootage: 1250 }])
    expect(screen.getByRole('link', { name: 'Call (646) 555-0178' })).toBeTruthy()
  })

  it('refuses what the visitors’ form refuses, and sends nothing', async () => {
    const { user } = await edit()
    type('Email', '')
    type('Phone', '')
    await user.click(button('Save details'))
    expect(screen.getByText('Please enter a phone number or an email address.')).toBeTruthy()
    expect(document.activeElement).toBe(field('Phone'))
    expect(sent()).toEqual([])
  })

  it('saves over a change of another part of the request, which the details do not touch', async () => {
    const { user } = await edit()
    type('Name', 'Ada Romero-Kim')
    show().changeBy('max@example.com', { status: 'completed' }, { kind: 'status', from: 'new', to: 'completed' })
    await user.click(button('Save details'))
    await waitFor(() => expect(sent().map(({ version }) => version)).toEqual([1, 2]))
    await screen.findByRole('button', { name: 'Edit details' })
  })

  it('takes over a colleague’s corrections of untouched fields, and names the others', async () => {
    const { user } = await edit()
    type('Name', 'Ada Romero-Kim')
    change('max@example.com', { name: 'Ada Kim', location: 'Woodside, NY 11377' })
    await user.click(button('Save details'))
    expect(await screen.findByText(/^Details not saved. A colleague changed the details meanwhile/)).toBeTruthy()
    await waitFor(() => expect(field('Location').value).toBe('Woodside, NY 11377'))
    expect(field('Name').value).toBe('Ada Romero-Kim')
    expect(screen.getByText(/^A colleague changed these, too/).parentElement?.textContent).toContain('Name: Ada Kim')
    await user.click(button('Save details'))
    await screen.findByRole('button', { name: 'Edit details' })
    expect(sent().at(-1)).toMatchObject({ version: 2, name: 'Ada Romero-Kim', location: 'Woodside, NY 11377' })
  })

  it('asks before the page is left, and goes on with the edit afterwards', async () => {
    const { user, router } = await edit()
    type('Phone', '646-555-0178')
    await user.click(screen.getByRole('link', { name: 'Requests' }))
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin'))
    await act(() => router.navigate({ to: '/admin/estimates/$id', params: { id: 'first' } }))
    expect((await screen.findByLabelText<HTMLInputElement>('Phone')).value).toBe('646-555-0178')
    await user.click(button('Cancel'))
    expect(screen.getByRole('link', { name: 'Call (646) 555-0177' })).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Requests' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin'))
  })
})
