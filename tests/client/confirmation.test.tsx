import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { ConfirmationState } from '#client/lib/confirmation-state.ts'
import { company } from '#shared/company.ts'
import { renderSite } from '#tests/support/client/render.tsx'

const consultation: ConfirmationState = { type: 'consultation', email: 'ada@example.com' }
const estimate: ConfirmationState = {
  type: 'estimate',
  name: 'Ada Romero',
  email: 'ada@example.com',
  reference: 'K7MW-4XQ2',
}
const received = 'We have received your request. We’ll contact you within 24 hours.'

afterEach(() => {
  vi.useRealTimers()
})

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
  expect(screen.getByText('To send photos, reply to our email.')).toBeTruthy()
  expect(screen.queryByText(/email on this device/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Start your estimate' })).toBeNull()
  expectMainButton()
  const main = screen.getByRole('main')
  const position = main.querySelector('svg')?.compareDocumentPosition(screen.getByRole('heading', { level: 1 })) ?? 0
  expect(position & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  for (const handedOver of ['Ada', 'Romero', 'ada@example.com']) expect(main.textContent).not.toContain(handedOver)
})

it('the confirmation page names the same time as the email, and none where an earlier try may have arrived', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-05T14:10:00-05:00') })
  const { router } = await arriveWith({ ...estimate, submittedAt: Date.now() })
  expect(
    screen.getByText('We have received your request. We’ll contact you by tomorrow (Tue, Jan 6), 2 PM New York time.'),
  ).toBeTruthy()
  await act(() => router.navigate({ to: '/confirmation', state: estimate }))
  expect(await screen.findByText(received)).toBeTruthy()
})

it('the confirmation page promises no copy where none is emailed', async () => {
  await arriveWith({ ...estimate, emailed: false })
  expect(screen.getByText(received)).toBeTruthy()
  expect(screen.getByText(/^Your reference is/).textContent).toBe('Your reference is K7MW-4XQ2.')
  expect(screen.getByText(/^To send photos/).textContent).toBe('To send photos, email us.')
  expect(screen.getByRole('link', { name: 'email us' }).getAttribute('href')).toBe(`mailto:${company.email}`)
})

it('the confirmation page links to the request where the server gave a link, also after a reload', async () => {
  const name = 'See your request'
  const { router } = await arriveWith({ ...estimate, link: '/request/abc' })
  const links = () => screen.queryAllByRole('link', { name }).map((link) => link.getAttribute('href'))
  expect(links()).toEqual(['/request/abc'])
  expect(router.history.location.state).toMatchObject({ link: '/request/abc' })
  for (const state of [estimate, consultation]) {
    await act(() => router.navigate({ to: '/confirmation', state }))
    await waitFor(() => expect(links()).toEqual([]))
  }
})

it('the confirmation page opened by its address says what follows after a request, and not that one was received', async () => {
  await arriveWith()
  expect(screen.getByText('Once you send us a request, we’ll contact you within 24 hours.')).toBeTruthy()
  expect(screen.queryByText(/received|you sent|emailed|reference|on this device/)).toBeNull()
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Start your estimate' })).toBeTruthy()
  expectMainButton()
})

it('the confirmation page changes with a new navigation state, and after the header’s form has no reference', async () => {
  const { router } = await arriveWith(estimate)
  await act(() => router.navigate({ to: '/confirmation', state: consultation }))
  expect(
    await screen.findByText(
      'Your guide is below. We saved your email on this device, and the estimate form fills it in.',
    ),
  ).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'What to have ready' })).toBeTruthy()
  expect(screen.queryByText(/reference|you sent|We have received/)).toBeNull()
})
