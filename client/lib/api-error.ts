import { TRPCClientError } from '@trpc/client'
import { type AuthReason, authReasons } from '#shared/account.ts'
import type { StaleSave } from '#shared/estimates/estimate-work.ts'

function getData(error: unknown): Record<string, unknown> {
  if (!(error instanceof TRPCClientError)) return {}
  const data: unknown = error.data
  return typeof data === 'object' && data !== null ? { ...data } : {}
}

/** tRPC's code, such as `CONFLICT`; undefined if the response did not come from our server. */
export function errorCode(error: unknown): string | undefined {
  const { code } = getData(error)
  return typeof code === 'string' ? code : undefined
}

/** The HTTP status; undefined if the response did not come from our server. */
export function responseStatus(error: unknown): number | undefined {
  const { httpStatus } = getData(error)
  return typeof httpStatus === 'number' ? httpStatus : undefined
}

export function errorReason(error: unknown): AuthReason | undefined {
  const { reason } = getData(error)
  return authReasons.find((known) => known === reason)
}

/** The server's message for users; undefined if the response did not come from our server. */
export function errorMessage(error: unknown): string | undefined {
  return error instanceof TRPCClientError && errorCode(error) !== undefined ? error.message : undefined
}

/** Falls back to a message about the connection. */
export function failureMessage(error: unknown): string {
  return errorMessage(error) ?? 'We couldn’t reach the server. Please check your connection and try again.'
}

/** The first message for each rejected field. It is validated, since a proxy or captive portal may have responded. */
export function fieldErrors(error: unknown): Record<string, string> {
  const found = getData(error).fieldErrors
  if (typeof found !== 'object' || found === null) return {}
  const messages = Object.entries(found).flatMap(([field, list]: [string, unknown]) => {
    const [message]: unknown[] = Array.isArray(list) ? list : []
    return typeof message === 'string' ? [[field, message] as const] : []
  })
  return Object.fromEntries(messages)
}

/** Whether a link has expired or is invalid. The server gives no reason for malformed tokens. */
export function isExpiredLink(error: unknown): boolean {
  return errorReason(error) === 'otp_expired' || fieldErrors(error).token !== undefined
}

/** It is set when a save was rejected as out of date. */
export function staleSave(error: unknown): StaleSave | undefined {
  const { code, stale } = getData(error)
  if (code !== 'CONFLICT' || typeof stale !== 'object' || stale === null) return undefined
  return 'work' in stale && 'changes' in stale ? (stale as StaleSave) : undefined
}
