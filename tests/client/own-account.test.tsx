import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { auth } from '#client/lib/auth/auth-client.ts'
import type { OwnSession } from '#shared/account.ts'
import { refusedBy, signedIn } from '#tests/support/client/account-responses.ts'
import { expectConsole } from '#tests/support/client/console-watch.ts'
import { button, descriptionOf, field } from '#tests/support/client/controls.ts'
import { dataAnswer, errorAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { nudgeSettings } from '#tests/support/client/nudge-settings.ts'
import { signedOutApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'

const api = signedOutApi()

beforeEach(async () => {
  api.answerTo('auth.signIn', signedIn('ada@example.com'))
  await auth.signIn({ email: 'ada@example.com', password: 'the old one' })
})

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

it('the staff see their account in the dashboard’s frame, with one way to sign out', async () => {
  api.answerTo('auth.signIn', signedIn('ada@example.com', 'staff'))
  api.answerTo('notifications.settings', dataAnswer(nudgeSettings))
  await auth.signIn({ email: 'ada@example.com', password: 'the old one' })
  await renderSite('/account')
  expect(await screen.findByRole('heading', { name: 'Your account' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Admin Dashboard')
  expect(screen.getAllByRole('button', { name: 'Sign Out' })).toHaveLength(1)
  expect(screen.getByRole('navigation', { name: 'Sections' })).toBeTruthy()
  for (const name of ['Free Estimate', 'Back to Home']) expect(screen.queryByRole('link', { name })).toBeNull()
  const links = within(main().getByRole('navigation', { name: 'Sections of this page' })).getAllByRole('link')
  const titles = ['Profile', 'Sign-in', 'Notifications', 'Calendar', 'Devices']
  expect(links.map(({ textContent }) => textContent)).toEqual(titles)
  await screen.findByRole('switch', { name: 'Deadlines' })
})

it.each([
  ['Current password', refusedBy('invalid_credentials'), 'That isn’t your current password.'],
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

const pending = { newEmail: 'ada@new.example', expiresAt: '2026-01-06T20:10:00.000Z' }
const status = (name: string) => dataAnswer({ status: name })

describe('changing the email address', () => {
  async function openForm() {
    const page = await renderSite('/account')
    await page.user.click(await screen.findByRole('button', { name: 'Change your email' }))
    return page
  }

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

  it('sends a link to the new address, and says where it went', async () => {
    const { user } = await openForm()
    await user.type(field('New email'), ' Ada@New.example')
    await user.type(field('Current password'), 'the old one')
    api.answerTo('account.requestEmailChange', status('sent'))
    await user.click(button('Send the link'))
    expect(await screen.findByText('We sent a link to ada@new.example.')).toBeTruthy()
    expect(inputsOf(api, 'account.requestEmailChange')).toEqual([
      { newEmail: 'ada@new.example', currentPassword: 'the old one' },
    ])
  })

  it('sends the link again after a pause, and cancels the change', async () => {
    api.answerTo('account.emailChange', dataAnswer(pending))
    api.answerTo('account.resendEmailChange', status('sent'))
    api.answerTo('account.withdrawEmailChange', status('withdrawn'))
    const { user } = await renderSite('/account')
    await user.click(await screen.findByRole('button', { name: 'Send again' }))
    expect(await screen.findByText('Check the inbox of ada@new.example.')).toBeTruthy()
    expect(screen.getByText(/It works until Tue, Jan 6, 3:10 PM New York time\./)).toBeTruthy()
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
    expect(await main().findByText('ada@new.example')).toBeTruthy()
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
  it('tells another account how to go on, and confirms after the change of accounts', async () => {
    api.answerTo('auth.confirmEmailChange', refusedBy('wrong_account'))
    const { user } = await renderSite('/auth/new-email?token=secret')
    expect((await screen.findByRole('alert')).textContent).toBe('This link belongs to another account.')
    await user.click(main().getByRole('button', { name: 'Sign Out' }))
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
    const { user, router } = await renderSite('/auth/new-email?token=secret')
    await screen.findByRole('button', { name: 'Try again' })
    expect(router.state.location.href).toBe('/auth/new-email')
    api.answerTo('auth.confirmEmailChange', signedIn('ada@new.example'))
    await user.click(button('Try again'))
    expect(await screen.findByText('ada@new.example')).toBeTruthy()
    expect(inputsOf(api, 'auth.confirmEmailChange')).toEqual([{ token: 'secret' }, { token: 'secret' }])
    expect(auth.state()).toMatchObject({ user: { email: 'ada@new.example' } })
  })

  it('says that it is incomplete without its token', async () => {
    await renderSite('/auth/new-email')
    expect((await screen.findByRole('alert')).textContent).toContain('This link is incomplete.')
  })
})

describe('the link in the former mailbox', () => {
  it('changes nothing until the button is pressed, and says what to do when it is refused', async () => {
    api.answerTo('auth.undoEmailChange', refusedBy('otp_expired'))
    const { user } = await renderSite('/auth/restore-email?token=secret')
    expect(await screen.findByRole('button', { name: 'Change it back' })).toBeTruthy()
    expect(inputsOf(api, 'auth.undoEmailChange')).toEqual([])
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
