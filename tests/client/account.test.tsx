import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { auth } from '#client/lib/auth/auth-client.ts'
import { button, descriptionOf, endPageApi, field, startPageApi } from '#tests/support/client/account-page.ts'
import { refusedBy, signedIn } from '#tests/support/client/account-responses.ts'
import { dataAnswer, type FakeApi } from '#tests/support/client/fake-api.ts'
import { nudgeSettings } from '#tests/support/client/nudge-settings.ts'
import { renderSite } from '#tests/support/client/render.tsx'

let api: FakeApi

beforeEach(async () => {
  api = await startPageApi()
  api.answerTo('auth.signIn', signedIn('ada@example.com'))
  api.answerTo('notifications.settings', dataAnswer(nudgeSettings))
  await auth.signIn({ email: 'ada@example.com', password: 'the old one' })
})

afterEach(() => endPageApi(api))

const main = () => within(screen.getByRole('main'))

it('the account page shows who is signed in and links to the dashboard and home', async () => {
  await renderSite('/account')
  expect(main().getByText('ada@example.com')).toBeTruthy()
  expect(main().getByRole('link', { name: 'Admin dashboard' }).getAttribute('href')).toBe('/admin')
  expect(main().getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/')
  expect(main().getByText('A new one signs you out on all your other devices.')).toBeTruthy()
  const links = within(
    main().getByRole('navigation', { name: 'Sections of this page' }),
  ).getAllByRole<HTMLAnchorElement>('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Profile', '/account#profile'],
    ['Sign-in', '/account#sign-in'],
    ['Devices', '/account#devices'],
  ])
  for (const link of links) expect(document.getElementById(link.hash.slice(1))).not.toBeNull()
})

it('the account page changes the password, closes the form and says that other devices are signed out', async () => {
  api.answerTo('auth.changePassword', signedIn('ada@example.com'))
  const { user } = await renderSite('/account')
  await user.click(button('Change your password'))
  await user.type(field('Current password'), 'the old one')
  await user.type(field('New password'), 'drywall and daylight')
  await user.click(button('Change Password'))
  expect(await screen.findByText('Password changed')).toBeTruthy()
  expect(screen.getByText('You were signed out on all your other devices.')).toBeTruthy()
  expect(api.calls.at(-1)).toEqual({
    procedure: 'auth.changePassword',
    input: { currentPassword: 'the old one', newPassword: 'drywall and daylight' },
  })
  await waitFor(() => expect(screen.queryByLabelText('Current password')).toBeNull())
  expect(document.activeElement?.textContent).toBe('Sign-in')
})

it.each([
  ['Current password', refusedBy('invalid_credentials'), "That isn't your current password."],
  ['New password', refusedBy('weak_password', { newPassword: ['Please use another one.'] }), 'Please use another one.'],
])('the account page shows an error under "%s" and keeps what was typed', async (label, answer, message) => {
  api.answerTo('auth.changePassword', answer)
  const { user } = await renderSite('/account')
  await user.click(button('Change your password'))
  await user.type(field('Current password'), 'one')
  await user.type(field('New password'), 'other{Enter}')
  await waitFor(() => expect(descriptionOf(label)).toContain(message))
  expect(screen.queryByText('Password Not Changed')).toBeNull()
  expect(document.activeElement).toBe(field(label))
  expect([field('Current password').value, field('New password').value]).toEqual(['one', 'other'])
})

it('signing out on the account page leads home and ends the session', async () => {
  const { user, router } = await renderSite('/account')
  await user.click(main().getByRole('button', { name: 'Sign Out' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(auth.state().status).toBe('signed-out')
})
