import { act, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ConfirmationState } from '#client/lib/confirmation-state.ts'
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

/** The main button calls, and does not lead home. */
function expectMainButton(): void {
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Return to Homepage' }).className).not.toMatch(/button/)
  expect(main.getByRole('link', { name: 'Call Now for Immediate Help' }).className).toMatch(/button/)
}

it('the confirmation page after the estimate form says below a checkmark that the request was received, with its reference', async () => {
  await arriveWith(estimate)
  expect(screen.getByText(received)).toBeTruthy()
  expect(screen.getByText(/^Your reference is/).textContent).toBe(
    'Your reference is K7MW-4XQ2. A copy of your answers is on its way to your inbox.',
  )
  expect(screen.getByText('We review what you sent and note any questions.')).toBeTruthy()
  expect(screen.queryByText(/email on this device/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Request your estimate' })).toBeNull()
  expectMainButton()
  const main = screen.getByRole('main')
  const position = main.querySelector('svg')?.compareDocumentPosition(screen.getByRole('heading', { level: 1 })) ?? 0
  expect(position & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  for (const handedOver of ['Ada', 'Romero', 'ada@example.com']) expect(main.textContent).not.toContain(handedOver)
})

it('the confirmation page promises no copy where none is emailed', async () => {
  await arriveWith({ ...estimate, emailed: false })
  expect(screen.getByText(received)).toBeTruthy()
  expect(screen.getByText(/^Your reference is/).textContent).toBe('Your reference is K7MW-4XQ2.')
})

it('the confirmation page opened by its address says what follows after a request, and not that one was received', async () => {
  await arriveWith()
  expect(screen.getByText('Once you send us a request, we contact you within 24 hours.')).toBeTruthy()
  expect(screen.queryByText(/received|you sent|emailed|reference|on this device/)).toBeNull()
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Request your estimate' })).toBeTruthy()
  expectMainButton()
})

it('the confirmation page changes with a new navigation state, and after the header’s form has no reference', async () => {
  const { router } = await arriveWith(estimate)
  await act(() => router.navigate({ to: '/confirmation', state: consultation }))
  expect(await screen.findByText('We saved your email on this device. Your estimate form is ready to go.')).toBeTruthy()
  expect(screen.queryByText(/reference|you sent|We have received/)).toBeNull()
})
