import { createTRPCClient } from '@trpc/client'
import { apiLink } from './api-link.ts'
import type { ApiRouter } from './api-types.ts'

/** Omits the cache of `api.ts`, which is as large as the rest of a page that only sends. */
export function createPublicClient() {
  return createTRPCClient<ApiRouter>({ links: [apiLink()] })
}
