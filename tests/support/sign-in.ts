import { randomUUID } from 'node:crypto'
import { act } from '@testing-library/react'
import { auth } from '#client/lib/auth/auth-client.ts'
import type { AccountSession } from '#shared/account.ts'
import type { Role } from '#shared/permissions.ts'
import { dataAnswer, type FakeApi } from './fake-api.ts'

/** Signs somebody in at a fake API, which knows them from then on, until they sign out. */
export async function signIn(api: FakeApi, email = 'staff@example.com', role: Role = 'admin'): Promise<void> {
  const session: AccountSession = {
    user: { id: randomUUID(), email, role, identities: [{ provider: 'email', email }] },
    expiresAt: Math.floor(Date.now() / 1000) + 3600,
    expiresIn: 3600,
    tokenType: 'bearer',
  }
  const nobody = { user: null, expiresAt: null, expiresIn: null, tokenType: null }
  let signedIn = true
  api.answerTo('auth.signIn', dataAnswer(session))
  api.answerTo('auth.session', () => dataAnswer(signedIn ? session : nobody))
  api.answerTo('auth.refresh', dataAnswer(session))
  api.answerTo('auth.signOut', () => {
    signedIn = false
    return dataAnswer({ status: 'signed_out' })
  })
  // As the server marks the pages of a browser that has a session's cookie.
  document.documentElement.dataset.session = 'some'
  await act(() => auth.signIn({ email, password: 'correct horse battery' }))
}
