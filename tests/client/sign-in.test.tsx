import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { refusedBy, signedIn } from '#tests/support/client/account-responses.ts'
import { expectConsole } from '#tests/support/client/console-watch.ts'
import { button, descriptionOf, field } from '#tests/support/client/controls.ts'
import { dataAnswer, errorAnswer } from '#tests/support/client/fake-api.ts'
import { setWindowWidth, signedOutApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { reportOfTwoWeeks } from '#tests/support/client/report-response.ts'
import { todayResponse } from '#tests/support/estimates/today-response.ts'

const api = signedOutApi()

async function fillIn(user: UserEvent): Promise<void> {
  await user.type(field('Email'), ' Ada@Example.com ')
  await user.type(field('Password'), ' a secret ')
}

it('signing in shows a busy button until the response, then welcomes and goes home', async () => {
  api.answerTo('auth.signIn', signedIn('ada@example.com'))
  const { user, router } = await renderSite('/auth')
  await fillIn(user)
  const release = api.hold()
  await user.click(button('Sign In'))
  expect(button('Signing In...').disabled).toBe(true)

  release()
  expect(await screen.findByText('Welcome back!')).toBeTruthy()
  expect(screen.getByText('You have successfully signed in.')).toBeTruthy()
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(api.calls.filter(({ procedure }) => procedure === 'auth.signIn')).toEqual([
    { procedure: 'auth.signIn', input: { email: 'ada@example.com', password: ' a secret ' } },
  ])
})

it('the welcome lies over the header of a phone, not over the work of the day', async () => {
  setWindowWidth(360)
  api.answerTo('auth.signIn', signedIn('ada@example.com'))
  const { user } = await renderSite('/auth')
  await fillIn(user)
  await user.click(button('Sign In'))
  const welcome = await screen.findByText('Welcome back!')
  expect(welcome.closest('[data-position]')?.getAttribute('data-position')).toBe('top-center')
})

const enabledButtons = () =>
  within(screen.getByRole('main'))
    .getAllByRole<HTMLButtonElement>('button')
    .filter(({ disabled }) => !disabled)

it('signing in disables all buttons of the page until the response, on both tabs and in the second step', async () => {
  api.answerTo('auth.signIn', dataAnswer({ status: 'second_factor_required', methods: ['passkey', 'app'] }))
  api.answerTo('auth.verifySecondFactor', refusedBy('invalid_code'))
  const { user } = await renderSite('/auth')
  await fillIn(user)
  let release = api.hold()
  await user.click(button('Sign In'))
  expect(enabledButtons()).toEqual([])
  await user.click(screen.getByRole('tab', { name: 'Sign Up' }))
  expect(await screen.findByRole('button', { name: 'Create Account' })).toBeTruthy()
  expect(enabledButtons()).toEqual([])
  release()
  await waitFor(() => expect(button('Create Account').disabled).toBe(false))

  await user.click(screen.getByRole('tab', { name: 'Sign In' }))
  await user.type(await screen.findByLabelText('Password'), ' a secret ')
  await user.click(button('Sign In'))
  await user.type(await screen.findByLabelText('Code'), '000000')
  release = api.hold()
  await user.click(button('Continue'))
  expect(enabledButtons()).toEqual([])
  release()
  await waitFor(() => expect(button('Continue').disabled).toBe(false))
  expect(enabledButtons()).toHaveLength(3)
})

it.each([
  ['staff', '/auth', '/'],
  ['admin', '/auth', '/'],
  ['staff', '/auth?next=%2Fadmin%2Ftoday', '/admin/today'],
  ['admin', '/auth?next=%2Fadmin%2Freports', '/admin/reports'],
  ['user', '/auth', '/'],
] as const)('signing in with the role %s at %s leads to %s', async (role, path, expected) => {
  api.answerTo('auth.signIn', signedIn('ada@example.com', role))
  api.answerTo('admin.today', dataAnswer(todayResponse()))
  api.answerTo('reports.overview', dataAnswer(reportOfTwoWeeks))
  const { user, router } = await renderSite(path)
  await fillIn(user)
  await user.click(button('Sign In'))
  await waitFor(() => expect(router.state.location.href).toBe(expected))
})

it('signing in sends nothing while a field is empty, shows its error and focuses it', async () => {
  const { user } = await renderSite('/auth')
  await user.click(button('Sign In'))
  expect(descriptionOf('Email')).toContain('Please enter a valid email address.')
  expect(descriptionOf('Password')).toContain('Please enter your password.')
  expect(document.activeElement).toBe(field('Email'))

  await user.type(field('Email'), 'ada@example.com')
  expect(screen.queryByText('Please enter a valid email address.')).toBeNull()
  await user.click(button('Sign In'))
  expect(document.activeElement).toBe(field('Password'))
  expect(api.calls.filter(({ procedure }) => procedure === 'auth.signIn')).toEqual([])
})

it.each([
  ['the wrong password', refusedBy('invalid_credentials'), 'Email or password is incorrect.', undefined],
  [
    'a fault of the server',
    errorAnswer('INTERNAL_SERVER_ERROR', 500, undefined, undefined, 'Internal error'),
    'Internal error',
    /^error: Sign In Failed\./,
  ],
  [
    'a lost connection',
    'hang up',
    'We couldn’t reach the server. Please check your connection and try again.',
    /^error: Sign In Failed\./,
  ],
] as const)(
  'signing in that fails by %s says so in a toast and below the form, once to screen readers, and keeps what was typed',
  async (_name, failure, message, logged) => {
    if (logged) expectConsole(logged)
    api.answerTo('auth.signIn', failure)
    const { user, router } = await renderSite('/auth')
    await fillIn(user)
    await user.click(button('Sign In'))
    expect((await screen.findByText('Sign In Failed')).parentElement?.textContent).toContain(message)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe(message)
    expect(button('Sign In').form?.contains(alert)).toBe(true)
    await waitFor(() => expect(button('Sign In').disabled).toBe(false))
    expect(field('Email').value.trim()).toBe('Ada@Example.com')
    expect(field('Password').value).toBe(' a secret ')
    expect(router.state.location.pathname).toBe('/auth')

    api.answerTo('auth.signIn', signedIn('ada@example.com'))
    await user.click(button('Sign In'))
    expect(await screen.findByText('Welcome back!')).toBeTruthy()
    expect(screen.queryByText('Sign In Failed')).toBeNull()
    expect(screen.queryByText(message)).toBeNull()
  },
)

it('signing in with an unconfirmed address offers another link once a minute', async () => {
  api.answerTo('auth.signIn', refusedBy('email_not_confirmed'))
  api.answerTo('auth.resendConfirmation', dataAnswer({ status: 'sent' }))
  const { user } = await renderSite('/auth')
  await fillIn(user)
  await user.click(button('Sign In'))
  expect((await screen.findByText('Sign In Failed')).parentElement?.textContent).toContain('Email not confirmed')

  await user.click(button('Resend email'))
  expect(await screen.findByText('If this address is waiting to be confirmed, a new link is on its way.')).toBeTruthy()
  expect(api.calls.at(-1)).toEqual({ procedure: 'auth.resendConfirmation', input: { email: 'ada@example.com' } })
  expect(button('Resend email').disabled).toBe(true)
  expect(screen.getByText(/^Resend in (60|59|58) s$/)).toBeTruthy()
  expect(field('Password').value).toBe(' a secret ')
})
