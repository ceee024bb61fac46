import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { createPasswordHasher } from '#server/accounts/passwords/password-hasher.ts'
import {
  browsers,
  confirmedAccount,
  delivered,
  errorOf,
  goodPassword,
  mailedToken,
  otherPassword,
  type TestBrowser,
  withoutDate,
} from '#tests/support/server/accounts.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'
import { createTestApp } from '#tests/support/server/test-app.ts'

const minute = 60_000
const hour = 60 * minute

const test = sharedApp()
const newBrowser = browsers(test)
beforeEach(() => test.clock.advance(48 * hour))

const signIn = (browser: TestBrowser, email: string, password: string) =>
  browser.call('auth.signIn', { email, password })
const canSignIn = async (browser: TestBrowser, email: string, password: string) =>
  (await signIn(browser, email, password)).statusCode === 200

/** Tries 101 passwords, each from another IP address, with pauses so that no hourly limit is exhausted. */
async function lockOut(email: string, betweenTries = async (_turn: number) => {}): Promise<void> {
  for (let turn = 0; turn <= 100; turn += 1) {
    if (turn > 0 && turn % 50 === 0) test.clock.advance(hour)
    expect(errorOf(await signIn(newBrowser(), email, `guess ${turn}`)).reason).toBe('invalid_credentials')
    await betweenTries(turn)
  }
}

const requestReset = (email: string) => newBrowser().call('auth.requestPasswordReset', { email })
const resetMails = async (email: string) =>
  (await delivered(test)).filter(({ kind, to }) => kind === 'account.reset' && to.includes(email)).length

it('an owner whose account strangers try to lock gets in with a new browser by email, after 101 wrong passwords and a day’s worth of reset requests', async () => {
  const email = 'besieged@mail.example'
  await confirmedAccount(test, newBrowser(), email)
  await lockOut(email)
  for (let turn = 0; turn < 12; turn += 1) {
    test.clock.advance(minute)
    await requestReset(email)
  }
  const owner = newBrowser()
  test.clock.advance(hour)
  expect(errorOf(await signIn(owner, email, goodPassword)).reason).toBe('invalid_credentials')

  const before = await resetMails(email)
  await owner.call('auth.requestPasswordReset', { email })
  expect(await resetMails(email)).toBe(before + 1)
  const token = await mailedToken(test, email)
  expect((await owner.call('auth.resetPassword', { token, password: otherPassword })).statusCode).toBe(200)
  expect(await canSignIn(owner, email, otherPassword)).toBe(true)
})

it('an owner whose account strangers try to lock can sign in with a new password even if strangers have used up the account’s limits before', async () => {
  const email = 'raced@mail.example'
  await confirmedAccount(test, newBrowser(), email)
  await requestReset(email)
  const token = await mailedToken(test, email)
  const owner = newBrowser()
  expect((await owner.call('auth.resetPassword', { token, password: otherPassword })).statusCode).toBe(200)
  await lockOut(email)
  expect(await canSignIn(newBrowser(), email, otherPassword)).toBe(false)
  expect(await canSignIn(owner, email, otherPassword)).toBe(true)
})

it('an owner gets at most 34 reset emails a day, and always has a valid link', async () => {
  const email = 'bombed@mail.example'
  await confirmedAccount(test, newBrowser(), email)
  test.clock.advance(24 * hour)
  const before = await resetMails(email)
  let sinceMail = 0
  let longest = 0
  for (let turn = 0; turn < 24 * 4; turn += 1) {
    const earlier = await resetMails(email)
    await requestReset(email)
    sinceMail = (await resetMails(email)) > earlier ? 0 : sinceMail + 15
    longest = Math.max(longest, sinceMail)
    test.clock.advance(15 * minute)
  }
  expect((await resetMails(email)) - before).toBe(34)
  // In minutes; a link is valid for 60.
  expect(longest).toBe(45)
})

it('a reset email is sent even if other emails were requested a moment before', async () => {
  const email = 'distracted@mail.example'
  await confirmedAccount(test, newBrowser(), email)
  test.clock.advance(minute)
  await newBrowser().call('auth.resendConfirmation', { email })
  await requestReset(email)
  expect(await resetMails(email)).toBe(1)
})

it('an unknown address gets the same responses, even when the limits are exhausted', async () => {
  const [known, unknown] = ['compared@mail.example', 'nobody-at-all@mail.example']
  await confirmedAccount(test, newBrowser(), known)
  for (let turn = 0; turn < 15; turn += 1) {
    test.clock.advance(turn % 2 === 0 ? 10_000 : 10 * minute)
    expect(withoutDate(await requestReset(known))).toEqual(withoutDate(await requestReset(unknown)))
  }
})

it('another reset email is sent at once after a reset', async () => {
  const email = 'forgetful@mail.example'
  await confirmedAccount(test, newBrowser(), email)
  await requestReset(email)
  const token = await mailedToken(test, email)
  await newBrowser().call('auth.resetPassword', { token, password: otherPassword })
  await requestReset(email)
  expect(await resetMails(email)).toBe(2)
})

it('A11 a staff member with a known browser gets in each time while strangers fill the queue of passwords', async () => {
  const hasher = createPasswordHasher(8)
  const site = await createTestApp({ hasher: () => hasher })
  const newVisitor = browsers(site)
  const [email, home] = ['foreman@mail.example', newVisitor()]
  await confirmedAccount(site, home, email)
  await site.database.transaction(({ user }) => user.updateMany({ where: { email }, data: { role: 'staff' } }))
  // The role came later than the cookie.
  expect((await home.call('auth.refresh', '')).statusCode).toBe(200)
  const isOver = new AbortController()
  const statuses = new Set<number>()
  const flood = Array.from({ length: 40 }, async () => {
    while (!isOver.signal.aborted)
      statuses.add((await signIn(newVisitor(), `${randomUUID()}@mail.example`, 'a guess')).statusCode)
  })
  try {
    await expect.poll(() => statuses.has(503)).toBe(true)
    for (let turn = 0; turn < 8; turn += 1) {
      expect((await signIn(home, email, goodPassword)).statusCode).toBe(200)
      expect((await signIn(newVisitor(), email, goodPassword)).statusCode).toBe(503)
    }
  } finally {
    isOver.abort()
    await Promise.all(flood)
    await site.dispose()
    await hasher.close()
  }
})
