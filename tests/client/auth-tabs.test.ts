import { afterEach, beforeEach, expect, it } from 'vitest'
import { accountSession, ada, noSession } from '#tests/support/client/account-session.ts'
import { openTab, type Tab } from '#tests/support/client/browser-tab.ts'
import { dataAnswer, refusal } from '#tests/support/client/fake-api.ts'
import { pageApi } from '#tests/support/client/page-api.ts'

const api = pageApi('/')
let here: Tab
let there: Tab
let browser: string

/** The session that the server knows by the browser's cookies. */
function setCookies(session: object): void {
  api.answerTo('auth.session', dataAnswer(session))
}

beforeEach(() => {
  browser = crypto.randomUUID()
  here = openTab({ browser, hint: 'none' })
  there = openTab({ browser, hint: 'none' })
  here.auth.start()
  there.auth.start()
})

afterEach(async () => {
  await here.auth.close()
  await there.auth.close()
})

const withinASecond = { timeout: 1_000 }

async function signInHere(): Promise<void> {
  setCookies(accountSession())
  api.answerTo('auth.signIn', dataAnswer(accountSession()))
  await here.auth.signIn({ email: ada.email, password: 'correct horse' })
  await expect.poll(there.status, withinASecond).toBe('signed-in')
}

const questions = () => api.calls.filter(({ procedure }) => procedure === 'auth.session').length

it('a tab follows sign-in and sign-out in another tab within a second', async () => {
  expect(there.enginesLoaded()).toBe(0)
  await signInHere()
  setCookies(noSession)
  api.answerTo('auth.signOut', dataAnswer({ status: 'signed_out' }))
  await here.auth.signOut()
  await expect.poll(there.status, withinASecond).toBe('signed-out')
  expect(there.events).toEqual(['INITIAL_SESSION nobody', 'SIGNED_IN ada@example.com', 'SIGNED_OUT nobody'])
  expect(here.events).toEqual(there.events)
})

it('a tab restarts its refresh timer when another tab has refreshed the tokens', async () => {
  await signInHere()
  setCookies(accountSession({ expiresIn: 3000 }))
  api.answerTo('auth.refresh', dataAnswer(accountSession({ expiresIn: 3000 })))
  await here.auth.refresh()
  await expect.poll(() => there.auth.state()).toMatchObject({ session: { expiresIn: 3000 } })
  expect(there.events.at(-1)).toBe('TOKEN_REFRESHED ada@example.com')
})

it('a tab notices changes to the account', async () => {
  await signInHere()
  const user = { ...ada, role: 'admin' } as const
  setCookies(accountSession({ user }))
  api.answerTo('auth.changePassword', dataAnswer(accountSession({ user })))
  await here.auth.changePassword({ currentPassword: 'a', newPassword: 'b' })
  await expect.poll(() => there.auth.state()).toMatchObject({ user })
  expect(there.events.at(-1)).toBe('USER_UPDATED ada@example.com')
})

it('a tab switches to another account that signs in elsewhere', async () => {
  await signInHere()
  const user = { ...ada, id: 'ben', email: 'ben@example.com' }
  setCookies(accountSession({ user }))
  api.answerTo('auth.signIn', dataAnswer(accountSession({ user })))
  await here.auth.signIn({ email: user.email, password: 'staple' })
  await expect.poll(() => there.events.at(-1)).toBe('SIGNED_IN ben@example.com')
})

it('a tab ends in the last of several changes, even while an earlier one is still loading', async () => {
  await signInHere()
  const elsewhere = new BroadcastChannel(browser)
  const release = api.hold()
  elsewhere.postMessage('TOKEN_REFRESHED')
  await expect.poll(questions).toBe(3)
  setCookies(noSession)
  elsewhere.postMessage('SIGNED_OUT')
  release()
  await expect.poll(() => [here.status(), there.status()]).toEqual(['signed-out', 'signed-out'])
  expect(there.events.slice(-2)).toEqual(['TOKEN_REFRESHED ada@example.com', 'SIGNED_OUT nobody'])
  elsewhere.close()
})

it('a tab keeps its session when another tab has lost a response', async () => {
  await signInHere()
  api.answerTo('auth.refresh', refusal('session_not_found', 500))
  await expect(here.auth.refresh()).rejects.toThrow()
  expect(here.status()).toBe('signed-out')
  await expect.poll(questions).toBe(2)
  await expect.poll(() => there.events.at(-1)).toBe('TOKEN_REFRESHED ada@example.com')
})

it('a signed-out tab makes no call when another tab signs out', async () => {
  const elsewhere = new BroadcastChannel(browser)
  setCookies(noSession)
  elsewhere.postMessage('SIGNED_OUT')
  elsewhere.postMessage('SIGNED_IN')
  // One call of each tab, for the second message.
  await expect.poll(questions).toBe(2)
  expect(there.events).toEqual(['INITIAL_SESSION nobody'])
  elsewhere.close()
})
