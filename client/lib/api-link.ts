import { httpBatchLink } from '@trpc/client'
import type { ApiRouter } from './api-types.ts'
import { timedFetch } from './timed-fetch.ts'

/** Where the server's procedures are. */
export const apiPath = '/api/trpc'

/** Sends calls to the server, those of one moment in one request. */
export function apiLink() {
  return httpBatchLink<ApiRouter>({
    url: apiPath,
    // The server refuses more calls than this in one request.
    maxItems: 10,
    fetch: (input, init) => timedFetch(input, init as RequestInit),
  })
}
