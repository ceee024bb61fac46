import { logError } from '#client/lib/log-error.ts'
import type { AccountSession } from '#shared/account.ts'
import { type AuthEvent, type AuthListener, type AuthState, sessionOf, stateOf } from './auth-state.ts'

/** What is known about who is signed in, and whoever wants to hear of it. */
export type AuthStore = ReturnType<typeof createAuthStore>

export function createAuthStore() {
  let state: AuthState = { status: 'loading' }
  let version = 0
  /** What has happened before the state was known; told after it. */
  const held: AuthEvent[] = []
  /** With each listener, whether it knows the state that it began with. */
  const listeners = new Map<AuthListener, { told: boolean }>()

  function tell(listener: AuthListener, event: AuthEvent): void {
    try {
      listener(event, sessionOf(state))
    } catch (error) {
      logError(`A listener has failed at ${event}.`, error)
    }
  }

  function tellInitial(listener: AuthListener): void {
    const entry = listeners.get(listener)
    if (!entry || entry.told) return
    entry.told = true
    tell(listener, 'INITIAL_SESSION')
  }

  function tellAll(event: AuthEvent): void {
    for (const listener of [...listeners.keys()]) {
      if (!listeners.has(listener)) continue
      if (event === 'INITIAL_SESSION') tellInitial(listener)
      else tell(listener, event)
    }
  }

  return {
    /** The same object until something changes. */
    state: () => state,
    /** A number that grows with each change: an answer to a question from before one counts no more. */
    version: () => version,
    /** Tells the listener of the state as soon as it is known, and of all that happens after it. */
    subscribe(given: AuthListener): () => void {
      // One that comes twice is two.
      const listener: AuthListener = (event, session) => given(event, session)
      listeners.set(listener, { told: false })
      if (state.status !== 'loading') queueMicrotask(() => tellInitial(listener))
      return () => {
        listeners.delete(listener)
      }
    },
    /** Takes a session for the present one. Listeners hear of the event; of the first state as the initial one. */
    enter(event: AuthEvent, session: AccountSession | null): void {
      const wasLoading = state.status === 'loading'
      if (state.status === 'signed-out' && session === null) return
      // Whoever has just come hears of what was before.
      if (!wasLoading) tellAll('INITIAL_SESSION')
      state = stateOf(session)
      version += 1
      if (wasLoading) for (const known of ['INITIAL_SESSION', ...held.splice(0)] as const) tellAll(known)
      // While nothing was known nobody could be signed out or refreshed, but could be signed in.
      if (!wasLoading || event === 'SIGNED_IN') tellAll(event)
    },
    /** Tells of an event that changes nothing. */
    tell(event: AuthEvent): void {
      if (state.status === 'loading') {
        held.push(event)
        return
      }
      tellAll('INITIAL_SESSION')
      tellAll(event)
    },
  }
}
