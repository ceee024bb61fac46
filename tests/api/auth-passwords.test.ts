import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addStaff } from '#server/domain/accounts/staff.ts'
import {
  accountRows,
  browsers,
  confirmedAccount,
  delivered,
  goodPassword,
  mailedToken,
  otherPassword,
  problemIn,
  TestBrowser,
} from '#tests/support/accounts.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const minute = 60_000
const weak = ['seven77', '😀'.repeat(19), 'with\0nul and more', 'password123']

let test: TestApp
let newBrowser: () => TestBrowser

beforeAll(async () => {
  test = await createTestApp({ settings: { APP_ORIGIN: 'https://www.builders.example' } })
  newBrowser = browsers(test)
})
afterAll(() => test.dispose())

/** Three browsers in which one person is signed in; the first has signed up. */
async function threeBrowsers(email: string): Promise<[TestBrowser, TestBrowser, TestBrowser]> {
  const all: [TestBrowser, TestBrowser, TestBrowser] = [newBrowser(), newBrowser(), newBrowser()]
  await confirmedAccount(test, all[0], email)
  for (const browser of all.slice(1))
    expect((await browser.call('auth.signIn', { email, password: goodPassword })).statusCode).toBe(200)
  return all
}

/** Whether a password opens an account. */
async function opens(email: string, password: string): Promise<boolean> {
  return (await newBrowser().call('auth.signIn', { email, password })).statusCode === 200
}

async function resetToken(email: string): Promise<string> {
  test.clock.advance(2 * minute)
  await newBrowser().call('auth.requestPasswordReset', { email })
  return await mailedToken(test, email)
}

describe('changing the password', () => {
  it('A6 changing the password ends every other session, gives this browser a new one, and emails a notice', async () => {
    const email = 'changes@mail.example'
    const [desk, phone, tablet] = await threeBrowsers(email)
    const before = new Map(desk.cookies)
    const findLink = await resetToken(email)
    const answer = await desk.call('auth.changePassword', { currentPassword: goodPassword, newPassword: otherPassword })
    expect(answer.json().result.data.user.email).toBe(email)

    expect(await desk.whoIsIn()).toBe(email)
    for (const browser of [phone, tablet]) {
      expect(await browser.whoIsIn()).toBeNull()
      const refused = await browser.call('auth.changePassword', {
        currentPassword: otherPassword,
        newPassword: goodPassword,
      })
      expect(problemIn(refused)).toMatchObject({ status: 401, reason: 'session_not_found' })
      expect((await browser.call('auth.refresh', undefined)).statusCode).toBe(401)
    }
    const replayed = new TestBrowser(test, '203.0.113.9')
    for (const [name, value] of before) replayed.cookies.set(name, value)
    expect(await replayed.whoIsIn()).toBeNull()

    const mails = (await delivered(test)).filter(({ to }) => to.includes(email)).map(({ kind }) => kind)
    expect(mails.at(-1)).toBe('account.password-changed')
    const late = await newBrowser().call('auth.resetPassword', { token: findLink, password: goodPassword })
    expect(problemIn(late).reason).toBe('otp_expired')
    expect([await opens(email, goodPassword), await opens(email, otherPassword)]).toEqual([false, true])
  })

  it('A6 changing the password takes the present one, counts wrong ones, and then changes nothing', async () => {
    const email = 'guesses@mail.example'
    const browser = newBrowser()
    await confirmedAccount(test, browser, email)
    const rows = await accountRows(test)
    const change = (currentPassword: string) =>
      browser.call('auth.changePassword', { currentPassword, newPassword: otherPassword })
    for (let guess = 0; guess < 10; guess += 1)
      expect(problemIn(await change(`wrong guess ${guess}`))).toMatchObject({
        status: 401,
        reason: 'invalid_credentials',
      })
    expect(problemIn(await change(goodPassword))).toMatchObject({ status: 429, reason: 'too_many_attempts' })
    expect(await accountRows(test)).toEqual(rows)
    test.clock.advance(15 * minute)
    expect((await change(goodPassword)).statusCode).toBe(200)
  })

  it('A6 changing to a weak password is refused with the reason at the field', async () => {
    const browser = newBrowser()
    await confirmedAccount(test, browser, 'weak@mail.example')
    for (const newPassword of [...weak, 'weak@mail.example']) {
      const answer = await browser.call('auth.changePassword', { currentPassword: goodPassword, newPassword })
      expect(problemIn(answer)).toMatchObject({ status: 400, reason: 'weak_password' })
      expect(problemIn(answer).fieldErrors).toHaveProperty('newPassword')
    }
    expect(await opens('weak@mail.example', goodPassword)).toBe(true)
  })

  it('is refused without a session', async () => {
    const answer = await newBrowser().call('auth.changePassword', { currentPassword: 'x', newPassword: otherPassword })
    expect(problemIn(answer)).toMatchObject({ status: 401, reason: 'session_not_found' })
  })
})

describe('a new password by a link', () => {
  it('A6 a new password by a link ends every session, makes none, and emails a notice', async () => {
    const email = 'resets@mail.example'
    const everywhere = await threeBrowsers(email)
    const token = await resetToken(email)
    const visitor = newBrowser()
    const answer = await visitor.call('auth.resetPassword', { token, password: otherPassword })
    expect(answer.json()).toEqual({ result: { data: { status: 'password_changed' } } })
    expect(answer.cookies.map(({ name }) => name)).toEqual(['__Host-site-device'])
    for (const browser of [...everywhere, visitor]) expect(await browser.whoIsIn()).toBeNull()
    const again = await visitor.call('auth.resetPassword', { token, password: goodPassword })
    expect(problemIn(again).reason).toBe('otp_expired')
    const mails = (await delivered(test)).filter(({ to }) => to.includes(email)).map(({ kind }) => kind)
    expect(mails.at(-1)).toBe('account.password-changed')
    expect([await opens(email, goodPassword), await opens(email, otherPassword)]).toEqual([false, true])
  })

  it('A6 a weak password by a link is refused, and the link stays good for a better one', async () => {
    const email = 'tries@mail.example'
    await confirmedAccount(test, newBrowser(), email)
    const token = await resetToken(email)
    const browser = newBrowser()
    for (const password of [...weak, email]) {
      const answer = await browser.call('auth.resetPassword', { token, password })
      expect(problemIn(answer)).toMatchObject({ status: 400, reason: 'weak_password' })
      expect(problemIn(answer).fieldErrors).toHaveProperty('password')
    }
    expect((await browser.call('auth.resetPassword', { token, password: otherPassword })).statusCode).toBe(200)
  })

  it('A7 a link for a new password is good for one hour', async () => {
    const email = 'slow@mail.example'
    await confirmedAccount(test, newBrowser(), email)
    const token = await resetToken(email)
    test.clock.advance(60 * minute + 1_000)
    const answer = await newBrowser().call('auth.resetPassword', { token, password: otherPassword })
    expect(problemIn(answer).reason).toBe('otp_expired')
  })

  it('confirms an address that was not, and shuts out whoever had signed up with it', async () => {
    const email = 'rescued@mail.example'
    const stranger = newBrowser()
    stranger.makePendingCookie()
    await stranger.call('auth.signUp', { email, password: goodPassword })
    const confirmation = await mailedToken(test, email)
    const token = await resetToken(email)
    await newBrowser().call('auth.resetPassword', { token, password: otherPassword })
    const late = await stranger.call('auth.confirmEmail', { token: confirmation })
    expect(problemIn(late).reason).toBe('otp_expired')
    expect([await opens(email, goodPassword), await opens(email, otherPassword)]).toEqual([false, true])
  })

  it('takes up an invitation, with its role', async () => {
    const email = 'invited@mail.example'
    const now = test.clock.now()
    const { invitation = '' } = await addStaff(test.database, { email, role: 'staff', now })
    // Somebody else signs up with the address meanwhile: that gives them nothing and spoils nothing.
    const stranger = newBrowser()
    stranger.makePendingCookie()
    await stranger.call('auth.signUp', { email, password: goodPassword })
    await delivered(test)
    expect(await opens(email, goodPassword)).toBe(false)
    test.clock.advance(71 * 60 * minute)
    const taken = await newBrowser().call('auth.resetPassword', { token: invitation, password: otherPassword })
    expect(taken.statusCode).toBe(200)
    expect(await opens(email, goodPassword)).toBe(false)
    const browser = newBrowser()
    const signedIn = await browser.call('auth.signIn', { email, password: otherPassword })
    expect(signedIn.json().result.data.user.role).toBe('staff')
  })

  it('emails that the account is ready when an invitation sets the first password', async () => {
    const email = 'first@mail.example'
    const { invitation = '' } = await addStaff(test.database, { email, role: 'staff', now: test.clock.now() })
    await newBrowser().call('auth.resetPassword', { token: invitation, password: goodPassword })
    const kinds = async () => (await delivered(test)).filter(({ to }) => to.includes(email)).map(({ kind }) => kind)
    expect(await kinds()).toEqual(['account.ready'])
    const token = await resetToken(email)
    await newBrowser().call('auth.resetPassword', { token, password: otherPassword })
    expect(await kinds()).toEqual(['account.ready', 'account.reset', 'account.password-changed'])
  })

  it('emails that the account is ready when a stranger had signed up with the invited address', async () => {
    const email = 'taken@mail.example'
    await newBrowser().call('auth.signUp', { email, password: goodPassword })
    const { invitation = '' } = await addStaff(test.database, { email, role: 'staff', now: test.clock.now() })
    await delivered(test)
    await newBrowser().call('auth.resetPassword', { token: invitation, password: otherPassword })
    const kinds = (await delivered(test)).filter(({ to }) => to.includes(email)).map(({ kind }) => kind)
    expect(kinds).toEqual(['account.confirmation', 'account.ready'])
  })
})

it('a new password by a link makes the wrong ones forgotten, from wherever they came', async () => {
  const email = 'guessed@mail.example'
  await confirmedAccount(test, newBrowser(), email)
  for (let guess = 0; guess < 50; guess += 1)
    await newBrowser().call('auth.signIn', { email, password: 'a wrong guess' })
  expect(await opens(email, goodPassword)).toBe(false)
  const token = await resetToken(email)
  await newBrowser().call('auth.resetPassword', { token, password: otherPassword })
  expect(await opens(email, otherPassword)).toBe(true)
})
