import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auth } from '#client/lib/auth/auth-client.ts'
import type { OwnSession } from '#shared/account.ts'
import { button, descriptionOf, endPageApi, field, startPageApi } from '#tests/support/client/account-page.ts'
import { refusedBy, signedIn } from '#tests/support/client/account-responses.ts'
import { expectConsole } from '#tests/support/client/console-watch.ts'
import { dataAnswer, errorAnswer, type FakeApi, inputsOf } from '#tests/support/client/fake-api.ts'
import { nudgeSettings } from '#tests/support/client/nudge-settings.ts'
import { renderSite } from '#tests/support/client/render.tsx'

let api: FakeApi

beforeEach(async () => {
  api = await startPageApi()
  api.answerTo('auth.signIn', signedIn('ada@example.com'))
  await auth.signIn({ email: 'ada@example.com', password: 'the old one' })
})

afterEach(() => endPageApi(api))

const pending = { newEmail: 'ada@new.example', expiresAt: '2026-01-06T20:10:00.000Z' }
const status = (name: string) => dataAnswer({ status: name })

describe('changing the email address', () => {
  async function openForm() {
    const page = await renderSite('/account')
    await page.user.click(await screen.findByRole('button', { name: 'Change your email' }))
    return page
  }

  it('sends a link to the new address, and says where it went and how long it works', async () => {
    const { user } = await openForm()
    expect(document.activeElement?.textContent).toBe('Change your email address')
    await user.type(field('New email'), ' Ada@New.example')
    await user.type(field('Current password'), 'the old one')
    api.answerTo('account.requestEmailChange', status('sent'))
    api.answerTo('account.emailChange', dataAnswer(pending))
    await user.click(button('Send the link'))
    expect(await screen.findByText('We sent a link to ada@new.example.')).toBeTruthy()
    expect(inputsOf(api, 'account.requestEmailChange')).toEqual([
      { newEmail: 'ada@new.example', currentPassword: 'the old one' },
    ])
    expect(await screen.findByText(/It works until Tue, Jan 6, 3:10 PM New York time\./)).toBeTruthy()
    expect(screen.queryByLabelText('New email')).toBeNull()
    expect(document.activeElement?.textContent).toBe('Profile')
  })

  it.each([
    ['Current password', refusedBy('invalid_credentials', { currentPassword: ["That isn't it."] }), "That isn't it."],
    ['New email', errorAnswer('BAD_REQUEST', 400, { newEmail: ['You have it.'] }), 'You have it.'],
  ])('shows an error under "%s" and keeps what was typed', async (label, answer, message) => {
    api.answerTo('account.requestEmailChange', answer)
    const { user } = await openForm()
    await user.type(field('New email'), 'ada@new.example')
    await user.type(field('Current password'), 'wrong{Enter}')
    await waitFor(() => expect(descriptionOf(label)).toContain(message))
    expect(screen.queryByText('Email Not Changed')).toBeNull()
    expect(document.activeElement).toBe(field(label))
    expect([field('New email').value, field('Current password').value]).toEqual(['ada@new.example', 'wrong'])
  })

  it('sends the link again after a pause, and cancels the change', async () => {
    api.answerTo('account.emailChange', dataAnswer(pending))
    api.answerTo('account.resendEmailChange', status('sent'))
    api.answerTo('account.withdrawEmailChange', status('withdrawn'))
    const { user } = await renderSite('/account')
    await user.click(await screen.findByRole('button', { name: 'Send again' }))
    expect(await screen.findByText('Check the inbox of ada@new.example.')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Resend in \d+ s$/ }).disabled).toBe(true)
    api.answerTo('account.emailChange', dataAnswer(null))
    api.answerTo('auth.session', signedIn('ada@example.com'))
    await user.click(button('Cancel the change'))
    expect(await screen.findByRole('button', { name: 'Change your email' })).toBeTruthy()
  })

  it('shows the new address once the link was opened in another browser', async () => {
    api.answerTo('account.emailChange', dataAnswer(pending))
    await renderSite('/account')
    await screen.findByText('Waiting for your new email')
    api.answerTo('account.emailChange', dataAnswer(null))
    api.answerTo('auth.session', signedIn('ada@new.example'))
    window.dispatchEvent(new Event('focus'))
    expect(await within(screen.getByRole('main')).findByText('ada@new.example')).toBeTruthy()
  })

  it('says when it could not be loaded, and tries again', async () => {
    api.answerTo('account.emailChange', errorAnswer('INTERNAL_SERVER_ERROR', 500, undefined, undefined, 'Sorry.'))
    const { user } = await renderSite('/account')
    expect((await screen.findByRole('alert')).textContent).toContain('Sorry.')
    api.answerTo('account.emailChange', dataAnswer(null))
    await user.click(button('Try again'))
    expect(await screen.findByRole('button', { name: 'Change your email' })).toBeTruthy()
  })
})

describe('devices', () => {
  const session = (id: string, values: Partial<OwnSession>): OwnSession => ({
    id,
    device: 'Chrome on Windows',
    isCurrent: false,
    isSameNetwork: null,
    lastUsedAt: '2025-01-06T20:10:00.000Z',
    signedInAt: '2025-01-05T20:10:00.000Z',
    ...values,
  })
  const three = [
    session('a', { isCurrent: true, isSameNetwork: true }),
    session('b', { device: 'Safari on iPhone', isSameNetwork: true, lastUsedAt: new Date().toISOString() }),
    session('c', { device: 'Firefox on Linux', isSameNetwork: false }),
  ]
  const rows = () =>
    within(screen.getByRole('region', { name: 'Devices' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent)

  it('tells each device, its network and its last use in words', async () => {
    api.answerTo('account.sessions', dataAnswer({ sessions: three, total: 5 }))
    await renderSite('/account')
    await screen.findByText('This device')
    expect(rows()).toEqual([
      'Chrome on Windows This deviceIn use now. Signed in on Jan 5, 2025.',
      'Safari on iPhone In the network that you use now. Used within the last hour. Signed in on Jan 5, 2025.Sign out',
      'Firefox on Linux In another network. Last used Mon, Jan 6, 3:10 PM New York time. Signed in on Jan 5, 2025.Sign out',
    ])
    expect(screen.getByText('And 2 more that were used before these.')).toBeTruthy()
  })

  it('signs one other device out, and says so', async () => {
    api.answerTo('account.sessions', dataAnswer({ sessions: three, total: 3 }))
    const { user } = await renderSite('/account')
    await screen.findByText('This device')
    expect(screen.queryByRole('button', { name: 'Sign out Chrome on Windows' })).toBeNull()
    api.answerTo('account.endSession', status('ended'))
    api.answerTo('account.sessions', dataAnswer({ sessions: three.slice(0, 1), total: 1 }))
    await user.click(button('Sign out Safari on iPhone'))
    expect(await screen.findByText('Safari on iPhone was signed out.')).toBeTruthy()
    expect(inputsOf(api, 'account.endSession')).toEqual([{ id: 'b' }])
    expect(await screen.findByText('You are signed in nowhere else.')).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Devices')
  })

  it('signs all other devices out', async () => {
    api.answerTo('account.sessions', dataAnswer({ sessions: three, total: 3 }))
    api.answerTo('account.endOtherSessions', dataAnswer({ ended: 2 }))
    const { user } = await renderSite('/account')
    await user.click(await screen.findByRole('button', { name: 'Sign out all other devices' }))
    expect(await screen.findByText('2 other devices were signed out.')).toBeTruthy()
  })

  it('says when they could not be loaded, or not be signed out', async () => {
    const failed = errorAnswer('INTERNAL_SERVER_ERROR', 500, undefined, undefined, 'Sorry.')
    api.answerTo('account.sessions', failed)
    const { user } = await renderSite('/account')
    expect((await screen.findByRole('alert')).textContent).toContain('Sorry.')
    api.answerTo('account.sessions', dataAnswer({ sessions: three, total: 3 }))
    await user.click(button('Try again'))
    api.answerTo('account.endSession', refusedBy('too_many_attempts'))
    await user.click(await screen.findByRole('button', { name: 'Sign out Firefox on Linux' }))
    expect(await screen.findByText('Not Signed Out')).toBeTruthy()
  })
})

describe('the link to the new address', () => {
  it('confirms for whoever is signed in, and takes the token out of the address', async () => {
    api.answerTo('auth.confirmEmailChange', signedIn('ada@new.example'))
    const { router } = await renderSite('/auth/new-email?token=secret')
    expect(await screen.findByText('ada@new.example')).toBeTruthy()
    expect(inputsOf(api, 'auth.confirmEmailChange')).toEqual([{ token: 'secret' }])
    expect(router.state.location.href).toBe('/auth/new-email')
    expect(auth.state()).toMatchObject({ user: { email: 'ada@new.example' } })
  })

  it('asks a browser where nobody is signed in to sign in first, and goes on by itself', async () => {
    await auth.signOut()
    api.answerTo('auth.confirmEmailChange', signedIn('ada@new.example'))
    const { user } = await renderSite('/auth/new-email?token=secret')
    expect(await screen.findByText(/^The link works only for the account that asked for it\./)).toBeTruthy()
    expect(inputsOf(api, 'auth.confirmEmailChange')).toEqual([])
    const main = within(screen.getByRole('main'))
    await user.type(main.getByLabelText('Email'), 'ada@example.com')
    await user.type(main.getByLabelText('Password'), 'the old one{Enter}')
    expect(await screen.findByText('Your email address has changed')).toBeTruthy()
  })

  it('tells another account how to go on, and confirms after the change of accounts', async () => {
    api.answerTo('auth.confirmEmailChange', refusedBy('wrong_account'))
    const { user } = await renderSite('/auth/new-email?token=secret')
    expect((await screen.findByRole('alert')).textContent).toBe('This link belongs to another account.')
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Sign Out' }))
    expect(await screen.findByText('Sign in to go on')).toBeTruthy()
  })

  it.each(['otp_expired', 'address_taken'] as const)('says what to do when it is refused: %s', async (reason) => {
    api.answerTo('auth.confirmEmailChange', refusedBy(reason))
    await renderSite('/auth/new-email?token=secret')
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(screen.getByText('Your email address has not changed')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to your account' }).getAttribute('href')).toBe('/account')
  })

  it('can be tried again when the server was not reached', async () => {
    expectConsole(/^error: Email Not Changed\./)
    api.answerTo('auth.confirmEmailChange', 'hang up')
    const { user } = await renderSite('/auth/new-email?token=secret')
    await screen.findByRole('button', { name: 'Try again' })
    api.answerTo('auth.confirmEmailChange', signedIn('ada@new.example'))
    await user.click(button('Try again'))
    expect(await screen.findByText('ada@new.example')).toBeTruthy()
  })

  it('says that it is incomplete without its token', async () => {
    await renderSite('/auth/new-email')
    expect((await screen.findByRole('alert')).textContent).toContain('This link is incomplete.')
  })
})

describe('the link in the former mailbox', () => {
  it('changes nothing until the button is pressed, then says what comes next', async () => {
    const { user } = await renderSite('/auth/restore-email?token=secret')
    expect(inputsOf(api, 'auth.undoEmailChange')).toEqual([])
    api.answerTo('auth.undoEmailChange', dataAnswer({ status: 'undone', email: 'ada@example.com' }))
    await user.click(button('Change it back'))
    expect(await screen.findByText('Your account has its former address again')).toBeTruthy()
    expect(inputsOf(api, 'auth.undoEmailChange')).toEqual([{ token: 'secret' }])
    await waitFor(() => expect(auth.state().status).toBe('signed-out'))
  })

  it('says what to do when it is refused', async () => {
    api.answerTo('auth.undoEmailChange', refusedBy('otp_expired'))
    const { user } = await renderSite('/auth/restore-email?token=secret')
    await user.click(button('Change it back'))
    expect((await screen.findByRole('alert')).textContent).toBe('Email link is invalid or has expired')
    expect(screen.getByRole('link', { name: 'Get a link for a new password' })).toBeTruthy()
  })
})

describe('the name', () => {
  it('is changed in its row, and colleagues see it', async () => {
    api.answerTo('auth.signIn', signedIn('ada@example.com', 'staff'))
    api.answerTo('notifications.settings', dataAnswer(nudgeSettings))
    await auth.signIn({ email: 'ada@example.com', password: 'the old one' })
    const { user } = await renderSite('/account')
    await screen.findByRole('switch', { name: 'Morning digest' })
    expect(screen.getByText('Colleagues see your email address until you have one.')).toBeTruthy()
    await user.click(button('Add your name'))
    await user.type(field('Your name'), 'Ada Romero')
    api.answerTo('auth.setName', signedIn('ada@example.com', 'staff'))
    await user.click(button('Save name'))
    expect(await screen.findByText('Colleagues see you as Ada Romero.')).toBeTruthy()
    expect(inputsOf(api, 'auth.setName')).toEqual([{ name: 'Ada Romero' }])
    expect(document.activeElement?.textContent).toBe('Profile')
  })
})
