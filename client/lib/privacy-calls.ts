import { createTRPCClient } from '@trpc/client'
import type { RetentionRules } from '#shared/retention.ts'
import { apiLink } from './api-link.ts'
import type { ApiRouter } from './api-types.ts'

/** Reads the rules in force, without a session. */
export function readRetentionRules(): Promise<RetentionRules> {
  return createTRPCClient<ApiRouter>({ links: [apiLink()] }).privacy.rules.query()
}
