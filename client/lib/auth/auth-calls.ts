import { createTRPCClient } from '@trpc/client'
import type { ApiRouter } from '../api.ts'
import { apiLink } from '../api-link.ts'

/** The server's procedures about accounts. */
export type AuthCalls = ReturnType<typeof createAuthCalls>

export function createAuthCalls() {
  return createTRPCClient<ApiRouter>({ links: [apiLink()] }).auth
}
