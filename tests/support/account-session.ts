import type { AccountSession, AccountUser } from '#shared/account.ts'

/** Somebody with an account. */
export const ada: AccountUser = {
  id: 'ada',
  email: 'ada@example.com',
  role: 'staff',
  identities: [{ provider: 'email', email: 'ada@example.com' }],
}

/** A session as the server answers with it, good for an hour unless told otherwise. */
export function accountSession({ user = ada, expiresIn = 3600 } = {}): AccountSession {
  return { user, expiresAt: Math.floor(Date.now() / 1000) + expiresIn, expiresIn, tokenType: 'bearer' }
}

/** What the server answers when nobody is signed in. */
export const noSession = { user: null, expiresAt: null, expiresIn: null, tokenType: null }
