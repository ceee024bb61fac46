import { logError } from '#client/lib/log-error.ts'
import type { AccountSession } from '#shared/account.ts'
import { type AuthEvent, type AuthListener, type AuthState, getSession, toAuthState } from './auth-state.ts'

export type AuthStore = ReturnType<typeof createAuthStore>

export function createAuthStore() {
  let state: AuthState = { status: 'loading' }
  let version = 0
  /** Events from before the state was known, delivered after it. */
  const pendingEvents: AuthEvent[] = []
  const listeners = new Map<AuthListener, { notified: boolean }>()

  function notify(listener: AuthListener, event: AuthEvent): void {
    try {
      listener(event, getSession(state))
    } catch (error) {
      logError(`A listener has failed at ${event}.`, error)
    }
  }

  function notifyInitial(listener: AuthListener): void {
    const entry = listeners.get(listener)
    if (!entry || entry.notified) return
    entry.notified = true
    notify(listener, 'INITIAL_SESSION')
  }

  function notifyAll(event: AuthEvent): void {
    for (const listener of [...listeners.keys()]) {
      if (!listeners.has(listener)) continue
      if (event === 'INITIAL_SESSION') notifyInitial(listener)
      else notify(listener, event)
    }
  }

  return {
    /** Returns the same object until something changes. */
    state: () => state,
    /** Grows with each change, so that late responses can be ignored. */
    version: () => version,
    /** Delivers the state once it is known, and every later event. */
    subscribe(given: AuthListener): () => void {
      // The same function may subscribe twice.
      const listener: AuthListener = (event, session) => given(event, session)
      listeners.set(listener, { notified: false })
      if (state.status !== 'loading') queueMicrotask(() => notifyInitial(listener))
      return () => {
        listeners.delete(listener)
      }
    },
    /** Delivers the first state as the initial one. `isGuess` is about a missing session. */
    enter(event: AuthEvent, session: AccountSession | null, isGuess = false): void {
      const wasLoading = state.status === 'loading'
      if (state.status === 'signed-out' && session === null && (state.isGuess ?? false) === isGuess) return
      // New listeners get the former state first.
      if (!wasLoading) notifyAll('INITIAL_SESSION')
      state = toAuthState(session, isGuess)
      version += 1
      if (wasLoading) for (const known of ['INITIAL_SESSION', ...pendingEvents.splice(0)] as const) notifyAll(known)
      // Before the state was known, only a sign-in can have changed it.
      if (!wasLoading || event === 'SIGNED_IN' || event === 'MFA_CHALLENGE_VERIFIED') notifyAll(event)
    },
    notify(event: AuthEvent): void {
      if (state.status === 'loading') {
        pendingEvents.push(event)
        return
      }
      notifyAll('INITIAL_SESSION')
      notifyAll(event)
    },
  }
}
