import { createTRPCClient } from '@trpc/client'
import { apiLink } from './api-link.ts'
import type { ApiRouter } from './api-types.ts'
import { auth } from './auth/auth-client.ts'
import { sessionLink } from './auth/session-link.ts'

/** The calls about one's own second factor, without the cache of `api.ts`. */
export function createSecondFactorCalls() {
  return createTRPCClient<ApiRouter>({ links: [sessionLink(auth), apiLink()] }).secondFactor
}

export type SecondFactorCalls = ReturnType<typeof createSecondFactorCalls>

/** Proves who is signed in by the browser's prompt for a passkey. `passkeyProblem` says in words what it throws. */
export async function proveByPasskey(calls: SecondFactorCalls): Promise<void> {
  const { askForPasskey } = await import('./auth/passkeys.ts')
  await calls.proveByPasskey.mutate({ response: await askForPasskey(await calls.passkeyProofOptions.mutate()) })
}
