import type { AccountSession, AccountUser } from '#shared/account.ts'

export type AuthState =
  | { readonly status: 'loading' }
  | { readonly status: 'signed-in'; readonly user: AccountUser; readonly session: AccountSession }
  | {
      readonly status: 'signed-out'
      /** The server could not be reached, so it may be otherwise. */
      readonly isGuess?: boolean
    }

/** The names are those of Supabase's auth-js. */
export const authEvents = [
  /** Each listener gets it once, and first. */
  'INITIAL_SESSION',
  'SIGNED_IN',
  'SIGNED_OUT',
  'TOKEN_REFRESHED',
  'USER_UPDATED',
  'PASSWORD_RECOVERY',
  'MFA_CHALLENGE_VERIFIED',
] as const
export type AuthEvent = (typeof authEvents)[number]

export type AuthListener = (event: AuthEvent, session: AccountSession | null) => void

export function toAuthState(session: AccountSession | null, isGuess = false): AuthState {
  if (session) return { status: 'signed-in', user: session.user, session }
  return isGuess ? { status: 'signed-out', isGuess } : { status: 'signed-out' }
}

export function getSession(state: AuthState): AccountSession | null {
  return state.status === 'signed-in' ? state.session : null
}
