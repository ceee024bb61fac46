import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { auth } from '#client/lib/auth/auth-client.ts'
import { refusedBy, signedIn } from '#tests/support/client/account-responses.ts'
import { button, descriptionOf, field } from '#tests/support/client/controls.ts'
import { dataAnswer, errorAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { signedOutApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { signIn } from '#tests/support/client/sign-in.ts'

const noFactors = { app: null, appProblem: null, passkeys: [], recoveryCodesLeft: 0, isRequired: true }

const api = signedOutApi()
async function enterPassword(methods: readonly string[]) {
  api.answerTo('auth.signIn', dataAnswer({ status: 'second_factor_required', methods }))
  const { user } = await renderSite('/auth')
  await user.type(field('Email'), 'ada@example.com')
  await user.type(field('Password'), 'plum tiles, warm grout')
  await user.click(button('Sign In'))
  const heading = await screen.findByRole('heading', { name: 'One more step' })
  expect(document.activeElement).toBe(heading)
  return user
}

it('after the password the sign-in page asks for the code, keeps a wrong one, and signs in with MFA_CHALLENGE_VERIFIED', async () => {
  const events: string[] = []
  const unsubscribe = auth.subscribe((event) => events.push(event))
  const user = await enterPassword(['app', 'recovery-code'])
  expect(field('Code').autocomplete).toBe('one-time-code')
  api.answerTo('auth.verifySecondFactor', refusedBy('invalid_code', { code: ['That code isn’t right.'] }))
  await user.type(field('Code'), '000000')
  await user.click(button('Continue'))
  expect(await screen.findByText('That code isn’t right.')).toBeTruthy()
  expect(descriptionOf('Code')).toContain('That code isn’t right.')
  expect(field('Code').value).toBe('000000')
  api.answerTo('auth.verifySecondFactor', signedIn('ada@example.com'))
  await user.clear(field('Code'))
  await user.type(field('Code'), '123 456')
  await user.click(button('Continue'))
  expect(await screen.findByText('Welcome back!')).toBeTruthy()
  expect(inputsOf(api, 'auth.verifySecondFactor')).toEqual([{ code: '000000' }, { code: '123 456' }])
  expect(events.at(-1)).toBe('MFA_CHALLENGE_VERIFIED')
  unsubscribe()
})

it('an expired step leads back to the password, and a browser without passkeys says so', async () => {
  const user = await enterPassword(['passkey', 'recovery-code'])
  await user.click(button('Use your passkey'))
  expect(await screen.findByText('This browser can’t use passkeys. Please sign in another way.')).toBeTruthy()
  await user.click(button('Use a recovery code'))
  api.answerTo('auth.verifySecondFactor', refusedBy('challenge_expired'))
  await user.type(field('Recovery code'), 'AAAA-BBBB-CCCC-DDDD')
  await user.click(button('Continue'))
  expect(await screen.findByText('This took too long. Please start again.')).toBeTruthy()
  expect(field('Password')).toBeTruthy()
})

it('the set-up of an app is left by Cancel while its code loads, and after that failed', async () => {
  api.answerTo(
    'secondFactor.state',
    dataAnswer({ ...noFactors, isRequired: false, provedUntil: new Date(Date.now() + 60_000) }),
  )
  await signIn(api)
  const { user } = await renderSite('/account')
  const start = () => screen.findByRole('button', { name: 'Set up an app' })
  await start()
  const release = api.hold()
  await user.click(await start())
  expect(screen.getByText('One moment…')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  release()
  await start()
  api.answerTo('secondFactor.beginApp', errorAnswer('INTERNAL_SERVER_ERROR', 500))
  await user.click(await start())
  await screen.findByRole('button', { name: 'Try again' })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await start()).toBeTruthy()
})
