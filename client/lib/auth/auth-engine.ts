import { forgetOfflineToday, forgetOfflineTodayOfOthers } from '#client/lib/offline-today.ts'
import type { createPublicClient } from '#client/lib/public-client.ts'
import { forgetRecentRequests } from '#client/lib/recent-requests.ts'
import type { AccountSession, SessionResponse } from '#shared/account.ts'
import { cookieNames } from '#shared/cookie-names.ts'
import { type AuthEvent, getSession } from './auth-state.ts'
import type { AuthStore } from './auth-store.ts'
import { createRefreshTicker } from './refresh-ticker.ts'
import { isTransient, retrying } from './retrying.ts'

const secretBytes = 32
const dayS = 24 * 60 * 60

/** The page sets it, since the server's response must not depend on whether an account exists. */
function setSignUpCookie(): void {
  const secure = location.protocol === 'https:'
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes))
  const secret = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  const attributes = ['Path=/', `Max-Age=${dayS}`, 'SameSite=Lax', ...(secure ? ['Secure'] : [])]
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain http and in many browsers
  document.cookie = `${cookieNames(secure).pending}=${secret}; ${attributes.join('; ')}`
}

type AuthCalls = ReturnType<typeof createPublicClient>['auth']

export type AuthEngineOptions = {
  store: AuthStore
  calls: AuthCalls
  announce(event: AuthEvent): void
}

/** Keeps a session up to date. Pages without a session never load it. */
export type AuthEngine = ReturnType<typeof createAuthEngine>

export function createAuthEngine({ store, calls, announce }: AuthEngineOptions) {
  /** The time is by `performance.now()`, which users cannot change. */
  let expiresAtMs = 0
  let refreshing: Promise<AccountSession> | undefined
  let loading = Promise.resolve()
  /** True while the server has not been reached. */
  let isGuess = false

  const ticker = createRefreshTicker({ timeLeftMs: () => expiresAtMs - performance.now(), refresh })

  function enter(event: AuthEvent, session: AccountSession | null, guess = false): void {
    isGuess = guess
    if (session) {
      expiresAtMs = performance.now() + session.expiresIn * 1000
      forgetOfflineTodayOfOthers(session.user.id)
      forgetRecentRequests(session.user.id)
    } else if (!guess) {
      forgetOfflineToday()
      forgetRecentRequests()
    }
    store.enter(event, session, guess)
    ticker.run(session !== null)
  }

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
      const response = await retrying(() => calls.session.query())
      if (store.version() !== version) return
      if (response.user) enter(eventFor(store, response), response)
      else if (mayRefresh) await refresh()
      else enter('SIGNED_OUT', null)
    } catch (error) {
      if (store.state().status === 'loading') enter('SIGNED_OUT', null, isTransient(error))
    }
  }

  /** Asks the server for the session, one call at a time. `mayRefresh` allows it to refresh an expired access token. */
  function load(mayRefresh: boolean): Promise<void> {
    loading = loading.then(() => loadNow(mayRefresh))
    return loading
  }

  function recover(): void {
    if (isGuess && document.visibilityState === 'visible') void load(true)
  }
  document.addEventListener('visibilitychange', recover)
  window.addEventListener('online', recover)

  return {
    calls,
    change,
    refresh,
    load,
    /** The cookie lets the email's link work in this browser without the password. */
    signUp(input: Parameters<AuthCalls['signUp']['mutate']>[0]) {
      setSignUpCookie()
      return calls.signUp.mutate(input)
    },
    /** A failed call changes nothing. */
    async signOut(): Promise<void> {
      // A load that is under way would find its session gone, and try to refresh it.
      await loading
      await calls.signOut.mutate()
      change('SIGNED_OUT', null)
    },
    forget(): void {
      if (getSession(store.state())) change('SIGNED_OUT', null)
    },
    close(): void {
      document.removeEventListener('visibilitychange', recover)
      window.removeEventListener('online', recover)
      ticker.close()
    },
  }
}

function eventFor(store: AuthStore, { user }: Extract<SessionResponse, AccountSession>): AuthEvent {
  const state = store.state()
  if (state.status === 'loading') return 'INITIAL_SESSION'
  if (state.status === 'signed-out' || state.user.id !== user.id) return 'SIGNED_IN'
  const columns = ['email', 'role', 'lacksSecondFactor'] as const
  return columns.every((name) => state.user[name] === user[name]) ? 'TOKEN_REFRESHED' : 'USER_UPDATED'
}

/** Without locks (old browsers, plain http) two tabs may refresh at once; the server gives both the same tokens. */
function oneTabAtATime<Result>(run: () => Promise<Result>): Promise<Result> {
  const { locks }: { locks?: LockManager } = navigator
  return locks ? locks.request('auth-refresh', run) : run()
}
