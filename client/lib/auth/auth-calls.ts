import { createTRPCClient, httpBatchLink } from '@trpc/client'
import type { ApiRouter } from '../api.ts'
import { timedFetch } from '../timed-fetch.ts'

/** The server's procedures about accounts. */
export function createAuthCalls() {
  const client = createTRPCClient<ApiRouter>({
    links: [
      httpBatchLink({ url: '/api/trpc', maxItems: 1, fetch: (input, init) => timedFetch(input, init as RequestInit) }),
    ],
  })
  return client.auth
}
