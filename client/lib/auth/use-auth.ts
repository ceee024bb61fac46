import { use, useSyncExternalStore } from 'react'
import { auth } from './auth-client.ts'
import type { AuthState } from './auth-state.ts'
import { SessionHintContext } from './session-hint.ts'

const unknown: AuthState = { status: 'loading' }

/** Whether somebody is signed in here; rendered anew at each change. */
export function useAuth(): AuthState {
  return useSyncExternalStore(auth.subscribe, auth.state, () => unknown)
}

/** Whether somebody is signed in, or seems to be as long as nobody knows: for what shows one of two looks at once. */
export function useSeemsSignedIn(): boolean {
  const { status } = useAuth()
  const hint = use(SessionHintContext)
  return status === 'loading' ? hint === 'some' : status === 'signed-in'
}
