import type { AccountSession, AccountUser } from '#shared/account.ts'

/** Whether somebody is signed in here. Until the server has answered nobody knows. */
export type AuthState =
  | { readonly status: 'loading' }
  | { readonly status: 'signed-in'; readonly user: AccountUser; readonly session: AccountSession }
  | { readonly status: 'signed-out' }

/** What happens to the state. The names are those of Supabase's auth-js. */
export type AuthEvent =
  /** The state as it was when a listener came, or as soon as it was known. Each listener gets it once, and first. */
  'INITIAL_SESSION' | 'SIGNED_IN' | 'SIGNED_OUT' | 'TOKEN_REFRESHED' | 'USER_UPDATED' | 'PASSWORD_RECOVERY'

export type AuthListener = (event: AuthEvent, session: AccountSession | null) => void

/** The state that a session means, or none. */
export function stateOf(session: AccountSession | null): AuthState {
  return session ? { status: 'signed-in', user: session.user, session } : { status: 'signed-out' }
}

/** The session of a state. */
export function sessionOf(state: AuthState): AccountSession | null {
  return state.status === 'signed-in' ? state.session : null
}
