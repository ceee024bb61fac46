import { randomUUID } from 'node:crypto'
import { act } from '@testing-library/react'
import { auth } from '#client/lib/auth/auth-client.ts'
import { accountSession, ada, noSession } from './account-session.ts'
import { dataAnswer, type FakeApi } from './fake-api.ts'

/** Signs somebody new in at a fake API, which knows them from then on, until they sign out. */
export async function signIn(api: FakeApi, email = ada.email): Promise<void> {
  const session = accountSession({ user: { ...ada, id: randomUUID(), email } })
  let signedIn = true
  api.answerTo('auth.signIn', dataAnswer(session))
  api.answerTo('auth.session', () => dataAnswer(signedIn ? session : noSession))
  api.answerTo('auth.refresh', dataAnswer(session))
  api.answerTo('auth.signOut', () => {
    signedIn = false
    return dataAnswer({ status: 'signed_out' })
  })
  // As the server marks the pages of a browser that has a session's cookie.
  document.documentElement.dataset.session = 'some'
  await act(() => auth.signIn({ email, password: 'correct horse battery' }))
}
