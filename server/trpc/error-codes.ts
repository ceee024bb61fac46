import { TRPCError } from '@trpc/server'
import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import { DatabaseUnavailable } from '#server/database/database.ts'
import { AppError, type AppErrorCode } from '#server/errors.ts'
import { company } from '#shared/company.ts'

/** What an error of our own is called in an answer. */
const codeOfAppError: Readonly<Record<AppErrorCode, TRPC_ERROR_CODE_KEY>> = {
  conflict: 'CONFLICT',
  forbidden: 'FORBIDDEN',
  invalid: 'BAD_REQUEST',
  not_found: 'NOT_FOUND',
  too_many: 'TOO_MANY_REQUESTS',
  unauthenticated: 'UNAUTHORIZED',
  unavailable: 'SERVICE_UNAVAILABLE',
}

/** What a refusal outside of any procedure is called; of other statuses, 4xx are a bad request and 5xx our fault. */
const codeOfStatus: Readonly<Record<number, TRPC_ERROR_CODE_KEY>> = {
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  408: 'TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
}

const tryAgainOrCall = `Please try again in a moment, or call us at ${company.phone.display}.`

/** What a person reads where the error has no words of its own for people. */
const sentences: Readonly<Partial<Record<TRPC_ERROR_CODE_KEY, string>>> = {
  FORBIDDEN: 'This is not open to you.',
  INTERNAL_SERVER_ERROR: 'Internal error',
  METHOD_NOT_SUPPORTED: 'This address does not take that method.',
  NOT_FOUND: 'There is nothing at this address.',
  PAYLOAD_TOO_LARGE: 'The request is too large.',
  SERVICE_UNAVAILABLE: `We cannot take that in right now. ${tryAgainOrCall}`,
  TIMEOUT: 'The request took too long to arrive.',
  UNAUTHORIZED: 'Please sign in first.',
  TOO_MANY_REQUESTS: `Too many requests. ${tryAgainOrCall}`,
  UNSUPPORTED_MEDIA_TYPE: 'Requests must be JSON.',
}

/** How soon trying again makes sense when the database is away: it usually is back within a restart. */
const databaseRetrySeconds = 2

/** What a person reads for a code. */
export function sentenceFor(code: TRPC_ERROR_CODE_KEY): string {
  return sentences[code] ?? 'The request could not be read.'
}

/** The code for a refusal that no procedure made, by its HTTP status. */
export function codeForStatus(status: number): TRPC_ERROR_CODE_KEY {
  return codeOfStatus[status] ?? (status < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR')
}

/** The body of an answer that no procedure wrote, in the form that tRPC's client takes for an error. */
export function errorBody(status: number, message?: string, requestId?: string): string {
  const code = codeForStatus(status)
  const data = { code, httpStatus: status, ...(requestId ? { requestId } : {}) }
  return JSON.stringify({ error: { message: message ?? sentenceFor(code), code: TRPC_ERROR_CODES_BY_KEY[code], data } })
}

/** Turns what a procedure threw into the error that its caller is told about; what is not ours stays as it is. */
export function clientErrorOf(error: TRPCError): TRPCError {
  const { cause } = error
  if (cause instanceof AppError)
    return new TRPCError({ code: codeOfAppError[cause.code], message: cause.message, cause })
  if (cause instanceof DatabaseUnavailable) return new TRPCError({ code: 'SERVICE_UNAVAILABLE', cause })
  return error
}

/** After how many seconds trying again makes sense, where it does. */
export function retryAfterSeconds({ cause }: TRPCError): number | undefined {
  if (cause instanceof AppError) return cause.retryAfterSeconds
  return cause instanceof DatabaseUnavailable ? databaseRetrySeconds : undefined
}
