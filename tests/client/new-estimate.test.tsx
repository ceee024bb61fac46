import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { newYorkDay, newYorkTime } from '#shared/calendar-days.ts'
import { hourMs } from '#shared/durations.ts'
import { field } from '#tests/support/client/controls.ts'
import { answerRequest } from '#tests/support/client/estimate-detail.ts'
import { dataAnswer, errorAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { staffApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { answerList } from '#tests/support/estimates/listed-estimates.ts'

const api = staffApi('/admin/new')

beforeEach(() => {
  answerList(api, [])
  answerRequest(api)
  api.answerTo('estimates.addPhoneEstimate', dataAnswer({ id: 'first', reference: 'FB-0001' }))
})

const sent = () => inputsOf(api, 'estimates.addPhoneEstimate')
const save = () => screen.getByRole('button', { name: 'Save request' })

async function open() {
  const site = await renderSite('/admin/new')
  await screen.findByRole('heading', { name: 'New request' })
  return site
}

async function fill(user: UserEvent): Promise<void> {
  fireEvent.change(field('Name'), { target: { value: ' Rosa Delgado ' } })
  fireEvent.change(field('Phone'), { target: { value: '646-555-0199' } })
  fireEvent.change(field('Location'), { target: { value: 'Jackson Heights' } })
  await user.click(field('Kitchen Remodel'))
  await user.click(field('$25,000 - $50,000'))
  await user.selectOptions(field('Timeline'), 'As Soon as Possible')
}

describe('NewEstimateForm', () => {
  it('sends what was typed with the time of the call, and opens the estimate in place of the form', async () => {
    const { user, router } = await open()
    await fill(user)
    const calledAt = new Date(Math.floor((Date.now() - hourMs) / 60_000) * 60_000)
    fireEvent.change(field('Time of the call'), {
      target: { value: newYorkTime(calledAt).replace(' ', 'T') },
    })
    fireEvent.change(field('Call notes'), { target: { value: 'Wants an island.' } })
    await user.click(save())
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/estimates/first'))
    expect(sent()).toEqual([
      {
        name: ' Rosa Delgado ',
        email: '',
        phone: '646-555-0199',
        projectType: 'kitchen-remodel',
        projectDescription: '',
        location: 'Jackson Heights',
        timeline: 'asap',
        budgetRange: '25k-50k',
        squareFootage: null,
        specificRequirements: '',
        urgent: false,
        caller: '',
        heardFrom: '',
        calledAt: calledAt.toISOString(),
        note: 'Wants an island.',
        sendConfirmation: false,
        requestKey: expect.stringMatching(/^[\da-f-]{36}$/),
      },
    ])
    expect(router.history.length).toBe(1)
  })

  it('checks the fields as the visitors’ form does, needs a number or an address, and shows the first wrong field', async () => {
    const { user } = await open()
    await user.click(save())
    expect(screen.getByText('Please fix 5 fields.').role).toBe('alert')
    expect(document.activeElement).toBe(field('Name'))
    await fill(user)
    fireEvent.change(field('Phone'), { target: { value: '' } })
    await user.click(save())
    expect(document.activeElement).toBe(field('Phone'))
    expect(screen.getByText('Please enter a phone number or an email address.')).toBeTruthy()
    expect(sent()).toEqual([])
  })

  it('reads a square footage as the visitors’ form does, and shows which it cannot read', async () => {
    const { user } = await open()
    await fill(user)
    fireEvent.change(field('Square footage'), { target: { value: '1000-1200' } })
    await user.click(save())
    expect(screen.getByText('Please enter the square footage as a whole number.')).toBeTruthy()
    expect(document.activeElement).toBe(field('Square footage'))
    expect(sent()).toEqual([])
    fireEvent.change(field('Square footage'), { target: { value: '1.200 ft²' } })
    await user.click(save())
    await waitFor(() => expect(sent()).toMatchObject([{ squareFootage: 1200 }]))
  })

  it('sends how the caller heard about us, in their own words where no option is it', async () => {
    const { user } = await open()
    await fill(user)
    const heard = field('How did you hear about us?')
    await user.selectOptions(heard, 'Recommendation')
    expect(screen.queryByLabelText('From where?')).toBeNull()
    await user.selectOptions(heard, 'Other')
    await user.type(field('From where?'), 'Saw our truck')
    await user.click(save())
    await waitFor(() => expect(sent()).toMatchObject([{ heardFrom: 'Saw our truck' }]))
  })

  it('refuses a call in the future', async () => {
    const { user } = await open()
    await fill(user)
    const later = newYorkTime(new Date(Date.now() + 2 * hourMs)).replace(' ', 'T')
    fireEvent.change(field('Time of the call'), { target: { value: later } })
    await user.click(save())
    expect(screen.getByText('The call cannot be in the future.')).toBeTruthy()
    expect(sent()).toEqual([])
  })

  it('offers the confirmation only beside an email address', async () => {
    const { user } = await open()
    await fill(user)
    expect(screen.queryByLabelText('Email the customer a confirmation')).toBeNull()
    fireEvent.change(field('Email'), { target: { value: 'rosa@example.com' } })
    await user.click(field('Email the customer a confirmation'))
    await user.click(save())
    await waitFor(() => expect(sent()).toMatchObject([{ email: 'rosa@example.com', sendConfirmation: true }]))
  })

  it('keeps what was typed and its key after a lost answer, also over another page', async () => {
    api.answerTo('estimates.addPhoneEstimate', 'hang up')
    const { user, router } = await open()
    await fill(user)
    await user.click(save())
    expect(await screen.findByText(/^Not saved\. We couldn’t reach the server/)).toBeTruthy()

    await user.click(screen.getByRole('link', { name: 'Requests' }))
    expect(await screen.findByRole('heading', { name: 'Leave without saving?' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Stay' }))
    expect(router.state.location.pathname).toBe('/admin/new')
    await user.click(screen.getByRole('link', { name: 'Requests' }))
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await screen.findByText('No project estimates found')

    await act(() => router.navigate({ to: '/admin/new' }))
    expect(await screen.findByText(/^What you typed before is here again/)).toBeTruthy()
    api.answerTo('estimates.addPhoneEstimate', dataAnswer({ id: 'first', reference: 'FB-0001' }))
    await user.click(save())
    await waitFor(() => expect(sent().length).toBeGreaterThanOrEqual(2))
    expect(new Set(sent().map(({ requestKey }) => requestKey)).size).toBe(1)
  })

  it('shows what the server refuses at the field', async () => {
    const { user } = await open()
    await fill(user)
    const message = 'The call can be at most 7 days ago.'
    api.answerTo('estimates.addPhoneEstimate', errorAnswer('BAD_REQUEST', 400, { calledAt: [message] }))
    await user.click(save())
    expect(await screen.findByText(message)).toBeTruthy()
    expect(document.activeElement).toBe(field('Time of the call'))
  })

  it('says while the number is typed when its owner has asked before, with a link', async () => {
    const earlier = { id: 'earlier', reference: 'FB-0000', name: 'Rosa Delgado', status: 'new' }
    const createdAt = `${newYorkDay(new Date(Date.now())).slice(0, 4)}-01-05T17:00:00.000Z`
    const items = [{ ...earlier, projectType: 'other', createdAt }]
    api.answerTo('estimates.findEarlier', dataAnswer({ total: 1, items }))
    await open()
    fireEvent.change(field('Phone'), { target: { value: '646-555-01' } })
    fireEvent.change(field('Phone'), { target: { value: '646-555-0199' } })
    const link = await screen.findByRole('link', { name: 'Rosa Delgado asked on Jan 5' })
    expect(link.getAttribute('href')).toBe('/admin/estimates/earlier')
    expect(inputsOf(api, 'estimates.findEarlier')).toEqual([{ email: '', phone: '646-555-0199' }])
    fireEvent.change(field('Phone'), { target: { value: '' } })
    await waitFor(() => expect(screen.queryByText(/asked on/)).toBeNull())
  })
})
