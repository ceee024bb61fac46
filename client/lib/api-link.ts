import { httpBatchLink } from '@trpc/client'
import type { ApiRouter } from './api-types.ts'
import { timedFetch } from './timed-fetch.ts'

export const apiPath = '/api/trpc'

export function apiLink(timeoutMs?: number) {
  return httpBatchLink<ApiRouter>({
    url: apiPath,
    // The server rejects larger batches.
    maxItems: 10,
    fetch: (input, init) => timedFetch(input, init as RequestInit, timeoutMs),
  })
}
