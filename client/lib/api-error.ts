import { TRPCClientError } from '@trpc/client'
import { type AuthReason, authReasons } from '#shared/account.ts'
import type { StaleSave } from '#shared/estimates/estimate-work.ts'

function dataOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof TRPCClientError)) return {}
  const data: unknown = error.data
  return typeof data === 'object' && data !== null ? { ...data } : {}
}

/** tRPC's code of a failed call, for instance `CONFLICT`; undefined when it was not the server that answered. */
export function errorCode(error: unknown): string | undefined {
  const { code } = dataOf(error)
  return typeof code === 'string' ? code : undefined
}

/** The HTTP status that our server gave a failed call; undefined when it was not the server that answered. */
export function responseStatus(error: unknown): number | undefined {
  const { httpStatus } = dataOf(error)
  return typeof httpStatus === 'number' ? httpStatus : undefined
}

/** Why a call about an account failed; undefined for any other failure. */
export function errorReason(error: unknown): AuthReason | undefined {
  const { reason } = dataOf(error)
  return authReasons.find((known) => known === reason)
}

/** The server's own sentence for people; undefined when it was not the server that answered. */
export function errorMessage(error: unknown): string | undefined {
  return error instanceof TRPCClientError && errorCode(error) !== undefined ? error.message : undefined
}

/**
 * What the server finds wrong with single fields: the first message of each. Read with care, since whatever stands
 * between browser and server (a proxy, a captive portal) can answer too.
 */
export function fieldErrors(error: unknown): Record<string, string> {
  const found = dataOf(error).fieldErrors
  if (typeof found !== 'object' || found === null) return {}
  const messages = Object.entries(found).flatMap(([field, list]: [string, unknown]) => {
    const [message]: unknown[] = Array.isArray(list) ? list : []
    return typeof message === 'string' ? [[field, message] as const] : []
  })
  return Object.fromEntries(messages)
}

/** How a request stands now and who has changed it, when a save was refused for being behind; undefined otherwise. */
export function staleSave(error: unknown): StaleSave | undefined {
  const { code, stale } = dataOf(error)
  if (code !== 'CONFLICT' || typeof stale !== 'object' || stale === null) return undefined
  return 'work' in stale && 'changes' in stale ? (stale as StaleSave) : undefined
}
