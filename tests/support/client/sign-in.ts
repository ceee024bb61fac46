import { randomUUID } from 'node:crypto'
import { act } from '@testing-library/react'
import { auth } from '#client/lib/auth/auth-client.ts'
import type { AccountUser } from '#shared/account.ts'
import { accountSession, ada, noSession } from './account-session.ts'
import { dataAnswer, type FakeApi } from './fake-api.ts'

/** Signs a new user in on the page under test, whose origin has to be the fake API's. */
export async function signIn(api: FakeApi, overrides: Partial<AccountUser> = {}): Promise<void> {
  const user = { ...ada, id: randomUUID(), ...overrides }
  let isSignedIn = true
  api.answerTo('auth.session', () => dataAnswer(isSignedIn ? accountSession({ user }) : noSession))
  api.answerTo('auth.signOut', () => {
    isSignedIn = false
    return dataAnswer({ status: 'signed_out' })
  })
  // This marks the page as the server does for a browser that has a session's cookie.
  document.documentElement.dataset.session = 'some'
  api.answerTo('auth.signIn', dataAnswer(accountSession({ user })))
  await act(() => auth.signIn({ email: user.email, password: 'correct horse' }))
}

/** Signs out, if signed in: who is signed in outlives a test's page. */
export async function signOut(api: FakeApi): Promise<void> {
  if (auth.state().status !== 'signed-in') return
  api.answerTo('auth.signOut', dataAnswer({ status: 'signed_out' }))
  await act(() => auth.signOut())
}
