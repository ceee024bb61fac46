import { createApiCalls } from '#client/lib/api-calls.ts'

/** The server's procedures about accounts. */
export type AuthCalls = ReturnType<typeof createAuthCalls>

export function createAuthCalls() {
  return createApiCalls().auth
}
