import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { refusedBy } from '#tests/support/client/account-responses.ts'
import { expectConsole } from '#tests/support/client/console-watch.ts'
import { button, descriptionOf, field } from '#tests/support/client/controls.ts'
import { dataAnswer } from '#tests/support/client/fake-api.ts'
import { signedOutApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'

const api = signedOutApi()

beforeEach(() => {
  api.answerTo('auth.signUp', dataAnswer({ status: 'confirmation_sent' }))
})

const signUps = () => api.calls.filter(({ procedure }) => procedure === 'auth.signUp')

async function openForm(password: string) {
  const site = await renderSite('/auth?tab=sign-up')
  await site.user.type(field('Email'), 'ada@example.com')
  await site.user.type(field('Password'), password)
  return site
}

it('signing up shows a busy button until the response, then offers another email after a minute, and another address at once', async () => {
  const { user } = await openForm('drywall and daylight')
  const release = api.hold()
  await user.click(button('Create Account'))
  expect(button('Creating Account...').disabled).toBe(true)
  release()
  await screen.findByText('One more step')
  expect(button('Resend email').disabled).toBe(true)
  expect(screen.getByText(/^Resend in (60|59|58) s$/)).toBeTruthy()

  await user.click(button('Use another email address'))
  expect(field('Email').value).toBe('ada@example.com')
})

it('signing up shows a rejected password under its field and keeps what was typed', async () => {
  api.answerTo('auth.signUp', refusedBy('weak_password', { password: ['This password is one of the commonest.'] }))
  const { user } = await openForm('password')
  await user.click(button('Create Account'))
  expect(await screen.findByText('Sign Up Failed')).toBeTruthy()
  expect(screen.getByText('Please choose another password.')).toBeTruthy()
  expect(descriptionOf('Password')).toContain('This password is one of the commonest.')
  expect(screen.getByRole('alert').textContent).toContain('Sign Up Failed')
  expect(document.activeElement).toBe(field('Password'))
  expect(field('Email').value).toBe('ada@example.com')
  expect(field('Password').value).toBe('password')
})

it('signing up does not send a password below the minimum length', async () => {
  const { user } = await openForm('12345')
  await user.click(button('Create Account'))
  expect(descriptionOf('Password')).toContain('Please choose a password of at least 8 characters.')
  expect(signUps()).toEqual([])

  await user.type(field('Password'), '6')
  expect(screen.queryByText('Please choose a password of at least 8 characters.')).toBeNull()
})

it("signing up that fails shows the server's message and can be repeated", async () => {
  expectConsole(/^error: Sign Up Failed\./)
  api.answerTo('auth.signUp', 'hang up')
  const { user } = await openForm('drywall and daylight')
  await user.click(button('Create Account'))
  expect(await screen.findByText('Sign Up Failed')).toBeTruthy()
  expect((await screen.findByRole('alert')).textContent).toMatch(/^We couldn’t reach the server/)
  await waitFor(() => expect(button('Create Account').disabled).toBe(false))

  api.answerTo('auth.signUp', refusedBy('too_many_attempts'))
  await user.click(button('Create Account'))
  const message = 'Too many attempts. Please try again in 12 minutes.'
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message))
  expect(screen.getByText('Sign Up Failed').parentElement?.textContent).toContain(message)
  expect(field('Password').value).toBe('drywall and daylight')
})
