import { forgetOfflineToday } from '#client/lib/offline-today.ts'
import { forgetRecentRequests } from '#client/lib/recent-requests.ts'
import type { AccountSession } from '#shared/account.ts'
import type { SecondFactorRequired } from '#shared/second-factor.ts'
import type { SessionHint } from '#shared/session-hint.ts'
import { readSessionHint } from '../page-hints.ts'
import type { AuthEngine, AuthEngineOptions } from './auth-engine.ts'
import { createAuthStore } from './auth-store.ts'

type AuthClientDependencies = {
  sessionHint(): SessionHint | undefined
  /** Loads code that most visitors never need. */
  loadEngine(options: Omit<AuthEngineOptions, 'calls'>): Promise<AuthEngine>
  /** It is undefined in browsers without BroadcastChannel. */
  openChannel(): BroadcastChannel | undefined
}

type Credentials = { email: string; password: string }

/** Its calls reject with tRPC's errors. */
export type AuthClient = ReturnType<typeof createAuthClient>

export function createAuthClient({ sessionHint, loadEngine, openChannel }: AuthClientDependencies) {
  const store = createAuthStore()
  let channel: BroadcastChannel | undefined
  let started = false
  const engine = createLazyEngine(() => loadEngine({ store, announce: (event) => channel?.postMessage(event) }))

  /** If the server cannot be reached, the visitor counts as signed out. */
  async function load(mayRefresh: boolean): Promise<void> {
    try {
      await (await engine.get()).load(mayRefresh)
    } catch {
      if (store.state().status === 'loading') store.enter('SIGNED_OUT', null, true)
    }
  }

  return {
    state: store.state,
    subscribe: store.subscribe,
    /** Loads the state and follows other tabs. Makes no call if the page came without a session. */
    start(): void {
      if (started) return
      started = true
      channel = openChannel()
      channel?.addEventListener('message', ({ data }) => {
        if (data !== 'SIGNED_OUT' || store.state().status !== 'signed-out') void load(false)
      })
      if (sessionHint() === 'none') {
        forgetOfflineToday()
        forgetRecentRequests()
        store.enter('SIGNED_OUT', null)
      } else void load(true)
    },
    ...signInCalls(engine),
    ...accountCalls(engine, () => store.state().status === 'signed-in'),
    /** Asks the server once more, for instance after the account was changed. */
    reload: () => load(true),
    /** Concurrent callers share one refresh. */
    refresh: async () => (await engine.get()).refresh(),
    forget: async () => (await engine.get()).forget(),
    beginPasswordRecovery: () => store.notify('PASSWORD_RECOVERY'),
    async close(): Promise<void> {
      channel?.close()
      await engine.close()
    },
  }
}

type LazyEngine = ReturnType<typeof createLazyEngine>

function createLazyEngine(load: () => Promise<AuthEngine>) {
  let engine: Promise<AuthEngine> | undefined

  function get(): Promise<AuthEngine> {
    engine ??= load()
    engine.catch(() => {
      engine = undefined
    })
    return engine
  }

  return {
    get,
    /** @returns the session, or what is missing for one */
    async become<Missing extends SecondFactorRequired = never>(
      event: 'SIGNED_IN' | 'USER_UPDATED' | 'MFA_CHALLENGE_VERIFIED',
      call: (calls: AuthEngine['calls']) => Promise<AccountSession | Missing>,
    ): Promise<AccountSession | Missing> {
      const { calls, change } = await get()
      const result = await call(calls)
      if (!('status' in result)) change(event, result)
      return result
    },
    async close(): Promise<void> {
      const loaded = await engine
      loaded?.close()
    },
  }
}

function signInCalls({ get, become }: LazyEngine) {
  return {
    /** An account with a second factor needs {@link verifySecondFactor} or {@link signInByPasskey} next. */
    signIn: (input: Credentials) => become<SecondFactorRequired>('SIGNED_IN', (calls) => calls.signIn.mutate(input)),
    verifySecondFactor: (input: { code: string }) =>
      become('MFA_CHALLENGE_VERIFIED', (calls) => calls.verifySecondFactor.mutate(input)),
    /**
     * Shows the browser's prompt.
     *
     * @throws {Error} named `NotAllowedError` if it was dismissed
     */
    async signInByPasskey({ afterPassword }: { afterPassword: boolean }) {
      const { askForPasskey } = await import('./passkeys.ts')
      return await become(afterPassword ? 'MFA_CHALLENGE_VERIFIED' : 'SIGNED_IN', async (calls) => {
        const response = await askForPasskey(await calls.passkeyOptions.mutate({ afterPassword }))
        return await calls.signInByPasskey.mutate({ response })
      })
    },
    signUp: async (input: Credentials) => (await get()).signUp(input),
    confirmEmail: (input: { token: string; password?: string }) =>
      become<SecondFactorRequired>('SIGNED_IN', (calls) => calls.confirmEmail.mutate(input)),
    resendConfirmation: async (input: { email: string }) => (await get()).calls.resendConfirmation.mutate(input),
    /** Says whom an invitation is for. */
    openInvitation: async (input: { token: string }) => (await get()).calls.openInvitation.mutate(input),
    /** A failed call changes nothing. */
    signOut: async () => (await get()).signOut(),
  }
}

function accountCalls({ get, become }: LazyEngine, isSignedIn: () => boolean) {
  /** Makes a call that ends all sessions of the account. */
  async function endSessions<Result>(call: (calls: AuthEngine['calls']) => Promise<Result>): Promise<Result> {
    const { calls, load } = await get()
    const response = await call(calls)
    if (isSignedIn()) await load(false)
    return response
  }

  return {
    requestPasswordReset: async (input: { email: string }) => (await get()).calls.requestPasswordReset.mutate(input),
    /** Ends all sessions of the account and starts none. */
    resetPassword: (input: { token: string; password: string; name?: string | undefined }) =>
      endSessions((calls) => calls.resetPassword.mutate(input)),
    setName: (input: { name: string }) => become('USER_UPDATED', (calls) => calls.setName.mutate(input)),
    changePassword: (input: { currentPassword: string; newPassword: string }) =>
      become('USER_UPDATED', (calls) => calls.changePassword.mutate(input)),
    /** The link of an email to a new address leads here. */
    confirmEmailChange: (input: { token: string }) =>
      become<never>('USER_UPDATED', (calls) => calls.confirmEmailChange.mutate(input)),
    /** The link in the former mailbox. It ends all sessions of the account. */
    undoEmailChange: (input: { token: string }) => endSessions((calls) => calls.undoEmailChange.mutate(input)),
  }
}

export const auth = createAuthClient({
  sessionHint: readSessionHint,
  async loadEngine(options) {
    const [{ createAuthEngine }, { createPublicClient }] = await Promise.all([
      import('./auth-engine.ts'),
      import('#client/lib/public-client.ts'),
    ])
    return createAuthEngine({ ...options, calls: createPublicClient().auth })
  },
  openChannel: () => ('BroadcastChannel' in globalThis ? new BroadcastChannel('auth') : undefined),
})
