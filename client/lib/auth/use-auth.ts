import { use, useSyncExternalStore } from 'react'
import { isAllowed } from '#shared/permissions.ts'
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

/** Counts visitors with a session cookie as staff while the state loads, since few others have an account. */
export function useSeemsStaff(): boolean {
  const state = useAuth()
  const hint = use(SessionHintContext)
  if (state.status === 'loading') return hint === 'some'
  return state.status === 'signed-in' && isAllowed(state.user.role, 'workEstimates')
}
