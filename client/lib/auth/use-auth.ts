import { use, useSyncExternalStore } from 'react'
import { auth } from './auth-client.ts'
import type { AuthState } from './auth-state.ts'
import { SessionHintContext } from './session-hint.ts'

const unknown: AuthState = { status: 'loading' }

export function useAuth(): AuthState {
  return useSyncExternalStore(auth.subscribe, auth.state, () => unknown)
}

/** Whether the visitor is signed in, or has a session cookie while the state loads. */
export function useSeemsSignedIn(): boolean {
  const { status } = useAuth()
  const hint = use(SessionHintContext)
  return status === 'loading' ? hint === 'some' : status === 'signed-in'
}
