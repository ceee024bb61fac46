import type { createApiCalls } from '#client/lib/api-calls.ts'
import type { AccountSession, SessionResponse } from '#shared/account.ts'
import { type AuthEvent, sessionOf } from './auth-state.ts'
import type { AuthStore } from './auth-store.ts'
import { createRefreshTicker } from './refresh-ticker.ts'
import { isTransient, retrying } from './retrying.ts'
import { setSignUpCookie } from './sign-up-cookie.ts'

type AuthCalls = ReturnType<typeof createApiCalls>['auth']

export type AuthEngineOptions = {
  store: AuthStore
  calls: AuthCalls
  /** Tells the other tabs. */
  announce(event: AuthEvent): void
}

/** What keeps the state right once there may be a session. Pages of visitors never load it. */
export type AuthEngine = ReturnType<typeof createAuthEngine>

export function createAuthEngine({ store, calls, announce }: AuthEngineOptions) {
  /** When the access token expires, by the clock that no one can set. */
  let expiresAtMs = 0
  let refreshing: Promise<AccountSession> | undefined
  let loading = Promise.resolve()
  /** True when the server could not be asked at the start, and the state is a guess. */
  let isGuess = false

  const ticker = createRefreshTicker({ timeLeftMs: () => expiresAtMs - performance.now(), refresh })

  function enter(event: AuthEvent, session: AccountSession | null): void {
    if (session) expiresAtMs = performance.now() + session.expiresIn * 1000
    store.enter(event, session)
    ticker.run(session !== null)
  }

  /** As `enter`, for what was done in this tab. */
  function change(event: AuthEvent, session: AccountSession | null): void {
    enter(event, session)
    announce(event)
  }

  async function renew(): Promise<AccountSession> {
    const version = store.version()
    try {
      const session = await retrying(() => calls.refresh.mutate())
      if (store.version() === version) change('TOKEN_REFRESHED', session)
      return session
    } catch (error) {
      if (!isTransient(error) && store.version() === version) change('SIGNED_OUT', null)
      throw error
    }
  }

  function refresh(): Promise<AccountSession> {
    refreshing ??= oneTabAtATime(renew).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  async function loadNow(mayRefresh: boolean): Promise<void> {
    const version = store.version()
    try {
      const answer = await retrying(() => calls.session.query())
      if (store.version() !== version) return
      isGuess = false
      if (answer.user) enter(difference(store, answer), answer)
      else if (mayRefresh) await refresh()
      else enter('SIGNED_OUT', null)
    } catch (error) {
      if (store.state().status !== 'loading') return
      isGuess = isTransient(error)
      enter('SIGNED_OUT', null)
    }
  }

  /**
   * Asks the server who is signed in; one question after the other.
   *
   * @param mayRefresh whether an expired access token is no reason to give up
   */
  function load(mayRefresh: boolean): Promise<void> {
    loading = loading.then(() => loadNow(mayRefresh))
    return loading
  }

  function recover(): void {
    if (isGuess && document.visibilityState === 'visible') void load(true)
  }
  document.addEventListener('visibilitychange', recover)

  return {
    calls,
    change,
    refresh,
    load,
    /** Asks for an account, from a browser that the link in the mail will know again. */
    signUp(input: Parameters<AuthCalls['signUp']['mutate']>[0]) {
      setSignUpCookie()
      return calls.signUp.mutate(input)
    },
    /** The server has said that nobody is signed in. */
    forget(): void {
      if (sessionOf(store.state())) change('SIGNED_OUT', null)
    },
    close(): void {
      document.removeEventListener('visibilitychange', recover)
      ticker.close()
    },
  }
}

/** What has happened when the server answers with this session. */
function difference(store: AuthStore, { user }: Extract<SessionResponse, AccountSession>): AuthEvent {
  const state = store.state()
  if (state.status === 'loading') return 'INITIAL_SESSION'
  if (state.status === 'signed-out' || state.user.id !== user.id) return 'SIGNED_IN'
  return state.user.email === user.email && state.user.role === user.role ? 'TOKEN_REFRESHED' : 'USER_UPDATED'
}

/** Browsers without locks, and plain http, go without: two at a time do no harm, the server gives both the same. */
function oneTabAtATime<Result>(run: () => Promise<Result>): Promise<Result> {
  const { locks }: { locks?: LockManager } = navigator
  return locks ? locks.request('auth-refresh', run) : run()
}
