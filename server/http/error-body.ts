import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import { company } from '#shared/company.ts'

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

const tryAgainOrCall = () => `Please try again in a moment, or call us at ${company.phone.display}.`

const sentences: Readonly<Partial<Record<TRPC_ERROR_CODE_KEY, string | (() => string)>>> = {
  FORBIDDEN: 'You do not have access to this.',
  INTERNAL_SERVER_ERROR: 'Internal error',
  METHOD_NOT_SUPPORTED: 'This URL does not support that method.',
  NOT_FOUND: 'There is nothing at this URL.',
  PAYLOAD_TOO_LARGE: 'The request is too large.',
  SERVICE_UNAVAILABLE: () => `We cannot process that right now. ${tryAgainOrCall()}`,
  TIMEOUT: 'The request took too long to arrive.',
  UNAUTHORIZED: 'Please sign in first.',
  TOO_MANY_REQUESTS: () => `Too many requests. ${tryAgainOrCall()}`,
  UNSUPPORTED_MEDIA_TYPE: 'Requests must be JSON.',
}

export function sentenceFor(code: TRPC_ERROR_CODE_KEY): string {
  const sentence = sentences[code] ?? 'The request could not be read.'
  return typeof sentence === 'string' ? sentence : sentence()
}

export function codeForStatus(status: number): TRPC_ERROR_CODE_KEY {
  return codeOfStatus[status] ?? (status < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR')
}

export function errorBody(status: number, message?: string, requestId?: string): string {
  const code = codeForStatus(status)
  const data = { code, httpStatus: status, ...(requestId ? { requestId } : {}) }
  return JSON.stringify({ error: { message: message ?? sentenceFor(code), code: TRPC_ERROR_CODES_BY_KEY[code], data } })
}
