import { TRPCError } from '@trpc/server'
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc'
import { DatabaseUnavailable } from '#server/database/database.ts'
import { AppError, type AppErrorCode } from '#server/errors.ts'

const codeOfAppError: Readonly<Record<AppErrorCode, TRPC_ERROR_CODE_KEY>> = {
  conflict: 'CONFLICT',
  forbidden: 'FORBIDDEN',
  invalid: 'BAD_REQUEST',
  not_found: 'NOT_FOUND',
  too_many: 'TOO_MANY_REQUESTS',
  unauthenticated: 'UNAUTHORIZED',
  unavailable: 'SERVICE_UNAVAILABLE',
}

/** A restarting database is usually back by then. */
const databaseRetrySeconds = 2

export function toClientError(error: TRPCError): TRPCError {
  const { cause } = error
  if (cause instanceof AppError)
    return new TRPCError({ code: codeOfAppError[cause.code], message: cause.message, cause })
  if (cause instanceof DatabaseUnavailable) return new TRPCError({ code: 'SERVICE_UNAVAILABLE', cause })
  return error
}

export function retryAfterSeconds({ cause }: TRPCError): number | undefined {
  if (cause instanceof AppError) return cause.retryAfterSeconds
  return cause instanceof DatabaseUnavailable ? databaseRetrySeconds : undefined
}
