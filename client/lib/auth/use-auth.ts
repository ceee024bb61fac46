import { useSyncExternalStore } from 'react'
import { auth } from './auth-client.ts'
import type { AuthState } from './auth-state.ts'

const unknown: AuthState = { status: 'loading' }

/** Whether somebody is signed in here; rendered anew at each change. */
export function useAuth(): AuthState {
  return useSyncExternalStore(auth.subscribe, auth.state, () => unknown)
}
