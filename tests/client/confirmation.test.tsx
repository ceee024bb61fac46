import { act, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { ConfirmationState } from '#client/lib/confirmation-state.ts'
import { consultationEmailKey } from '#client/lib/device-storage.ts'
import { renderSite } from '#tests/support/client/render.tsx'

const consultation: ConfirmationState = { type: 'consultation', email: 'ada@example.com' }
const estimate: ConfirmationState = {
  type: 'estimate',
  name: 'Ada Romero',
  email: 'ada@example.com',
  reference: 'K7MW-4XQ2',
}
const received = 'We have received your request and will contact you within 24 hours.'

async function arriveWith(state?: ConfirmationState) {
  const site = await renderSite('/')
  await act(() => site.router.navigate({ to: '/confirmation', ...(state ? { state } : {}) }))
  await screen.findByRole('heading', { level: 1, name: 'Thank You!' })
  return site
}

describe('the confirmation page', () => {
  it('the confirmation page after the estimate form says that the request was received', async () => {
    await arriveWith(estimate)
    expect(screen.getByText(received)).toBeTruthy()
    expect(screen.queryByText(/email on this device/)).toBeNull()
    expect(screen.queryByRole('link', { name: 'Request your estimate' })).toBeNull()
    expect(screen.getByText('We review what you sent and note any questions.')).toBeTruthy()
  })

  it('the confirmation page opened by its address says what follows after a request, and not that one was received', async () => {
    await arriveWith()
    expect(screen.getByText('Once you send us a request, we contact you within 24 hours.')).toBeTruthy()
    expect(screen.queryByText(/received|you sent|emailed/)).toBeNull()
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Request your estimate' })).toBeTruthy()
  })

  it('the confirmation page names the reference and says that a copy was emailed', async () => {
    await arriveWith(estimate)
    const note = screen.getByText(/^Your reference is/)
    expect(note.textContent).toBe('Your reference is K7MW-4XQ2. A copy of your answers is on its way to your inbox.')
  })

  it('the confirmation page promises no copy where none is emailed', async () => {
    await arriveWith({ ...estimate, emailed: false })
    expect(screen.getByText(received)).toBeTruthy()
    expect(screen.getByText(/^Your reference is/).textContent).toBe('Your reference is K7MW-4XQ2.')
  })

  it.each([
    ['the estimate form', estimate],
    ['a direct visit', undefined],
  ])('the main button of the confirmation page does not lead home after %s', async (_name, state) => {
    await arriveWith(state)
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: 'Return to Homepage' }).className).not.toMatch(/button/)
    expect(main.getByRole('link', { name: 'Call Now for Immediate Help' }).className).toMatch(/button/)
  })

  it.each([
    ['a direct visit', undefined],
    ['the header’s form', consultation],
  ])('the confirmation page has no reference after %s', async (_name, state) => {
    await arriveWith(state)
    expect(screen.queryByText(/reference/)).toBeNull()
  })

  it('the confirmation page begins with a checkmark and shows neither name nor email address', async () => {
    await arriveWith(estimate)
    const main = screen.getByRole('main')
    const checkmark = main.querySelector('svg')
    const position = checkmark?.compareDocumentPosition(screen.getByRole('heading', { level: 1 })) ?? 0
    expect(position & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    for (const handedOver of ['Ada', 'Romero', 'ada@example.com']) expect(main.textContent).not.toContain(handedOver)
  })

  it('the confirmation page scrolls to its top', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
    await arriveWith(estimate)
    expect(scrollTo).toHaveBeenCalledWith(0, 0)
  })

  it('the confirmation page after the header’s form links to the estimate form, which has the address filled in', async () => {
    localStorage.setItem(consultationEmailKey, 'ada@example.com')
    const { user } = await arriveWith(consultation)
    expect(screen.queryByText(received)).toBeNull()
    expect(screen.queryByText(/what you sent/)).toBeNull()
    expect(screen.getByText('We saved your email on this device. Your estimate form is ready to go.')).toBeTruthy()
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('heading', { name: 'What happens next?' })).toBeTruthy()
    expect(main.getByRole('link', { name: 'Call Now for Immediate Help' })).toBeTruthy()

    await user.click(main.getByRole('link', { name: 'Request your estimate' }))
    await screen.findByRole('heading', { name: 'Get your free estimate' })
    expect(screen.getByLabelText<HTMLInputElement>('Email Address').value).toBe('ada@example.com')
  })

  it('the confirmation page changes with a new navigation state', async () => {
    const { router } = await arriveWith(estimate)
    await act(() => router.navigate({ to: '/confirmation', state: consultation }))
    expect(await screen.findByText(/email on this device/)).toBeTruthy()
  })
})
