import { randomUUID } from 'node:crypto'
import type { AccountUser } from '#shared/account.ts'
import { accountSession, ada, noSession } from './account-session.ts'
import { dataAnswer, type FakeApi } from './fake-api.ts'
import { signInSite } from './signed-in.ts'

/** Signs somebody new in at a fake API, which knows them from then on, until they sign out. */
export async function signIn(api: FakeApi, person: Partial<AccountUser> = {}): Promise<void> {
  const user = { ...ada, id: randomUUID(), ...person }
  let signedIn = true
  api.answerTo('auth.session', () => dataAnswer(signedIn ? accountSession({ user }) : noSession))
  api.answerTo('auth.signOut', () => {
    signedIn = false
    return dataAnswer({ status: 'signed_out' })
  })
  // As the server marks the pages of a browser that has a session's cookie.
  document.documentElement.dataset.session = 'some'
  await signInSite(api, user)
}
