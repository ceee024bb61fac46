import type { AccountSession } from '#shared/account.ts'
import type { createAuthCalls } from './auth-calls.ts'
import { type AuthEvent, type AuthListener, type AuthState, stateOf } from './auth-state.ts'

type AuthClientDependencies = {
  /** The server's procedures, fetched when the first of them is called: most visitors never need one. */
  calls(): Promise<ReturnType<typeof createAuthCalls>>
}

type Credentials = { email: string; password: string }

/** Who is signed in here, and all that changes it. Every call rejects with tRPC's error. */
export function createAuthClient({ calls }: AuthClientDependencies) {
  let state: AuthState = { status: 'loading' }
  const listeners = new Set<AuthListener>()

  function emit(event: AuthEvent, session: AccountSession | null): void {
    for (const listener of listeners) listener(event, session)
  }

  function enter(event: AuthEvent, session: AccountSession | null): void {
    state = stateOf(session)
    emit(event, session)
  }

  async function withSession(event: AuthEvent, call: Promise<AccountSession>): Promise<AccountSession> {
    const session = await call
    enter(event, session)
    return session
  }

  return {
    /** The same object until something changes. */
    state: () => state,
    /** Has the listener told of the state as it is and of every event; stops when the returned function is called. */
    subscribe(listener: AuthListener): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Signs in. */
    signIn: async (input: Credentials) => withSession('SIGNED_IN', (await calls()).signIn.mutate(input)),
    /** Asks for an account, and marks this browser by a cookie, so that the link in the mail needs no password here. */
    signUp: async (input: Credentials) => (await calls()).signUp.mutate(input),
    /** Ends the session. When the call fails, nothing has changed. */
    async signOut(): Promise<void> {
      await (await calls()).signOut.mutate()
      enter('SIGNED_OUT', null)
    },
    /** Gets new tokens now. */
    refresh: async () => withSession('TOKEN_REFRESHED', (await calls()).refresh.mutate()),
    /** Confirms an address by the link of a mail, and signs in. */
    confirmEmail: async (input: { token: string; password?: string }) =>
      withSession('SIGNED_IN', (await calls()).confirmEmail.mutate(input)),
    resendConfirmation: async (input: { email: string }) => (await calls()).resendConfirmation.mutate(input),
    requestPasswordReset: async (input: { email: string }) => (await calls()).requestPasswordReset.mutate(input),
    /** Sets a new password by the link of a mail. Nobody is signed in by it. */
    resetPassword: async (input: { token: string; password: string }) => (await calls()).resetPassword.mutate(input),
    changePassword: async (input: { currentPassword: string; newPassword: string }) =>
      withSession('USER_UPDATED', (await calls()).changePassword.mutate(input)),
    /** Says that somebody has come by a link that sets a new password. */
    beginPasswordRecovery(): void {
      emit('PASSWORD_RECOVERY', state.status === 'signed-in' ? state.session : null)
    },
  }
}

/** This browser's. */
export const auth = createAuthClient({
  calls: async () => (await import('./auth-calls.ts')).createAuthCalls(),
})
