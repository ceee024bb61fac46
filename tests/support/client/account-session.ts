import type { AccountSession, AccountUser } from '#shared/account.ts'

export const ada: AccountUser = {
  id: 'ada',
  email: 'ada@example.com',
  role: 'staff',
  identities: [{ provider: 'email', email: 'ada@example.com' }],
}

/** @param expiresIn in seconds */
export function accountSession({ user = ada, expiresIn = 3600 } = {}): AccountSession {
  return { user, expiresAt: Math.floor(Date.now() / 1000) + expiresIn, expiresIn, tokenType: 'bearer' }
}

export const noSession = { user: null, expiresAt: null, expiresIn: null, tokenType: null }
