import { createTRPCClient } from '@trpc/client'
import { apiLink } from './api-link.ts'
import type { ApiRouter } from './api-types.ts'
import { auth } from './auth/auth-client.ts'
import { sessionLink } from './auth/session-link.ts'

/** The calls about one's own address and sessions, without the cache of `api.ts`. */
export function createAccountCalls() {
  return createTRPCClient<ApiRouter>({ links: [sessionLink(auth), apiLink()] }).account
}

export type AccountCalls = ReturnType<typeof createAccountCalls>
