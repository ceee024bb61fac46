import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { auth } from '#client/lib/auth/auth-client.ts'
import { refusedBy } from '#tests/support/client/account-responses.ts'
import { button, descriptionOf, field } from '#tests/support/client/controls.ts'
import { dataAnswer, errorAnswer } from '#tests/support/client/fake-api.ts'
import { signedOutApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'

const api = signedOutApi()

const sameResponse =
  'If this email has an account, a link to choose a new password is on its way. It works for one hour.'

it('the reset page requests a link once a minute, and shows the same message for every address', async () => {
  api.answerTo('auth.requestPasswordReset', dataAnswer({ status: 'sent' }))
  const { user } = await renderSite('/auth/reset')
  await user.click(button('Send the link'))
  expect(descriptionOf('Email')).toContain('Please enter a valid email address.')
  expect(document.activeElement).toBe(field('Email'))

  await user.type(field('Email'), 'ada@example.com')
  await user.click(button('Send the link'))
  expect(await screen.findByText(sameResponse)).toBeTruthy()
  expect(api.calls.at(-1)).toEqual({ procedure: 'auth.requestPasswordReset', input: { email: 'ada@example.com' } })
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: /^Resend in (60|59|58) s$/ })).disabled).toBe(
    true,
  )
})

it('the reset page does not call the first password of an invited staff member a change', async () => {
  api.answerTo('auth.resetPassword', refusedBy('weak_password', { password: ['Please use at least 8 characters.'] }))
  api.answerTo('auth.openInvitation', dataAnswer({ email: 'ana@mail.example', name: 'Ana' }))
  const { user, router } = await renderSite('/auth/reset?token=secret&purpose=invitation')
  await waitFor(() => expect(router.state.location.href).toBe('/auth/reset'))
  expect(screen.getByText('You’re invited to the staff dashboard')).toBeTruthy()
  expect(await screen.findByText('ana@mail.example')).toBeTruthy()
  expect(field('Your name').value).toBe('Ana')
  await user.type(field('Your name'), ' Ruiz')
  await user.type(field('Password'), 'short{Enter}')
  await waitFor(() => expect(descriptionOf('Password')).toContain('Please use at least 8 characters.'))
  expect(screen.queryByText('Password Not Set')).toBeNull()

  api.answerTo('auth.resetPassword', dataAnswer({ status: 'password_changed' }))
  await user.type(field('Password'), ' no more{Enter}')
  expect(await screen.findByText('Your password is set')).toBeTruthy()
  expect(api.calls.at(-1)?.input).toEqual({ token: 'secret', name: 'Ana Ruiz', password: 'short no more' })
  expect(screen.getByText('Please sign in with it.')).toBeTruthy()
  expect(screen.queryByText(/password changed|new password/i)).toBeNull()
  await waitFor(() => expect(router.state.location.href).toBe('/auth?next=%2Fadmin%2Ftoday'))
})

it('the page of an invitation says below its form and in a toast that joining failed', async () => {
  api.answerTo('auth.openInvitation', dataAnswer({ email: 'ana@mail.example', name: 'Ana' }))
  api.answerTo('auth.resetPassword', refusedBy('too_many_attempts'))
  const { user } = await renderSite('/auth/reset?token=secret&purpose=invitation')
  await user.type(await screen.findByLabelText('Password'), 'a long sentence')
  await user.click(button('Join'))
  const message = 'Too many attempts. Please try again in 12 minutes.'
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect((await screen.findByText('Password Not Set')).parentElement?.textContent).toContain(message)
})

it('the reset page says below its form and in a toast that no link was sent', async () => {
  api.answerTo('auth.requestPasswordReset', refusedBy('too_many_attempts'))
  const { user } = await renderSite('/auth/reset')
  await user.type(field('Email'), 'ada@example.com{Enter}')
  const message = 'Too many attempts. Please try again in 12 minutes.'
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect((await screen.findByText('Sending Failed')).parentElement?.textContent).toContain(message)
})

it('the page of an invitation that was used, has expired or was withdrawn says at once what to do', async () => {
  api.answerTo('auth.openInvitation', refusedBy('otp_expired'))
  await renderSite('/auth/reset?token=secret&purpose=invitation')
  expect(await screen.findByText(/ask the person who invited you to send it again\.$/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to Sign In' }).getAttribute('href')).toBe('/auth?next=%2Fadmin%2Ftoday')
  expect(screen.queryByRole('button', { name: 'Send the link' })).toBeNull()
})

it('the page of an invitation that was used says that it worked', async () => {
  api.answerTo('auth.openInvitation', refusedBy('link_used'))
  await renderSite('/auth/reset?token=secret&purpose=invitation')
  expect(await screen.findByText('This link was already used. It worked.')).toBeTruthy()
  expect(screen.getByText('You have joined, with the password that you chose then.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to Sign In' }).getAttribute('href')).toBe('/auth?next=%2Fadmin%2Ftoday')
})

it('the page of an invitation asks for the name if it cannot be looked up, and does without', async () => {
  api.answerTo('auth.openInvitation', errorAnswer('INTERNAL_SERVER_ERROR', 500))
  api.answerTo('auth.resetPassword', dataAnswer({ status: 'password_changed' }))
  const { user } = await renderSite('/auth/reset?token=secret&purpose=invitation')
  await user.type(await screen.findByLabelText('Your name'), ' ')
  await user.type(field('Password'), 'a long sentence{Enter}')
  expect(await screen.findByText('Your password is set')).toBeTruthy()
  expect(api.calls.at(-1)?.input).toEqual({ token: 'secret', password: 'a long sentence' })
})

it('the reset page announces the recovery, shows a rejected password under its field and keeps link and text for another try', async () => {
  api.answerTo('auth.resetPassword', refusedBy('weak_password', { password: ['Please use at least 8 characters.'] }))
  const heard = vi.fn()
  const stop = auth.subscribe(heard)
  const { user, router } = await renderSite('/auth/reset?token=secret')
  await waitFor(() => expect(router.state.location.href).toBe('/auth/reset'))
  expect(heard).toHaveBeenCalledWith('PASSWORD_RECOVERY', null)
  stop()
  expect(field('New password').autocomplete).toBe('new-password')
  expect(descriptionOf('New password')).toContain('At least 8 characters. Common passwords won’t work.')
  await user.type(field('New password'), 'short{Enter}')
  await waitFor(() => expect(descriptionOf('New password')).toContain('Please use at least 8 characters.'))
  expect(screen.queryByText('Password Not Changed')).toBeNull()
  expect(field('New password').value).toBe('short')

  api.answerTo('auth.resetPassword', dataAnswer({ status: 'password_changed' }))
  await user.type(field('New password'), ' no more{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
  expect(api.calls.at(-1)?.input).toEqual({ token: 'secret', password: 'short no more' })
})

it.each([
  ['is too old', 'otp_expired', 'This link is invalid or has expired'],
  ['was used', 'link_used', 'This link was already used. It worked.'],
] as const)('the reset page offers a new link for one that %s', async (_what, reason, text) => {
  api.answerTo('auth.resetPassword', refusedBy(reason))
  api.answerTo('auth.requestPasswordReset', dataAnswer({ status: 'sent' }))
  const { user } = await renderSite('/auth/reset?token=old')
  await user.type(field('New password'), 'drywall and daylight{Enter}')
  expect(await screen.findByText(text)).toBeTruthy()
  await user.type(field('Email'), 'ada@example.com{Enter}')
  expect(await screen.findByText(sameResponse)).toBeTruthy()
})
