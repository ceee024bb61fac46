import { createTRPCClient } from '@trpc/client'
import type { ApiRouter } from './api.ts'
import { apiLink } from './api-link.ts'

/**
 * The server's procedures as plain functions, for pages that send something and read nothing: the cache that `api.ts`
 * has for reading is as large as the rest of such a page.
 */
export function createApiCalls() {
  return createTRPCClient<ApiRouter>({ links: [apiLink()] })
}
