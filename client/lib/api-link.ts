import { httpBatchLink } from '@trpc/client'
import type { ApiRouter } from './api.ts'
import { timedFetch } from './timed-fetch.ts'

/** Sends calls to the server, those of one moment in one request. */
export function apiLink() {
  return httpBatchLink<ApiRouter>({
    url: '/api/trpc',
    // The server refuses more calls than this in one request.
    maxItems: 10,
    fetch: (input, init) => timedFetch(input, init as RequestInit),
  })
}
