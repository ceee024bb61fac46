import { use, useSyncExternalStore } from 'react'
import { SessionHintContext } from '../page-hints.ts'
import { auth } from './auth-client.ts'
import type { AuthState } from './auth-state.ts'

const unknown: AuthState = { status: 'loading' }

export function useAuth(): AuthState {
  return useSyncExternalStore(auth.subscribe, auth.state, () => unknown)
}

/** Counts visitors with a session cookie as signed in while the state loads. */
export function useSeemsSignedIn(): boolean {
  const { status } = useAuth()
  const hint = use(SessionHintContext)
  return status === 'loading' ? hint === 'some' : status === 'signed-in'
}
