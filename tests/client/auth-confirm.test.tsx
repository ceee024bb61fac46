import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refusedBy, signedIn } from '#tests/support/client/account-responses.ts'
import { expectConsole } from '#tests/support/client/console-watch.ts'
import { button, field } from '#tests/support/client/controls.ts'
import { dataAnswer, errorAnswer } from '#tests/support/client/fake-api.ts'
import { signedOutApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { signIn } from '#tests/support/client/sign-in.ts'

const api = signedOutApi()

const confirmations = () =>
  api.calls.filter(({ procedure }) => procedure === 'auth.confirmEmail').map(({ input }) => input)

it('A8 the page takes the secret out of its address at once, uses it once, signs in and goes home', async () => {
  api.answerTo('auth.confirmEmail', signedIn('ada@example.com'))
  const release = api.hold()
  const { router } = await renderSite('/auth/confirm?token=secret')
  expect(screen.getByText('Confirming your email address…')).toBeTruthy()
  await waitFor(() => expect(router.state.location.href).toBe('/auth/confirm'))
  await waitFor(() => expect(confirmations()).toEqual([{ token: 'secret' }]))

  release()
  expect(await screen.findByText('Your email is confirmed')).toBeTruthy()
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(confirmations()).toHaveLength(1)
  expect(router.history.canGoBack()).toBe(false)
})

it.each([
  ['that has expired', '?token=old', refusedBy('otp_expired')],
  ['that nobody has made', '?token=odd', errorAnswer('BAD_REQUEST', 400, { token: ['The link is not complete.'] })],
  ['without its secret', '', refusedBy('otp_expired')],
])('the confirmation page offers a new link for one %s', async (_name, search, answer) => {
  api.answerTo('auth.confirmEmail', answer)
  api.answerTo('auth.resendConfirmation', dataAnswer({ status: 'sent' }))
  const { user } = await renderSite(`/auth/confirm${search}`)
  expect(await screen.findByText('This link is invalid or has expired')).toBeTruthy()
  expect(confirmations()).toHaveLength(search === '' ? 0 : 1)
  expect(screen.getByRole('link', { name: 'Set a new password' }).getAttribute('href')).toBe('/auth/reset')

  await user.type(field('Email'), 'ada@example.com')
  await user.click(button('Send a new link'))
  expect(await screen.findByText('If this address is waiting to be confirmed, a new link is on its way.')).toBeTruthy()
  expect(api.calls.at(-1)).toEqual({ procedure: 'auth.resendConfirmation', input: { email: 'ada@example.com' } })
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: /^Resend in (60|59|58) s$/ })).disabled).toBe(
    true,
  )
})

it.each([
  ['signed out', 'Go to Sign In', '/auth'],
  ['signed in', 'Go to your account', '/account'],
])('the confirmation page says that a used link has worked, %s', async (state, link, href) => {
  if (state === 'signed in') await signIn(api)
  api.answerTo('auth.confirmEmail', refusedBy('link_used'))
  await renderSite('/auth/confirm?token=used')
  expect(await screen.findByText('This link was already used. It worked.')).toBeTruthy()
  expect(screen.getByText('Your email is confirmed.')).toBeTruthy()
  expect((await screen.findByRole('link', { name: link })).getAttribute('href')).toBe(href)
  expect(screen.queryByRole('button', { name: 'Send a new link' })).toBeNull()
})

it('the confirmation page says that the server was not reached, and tries again on request', async () => {
  expectConsole(/^error: Confirmation Failed\./)
  api.answerTo('auth.confirmEmail', 'hang up')
  const { user, router } = await renderSite('/auth/confirm?token=secret')
  expect(await screen.findByText('Confirmation Failed')).toBeTruthy()
  api.answerTo('auth.confirmEmail', signedIn('ada@example.com'))
  await user.click(button('Try again'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})
