import { expect, it } from 'vitest'
import { addStaff } from '#server/accounts/people/staff.ts'
import {
  accountRows,
  browsers,
  confirmedAccount,
  delivered,
  errorOf,
  goodPassword,
  mailedToken,
  otherPassword,
  TestBrowser,
} from '#tests/support/server/accounts.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

const minute = 60_000
const weakPassword = 'Password123!'

const test = sharedApp({ settings: { APP_ORIGIN: 'https://www.builders.example' } })
const newBrowser = browsers(test)

/** Three browsers that are signed in to one account. */
async function threeBrowsers(email: string): Promise<[TestBrowser, TestBrowser, TestBrowser]> {
  const all: [TestBrowser, TestBrowser, TestBrowser] = [newBrowser(), newBrowser(), newBrowser()]
  await confirmedAccount(test, all[0], email)
  for (const browser of all.slice(1))
    expect((await browser.call('auth.signIn', { email, password: goodPassword })).statusCode).toBe(200)
  return all
}

async function canSignIn(email: string, password: string): Promise<boolean> {
  return (await newBrowser().call('auth.signIn', { email, password })).statusCode === 200
}

async function resetToken(email: string): Promise<string> {
  test.clock.advance(2 * minute)
  await newBrowser().call('auth.requestPasswordReset', { email })
  return await mailedToken(test, email)
}

it('A6 a weak password is refused at sign-up, change and reset with the reason at the field, and nothing is stored', async () => {
  const email = 'weak@mail.example'
  const browser = newBrowser()
  await confirmedAccount(test, browser, email)
  const token = await resetToken(email)
  const rows = await accountRows(test)
  const responses = {
    signUp: await browser.call('auth.signUp', { email: 'new@mail.example', password: weakPassword }),
    change: await browser.call('auth.changePassword', { currentPassword: goodPassword, newPassword: weakPassword }),
    reset: await browser.call('auth.resetPassword', { token, password: weakPassword }),
  }
  for (const [name, field] of [
    ['signUp', 'password'],
    ['change', 'newPassword'],
    ['reset', 'password'],
  ] as const) {
    expect(errorOf(responses[name]), name).toMatchObject({ status: 400, reason: 'weak_password' })
    expect(errorOf(responses[name]).fieldErrors, name).toHaveProperty(field)
  }
  expect(await accountRows(test)).toEqual(rows)
  expect((await browser.call('auth.resetPassword', { token, password: otherPassword })).statusCode).toBe(200)
})

it('A6 changing the password ends every other session, replaces this one, and emails the owner', async () => {
  const email = 'changes@mail.example'
  const [desk, phone, tablet] = await threeBrowsers(email)
  const before = new Map(desk.cookies)
  const findLink = await resetToken(email)
  const response = await desk.call('auth.changePassword', {
    currentPassword: goodPassword,
    newPassword: otherPassword,
  })
  expect(response.json().result.data.user.email).toBe(email)

  expect(await desk.whoIsIn()).toBe(email)
  for (const browser of [phone, tablet]) {
    expect(await browser.whoIsIn()).toBeNull()
    const refused = await browser.call('auth.changePassword', {
      currentPassword: otherPassword,
      newPassword: goodPassword,
    })
    expect(errorOf(refused)).toMatchObject({ status: 401, reason: 'session_not_found' })
    expect((await browser.call('auth.refresh', undefined)).statusCode).toBe(401)
  }
  const replayed = new TestBrowser(test, '203.0.113.9')
  for (const [name, value] of before) replayed.cookies.set(name, value)
  expect(await replayed.whoIsIn()).toBeNull()

  const mails = (await delivered(test)).filter(({ to }) => to.includes(email)).map(({ kind }) => kind)
  expect(mails.at(-1)).toBe('account.password-changed')
  const late = await newBrowser().call('auth.resetPassword', { token: findLink, password: goodPassword })
  expect(errorOf(late).reason).toBe('otp_expired')
  expect([await canSignIn(email, goodPassword), await canSignIn(email, otherPassword)]).toEqual([false, true])
})

it('A6 changing the password requires the current one and limits wrong ones', async () => {
  const email = 'guesses@mail.example'
  const browser = newBrowser()
  await confirmedAccount(test, browser, email)
  const rows = await accountRows(test)
  const change = (currentPassword: string) =>
    browser.call('auth.changePassword', { currentPassword, newPassword: otherPassword })
  for (let guess = 0; guess < 10; guess += 1)
    expect(errorOf(await change(`wrong guess ${guess}`))).toMatchObject({
      status: 401,
      reason: 'invalid_credentials',
    })
  expect(errorOf(await change(goodPassword))).toMatchObject({ status: 429, reason: 'too_many_attempts' })
  expect(await accountRows(test)).toEqual(rows)
  test.clock.advance(15 * minute)
  expect((await change(goodPassword)).statusCode).toBe(200)
})

it('A6 the right password of a signed-in account counts, too', async () => {
  const browser = newBrowser()
  await confirmedAccount(test, browser, 'busy@mail.example')
  const prove = () => browser.call('secondFactor.prove', { password: goodPassword })
  for (let turn = 0; turn < 10; turn += 1) expect((await prove()).statusCode).toBe(200)
  expect(errorOf(await prove())).toMatchObject({ status: 429, reason: 'too_many_attempts' })
  test.clock.advance(15 * minute)
  expect((await prove()).statusCode).toBe(200)
})

it('A6 a reset ends every session, creates none, and emails the owner', async () => {
  const email = 'resets@mail.example'
  const everywhere = await threeBrowsers(email)
  const token = await resetToken(email)
  const visitor = newBrowser()
  const response = await visitor.call('auth.resetPassword', { token, password: otherPassword })
  expect(response.json()).toEqual({ result: { data: { status: 'password_changed' } } })
  expect(response.cookies.map(({ name }) => name)).toEqual(['__Host-site-device'])
  for (const browser of [...everywhere, visitor]) expect(await browser.whoIsIn()).toBeNull()
  const again = await visitor.call('auth.resetPassword', { token, password: goodPassword })
  expect(errorOf(again).reason).toBe('link_used')
  const mails = (await delivered(test)).filter(({ to }) => to.includes(email)).map(({ kind }) => kind)
  expect(mails.at(-1)).toBe('account.password-changed')
  expect([await canSignIn(email, goodPassword), await canSignIn(email, otherPassword)]).toEqual([false, true])
})

it('A7 a reset link expires after one hour', async () => {
  const email = 'slow@mail.example'
  await confirmedAccount(test, newBrowser(), email)
  const token = await resetToken(email)
  test.clock.advance(60 * minute + 1_000)
  const response = await newBrowser().call('auth.resetPassword', { token, password: otherPassword })
  expect(errorOf(response).reason).toBe('otp_expired')
})

it('an invitation is accepted with its role, even if a stranger has signed up with the address', async () => {
  const email = 'invited@mail.example'
  const now = test.clock.now()
  const { invitation = '' } = await addStaff(test.database, { email, role: 'staff', now })
  // A stranger signs up with the address meanwhile.
  const stranger = newBrowser()
  stranger.makePendingCookie()
  await stranger.call('auth.signUp', { email, password: goodPassword })
  await delivered(test)
  expect(await canSignIn(email, goodPassword)).toBe(false)
  test.clock.advance(71 * 60 * minute)
  const accepted = await newBrowser().call('auth.resetPassword', { token: invitation, password: otherPassword })
  expect(accepted.statusCode).toBe(200)
  expect(await canSignIn(email, goodPassword)).toBe(false)
  const browser = newBrowser()
  const signedIn = await browser.call('auth.signIn', { email, password: otherPassword })
  expect(signedIn.json().result.data.user.role).toBe('staff')
  const kinds = (await delivered(test)).filter(({ to }) => to.includes(email)).map(({ kind }) => kind)
  expect(kinds).toEqual(['account.confirmation', 'account.ready'])
})

it('an email says that the account is ready when an invitation sets the first password', async () => {
  const email = 'first@mail.example'
  const { invitation = '' } = await addStaff(test.database, { email, role: 'staff', now: test.clock.now() })
  await newBrowser().call('auth.resetPassword', { token: invitation, password: goodPassword })
  const kinds = async () => (await delivered(test)).filter(({ to }) => to.includes(email)).map(({ kind }) => kind)
  expect(await kinds()).toEqual(['account.ready'])
  const token = await resetToken(email)
  await newBrowser().call('auth.resetPassword', { token, password: otherPassword })
  expect(await kinds()).toEqual(['account.ready', 'account.reset', 'account.password-changed'])
})

it('a reset of the password resets the counters of wrong ones from all IP addresses', async () => {
  const email = 'guessed@mail.example'
  await confirmedAccount(test, newBrowser(), email)
  for (let guess = 0; guess < 50; guess += 1)
    await newBrowser().call('auth.signIn', { email, password: 'a wrong guess' })
  expect(await canSignIn(email, goodPassword)).toBe(false)
  const token = await resetToken(email)
  await newBrowser().call('auth.resetPassword', { token, password: otherPassword })
  expect(await canSignIn(email, otherPassword)).toBe(true)
})
