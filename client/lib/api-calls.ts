import { createTRPCClient } from '@trpc/client'
import { apiLink } from './api-link.ts'
import type { ApiRouter } from './api-types.ts'

/**
 * The server's procedures as plain functions, for pages that send something and read nothing: the cache that `api.ts`
 * has for reading is as large as the rest of such a page.
 */
export function createApiCalls() {
  return createTRPCClient<ApiRouter>({ links: [apiLink()] })
}
