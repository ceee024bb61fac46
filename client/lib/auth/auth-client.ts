import type { AccountSession } from '#shared/account.ts'
import type { SessionHint } from '#shared/session-hint.ts'
import type { AuthEngine, AuthEngineOptions } from './auth-engine.ts'
import { createAuthStore } from './auth-store.ts'
import { readSessionHint } from './session-hint.ts'

type AuthClientDependencies = {
  sessionHint(): SessionHint | undefined
  /** Fetches and makes what most visitors never need. */
  loadEngine(options: Omit<AuthEngineOptions, 'calls'>): Promise<AuthEngine>
  /** Undefined where a browser has no channels. */
  openChannel(): BroadcastChannel | undefined
}

type Credentials = { email: string; password: string }

/** Who is signed in here, and all that changes it. Every call rejects with tRPC's error. */
export type AuthClient = ReturnType<typeof createAuthClient>

export function createAuthClient({ sessionHint, loadEngine, openChannel }: AuthClientDependencies) {
  const store = createAuthStore()
  let channel: BroadcastChannel | undefined
  let started = false
  let engine: Promise<AuthEngine> | undefined

  function theEngine(): Promise<AuthEngine> {
    engine ??= loadEngine({ store, announce: (event) => channel?.postMessage(event) })
    // A chunk that did not come may come the next time.
    engine.catch(() => {
      engine = undefined
    })
    return engine
  }

  /** Asks the server; whatever keeps it from being asked counts as nobody being signed in. */
  async function load(mayRefresh: boolean): Promise<void> {
    try {
      await (await theEngine()).load(mayRefresh)
    } catch {
      if (store.state().status === 'loading') store.enter('SIGNED_OUT', null)
    }
  }

  async function become(
    event: 'SIGNED_IN' | 'USER_UPDATED',
    call: (calls: AuthEngine['calls']) => Promise<AccountSession>,
  ): Promise<AccountSession> {
    const { calls, change } = await theEngine()
    const session = await call(calls)
    change(event, session)
    return session
  }

  return {
    state: store.state,
    subscribe: store.subscribe,
    /** Finds out who is signed in, and follows what other tabs do. Calls nobody where the page says that nobody is. */
    start(): void {
      if (started) return
      started = true
      channel = openChannel()
      channel?.addEventListener('message', ({ data }) => {
        if (data !== 'SIGNED_OUT' || store.state().status !== 'signed-out') void load(false)
      })
      if (sessionHint() === 'none') store.enter('SIGNED_OUT', null)
      else void load(true)
    },
    signIn: (input: Credentials) => become('SIGNED_IN', (calls) => calls.signIn.mutate(input)),
    /** Asks for an account, and marks this browser by a cookie, so that the link in the mail needs no password here. */
    signUp: async (input: Credentials) => (await theEngine()).signUp(input),
    /** Ends the session. When the call fails, nothing has changed. */
    async signOut(): Promise<void> {
      const { calls, change } = await theEngine()
      await calls.signOut.mutate()
      change('SIGNED_OUT', null)
    },
    /** New tokens, now. Callers at the same time get the same. */
    refresh: async () => (await theEngine()).refresh(),
    /** Takes the server's word that nobody is signed in. */
    forget: async () => (await theEngine()).forget(),
    /** Confirms an address by the link of a mail, and signs in. */
    confirmEmail: (input: { token: string; password?: string }) =>
      become('SIGNED_IN', (calls) => calls.confirmEmail.mutate(input)),
    resendConfirmation: async (input: { email: string }) => (await theEngine()).calls.resendConfirmation.mutate(input),
    requestPasswordReset: async (input: { email: string }) =>
      (await theEngine()).calls.requestPasswordReset.mutate(input),
    /** Sets a new password by the link of a mail, which ends all sessions of the account and begins none. */
    async resetPassword(input: { token: string; password: string }) {
      const { calls, load: ask } = await theEngine()
      const answer = await calls.resetPassword.mutate(input)
      // The session here may have been one of them.
      if (store.state().status === 'signed-in') await ask(false)
      return answer
    },
    changePassword: (input: { currentPassword: string; newPassword: string }) =>
      become('USER_UPDATED', (calls) => calls.changePassword.mutate(input)),
    /** Says that somebody has come by a link that sets a new password. */
    beginPasswordRecovery: () => store.tell('PASSWORD_RECOVERY'),
    /** Stops following; for what is thrown away while the page stays. */
    async close(): Promise<void> {
      channel?.close()
      const made = await engine
      made?.close()
    },
  }
}

/** This browser's. */
export const auth = createAuthClient({
  sessionHint: readSessionHint,
  async loadEngine(options) {
    const [{ createAuthEngine }, { createApiCalls }] = await Promise.all([
      import('./auth-engine.ts'),
      import('#client/lib/api-calls.ts'),
    ])
    return createAuthEngine({ ...options, calls: createApiCalls().auth })
  },
  openChannel: () => ('BroadcastChannel' in globalThis ? new BroadcastChannel('auth') : undefined),
})
