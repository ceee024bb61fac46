import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { errorMessage, errorReason } from '#client/lib/api-error.ts'
import { type AuthEvent, authEvents } from '#client/lib/auth/auth-state.ts'
import { createAuthStore } from '#client/lib/auth/auth-store.ts'
import { accountSession, ada, noSession } from '#tests/support/client/account-session.ts'
import { openTab, type Tab } from '#tests/support/client/browser-tab.ts'
import { expectConsole } from '#tests/support/client/console-watch.ts'
import { dataAnswer, refusal } from '#tests/support/client/fake-api.ts'
import { pageApi } from '#tests/support/client/page-api.ts'

const api = pageApi('/')
const tabs: Tab[] = []

beforeEach(() => {
  api.answerTo('auth.session', dataAnswer(accountSession()))
})

afterEach(async () => {
  for (const tab of tabs.splice(0)) await tab.auth.close()
})

function open(...options: Parameters<typeof openTab>): Tab {
  const tab = openTab(...options)
  tabs.push(tab)
  return tab
}

async function signedInTab(): Promise<Tab> {
  const tab = open()
  tab.auth.start()
  await expect.poll(tab.status).toBe('signed-in')
  return tab
}

const credentials = { email: ada.email, password: 'correct horse' }
const procedures = () => api.calls.map(({ procedure }) => procedure)

describe('the auth state at the start', () => {
  it('is loading until the server says who is signed in', async () => {
    const tab = open()
    expect(tab.auth.state()).toEqual({ status: 'loading' })
    tab.auth.start()
    expect(tab.status()).toBe('loading')
    await expect.poll(tab.status).toBe('signed-in')
    expect(tab.auth.state()).toMatchObject({ user: ada, session: { expiresIn: 3600 } })
    expect(tab.auth.state()).toBe(tab.auth.state())
    expect(tab.events).toEqual(['INITIAL_SESSION ada@example.com'])
    expect(procedures()).toEqual(['auth.session'])
  })

  it('is signed out at once on a page that came without a session, without a call or a load', async () => {
    const tab = open({ hint: 'none' })
    tab.auth.start()
    expect(tab.status()).toBe('signed-out')
    expect(tab.events).toEqual(['INITIAL_SESSION nobody'])
    expect(tab.enginesLoaded()).toBe(0)
    expect(api.calls).toEqual([])
  })

  it('is signed in after an expired access token is refreshed', async () => {
    api.answerTo('auth.session', dataAnswer(noSession))
    api.answerTo('auth.refresh', dataAnswer(accountSession()))
    const tab = await signedInTab()
    expect(procedures()).toEqual(['auth.session', 'auth.refresh'])
    expect(tab.events).toEqual(['INITIAL_SESSION ada@example.com'])
  })

  it.each([
    ['unknown session', refusal('session_not_found', 401)],
    ['used token', refusal('refresh_token_already_used', 400)],
  ])('is signed out with the cookie of an %s', async (_name, answer) => {
    api.answerTo('auth.session', dataAnswer(noSession))
    api.answerTo('auth.refresh', answer)
    const tab = open()
    tab.auth.start()
    await expect.poll(tab.status).toBe('signed-out')
    expect(tab.events).toEqual(['INITIAL_SESSION nobody'])
  })

  it('is signed out when the scripts fail to load, which the next sign-in loads again', async () => {
    let isOnline = false
    const tab = open({ online: () => isOnline })
    tab.auth.start()
    await expect.poll(tab.status).toBe('signed-out')
    await expect(tab.auth.signIn(credentials)).rejects.toThrow('dynamically imported')
    isOnline = true
    api.answerTo('auth.signIn', dataAnswer(accountSession()))
    await tab.auth.signIn(credentials)
    expect(tab.status()).toBe('signed-in')
  })
})

describe('an auth listener', () => {
  it('gets the state once after a late subscription', async () => {
    const tab = await signedInTab()
    const heard: string[] = []
    tab.auth.subscribe((event) => heard.push(event))
    expect(heard).toEqual([])
    await Promise.resolve()
    expect(heard).toEqual(['INITIAL_SESSION'])
    api.answerTo('auth.refresh', dataAnswer(accountSession()))
    await tab.auth.refresh()
    expect(heard).toEqual(['INITIAL_SESSION', 'TOKEN_REFRESHED'])
  })

  it('gets the state before an event of the same moment', async () => {
    const tab = open({ hint: 'none' })
    tab.auth.start()
    const heard: string[] = []
    tab.auth.subscribe((event) => heard.push(event))
    tab.auth.beginPasswordRecovery()
    expect(heard).toEqual(['INITIAL_SESSION', 'PASSWORD_RECOVERY'])
    await Promise.resolve()
    expect(heard).toHaveLength(2)
  })

  it('gets events from before the state was known after the state', async () => {
    const tab = open()
    tab.auth.start()
    tab.auth.beginPasswordRecovery()
    expect(tab.events).toEqual([])
    await expect
      .poll(() => tab.events)
      .toEqual(['INITIAL_SESSION ada@example.com', 'PASSWORD_RECOVERY ada@example.com'])
  })

  it('gets every event that auth-js has', () => {
    const store = createAuthStore()
    const heard: AuthEvent[] = []
    store.subscribe((event) => heard.push(event))
    store.enter('SIGNED_OUT', null)
    for (const event of authEvents.slice(1)) store.notify(event)
    expect(heard).toEqual([
      'INITIAL_SESSION',
      'SIGNED_IN',
      'SIGNED_OUT',
      'TOKEN_REFRESHED',
      'USER_UPDATED',
      'PASSWORD_RECOVERY',
      'MFA_CHALLENGE_VERIFIED',
    ])
  })

  it('is logged when it throws, and the others still get the event', async () => {
    expectConsole(/^error: A listener has failed at INITIAL_SESSION\. Error: broken/)
    const tab = open({ hint: 'none' })
    tab.auth.subscribe(() => {
      throw new Error('broken')
    })
    const heard: string[] = []
    tab.auth.subscribe((event) => heard.push(event))
    tab.auth.start()
    expect(heard).toEqual(['INITIAL_SESSION'])
  })

  it('gets nothing once it has unsubscribed', async () => {
    const tab = open({ hint: 'none' })
    tab.auth.start()
    const heard: string[] = []
    tab.auth.subscribe((event) => heard.push(event))()
    await Promise.resolve()
    tab.auth.beginPasswordRecovery()
    expect(heard).toEqual([])
  })
})

describe('the auth client', () => {
  it('changes the state and notifies listeners on signing in and out', async () => {
    const tab = open({ hint: 'none' })
    tab.auth.start()
    api.answerTo('auth.signIn', dataAnswer(accountSession()))
    api.answerTo('auth.signOut', dataAnswer({ status: 'signed_out' }))
    await tab.auth.signIn(credentials)
    expect(tab.status()).toBe('signed-in')
    await tab.auth.signOut()
    expect(tab.status()).toBe('signed-out')
    expect(tab.events).toEqual(['INITIAL_SESSION nobody', 'SIGNED_IN ada@example.com', 'SIGNED_OUT nobody'])
    expect(api.calls).toEqual([
      { procedure: 'auth.signIn', input: credentials },
      { procedure: 'auth.signOut', input: {} },
    ])
  })

  it('rejects a wrong password with the reason and changes nothing', async () => {
    const tab = open({ hint: 'none' })
    tab.auth.start()
    api.answerTo('auth.signIn', refusal('invalid_credentials', 401, 'Email or password is incorrect.'))
    const error: unknown = await tab.auth.signIn(credentials).catch((caught: unknown) => caught)
    expect(errorReason(error)).toBe('invalid_credentials')
    expect(errorMessage(error)).toBe('Email or password is incorrect.')
    expect(tab.events).toEqual(['INITIAL_SESSION nobody'])
  })

  it('signs out once the state is known, so that no call finds the session gone', async () => {
    const tab = open()
    const release = api.hold()
    tab.auth.start()
    const signedOut = tab.auth.signOut()
    await expect.poll(procedures).toEqual(['auth.session'])
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(procedures()).toEqual(['auth.session'])
    release()
    await signedOut
    expect(tab.status()).toBe('signed-out')
    expect(procedures()).toEqual(['auth.session', 'auth.signOut'])
  })

  it('stays signed in when signing out fails', async () => {
    const tab = await signedInTab()
    api.answerTo('auth.signOut', 'hang up')
    await expect(tab.auth.signOut()).rejects.toThrow()
    expect(tab.status()).toBe('signed-in')
    expect(tab.events).toEqual(['INITIAL_SESSION ada@example.com'])
  })

  it('gets a new session for a changed password', async () => {
    const tab = await signedInTab()
    api.answerTo('auth.changePassword', dataAnswer(accountSession({ expiresIn: 1800 })))
    await tab.auth.changePassword({ currentPassword: 'a', newPassword: 'b' })
    expect(tab.auth.state()).toMatchObject({ session: { expiresIn: 1800 } })
    expect(tab.events).toEqual(['INITIAL_SESSION ada@example.com', 'USER_UPDATED ada@example.com'])
  })

  it('signs in when an address is confirmed', async () => {
    const tab = open({ hint: 'none' })
    tab.auth.start()
    api.answerTo('auth.confirmEmail', dataAnswer(accountSession()))
    await tab.auth.confirmEmail({ token: 'abc' })
    expect(tab.events).toEqual(['INITIAL_SESSION nobody', 'SIGNED_IN ada@example.com'])
    expect(api.calls).toEqual([{ procedure: 'auth.confirmEmail', input: { token: 'abc' } }])
  })

  it('is signed out after a password is set by a link', async () => {
    const tab = await signedInTab()
    tab.auth.beginPasswordRecovery()
    api.answerTo('auth.resetPassword', dataAnswer({ status: 'password_changed' }))
    api.answerTo('auth.session', dataAnswer(noSession))
    await tab.auth.resetPassword({ token: 'abc', password: 'new' })
    expect(tab.events.slice(1)).toEqual(['PASSWORD_RECOVERY ada@example.com', 'SIGNED_OUT nobody'])
  })

  it('stays as it is when emails are requested', async () => {
    const tab = open({ hint: 'none' })
    tab.auth.start()
    await tab.auth.resendConfirmation({ email: ada.email })
    await tab.auth.requestPasswordReset({ email: ada.email })
    expect(procedures()).toEqual(['auth.resendConfirmation', 'auth.requestPasswordReset'])
    expect(tab.events).toEqual(['INITIAL_SESSION nobody'])
  })

  it('sets a cookie with a new secret before each sign-up call', async () => {
    const tab = open({ hint: 'none' })
    tab.auth.start()
    const secrets = new Set<string>()
    for (let time = 0; time < 2; time += 1) {
      const release = api.hold()
      const answer = tab.auth.signUp(credentials)
      await expect.poll(() => api.calls).toHaveLength(time + 1)
      const [, secret = ''] = /site-pending=([\w-]+)/.exec(document.cookie) ?? []
      expect(secret).toHaveLength(43)
      secrets.add(secret)
      release()
      await answer
    }
    expect(secrets.size).toBe(2)
    expect(tab.status()).toBe('signed-out')
  })

  it('ignores a refresh that finishes after signing out', async () => {
    const tab = await signedInTab()
    const release = api.hold()
    api.answerTo('auth.refresh', dataAnswer(accountSession()))
    api.answerTo('auth.signOut', dataAnswer({ status: 'signed_out' }))
    const refreshed = tab.auth.refresh()
    await expect.poll(procedures).toContain('auth.refresh')
    const held = release
    // Answers later calls at once.
    api.hold()()
    await tab.auth.signOut()
    held()
    await refreshed
    expect(tab.status()).toBe('signed-out')
    expect(tab.events.at(-1)).toBe('SIGNED_OUT nobody')
  })
})
