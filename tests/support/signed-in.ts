import { act } from '@testing-library/react'
import { auth } from '#client/lib/auth/auth-client.ts'
import type { AccountUser } from '#shared/account.ts'
import { accountSession, ada } from './account-session.ts'
import { dataAnswer, type FakeApi } from './fake-api.ts'

/** Signs somebody in on the site under test; the page's address has to be the fake API's. */
export async function signInSite(api: FakeApi, user: AccountUser = ada): Promise<void> {
  api.answerTo('auth.signIn', dataAnswer(accountSession({ user })))
  await act(() => auth.signIn({ email: user.email, password: 'correct horse' }))
}

/** Leaves the site under test as it was, for the next test. */
export async function signOutSite(api: FakeApi): Promise<void> {
  if (auth.state().status !== 'signed-in') return
  api.answerTo('auth.signOut', dataAnswer({ status: 'signed_out' }))
  await act(() => auth.signOut())
}
