import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { codeForStatus, errorBody, sentenceFor } from './error-body.ts'
import { HttpError } from './http-error.ts'

/** Unmatched requests have no route, only a path. */
export function isApiRequest(request: FastifyRequest): boolean {
  const path = request.routeOptions.url ?? request.raw.url ?? ''
  return path.startsWith('/api/') || path === '/api'
}

/** It is false for scripts, images and the API. */
export function wantsPage(request: FastifyRequest): boolean {
  if (isApiRequest(request)) return false
  const { accept = '*/*' } = request.headers
  const [path = ''] = (request.raw.url ?? '').split('?')
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.\w+$/.test(path))
}

export function errorResponse(request: FastifyRequest, reply: FastifyReply, status: number, message?: string): string {
  const requestId = status === 500 ? request.id : undefined
  reply.code(status).header('cache-control', 'no-store')
  if (isApiRequest(request)) {
    reply.type('application/json')
    return errorBody(status, message, requestId)
  }
  reply.type('text/plain; charset=utf-8')
  return `${message ?? sentenceFor(codeForStatus(status))}${requestId ? ` (${requestId})` : ''}\n`
}

export function sendError(request: FastifyRequest, reply: FastifyReply, status: number, message?: string): void {
  reply.send(errorResponse(request, reply, status, message))
}

/** Masks errors that are not the client's. */
export function sendErrorResponse(error: FastifyError | HttpError, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode = 500 } = error
  // After too large a body, Fastify would close the connection before the client reads the response.
  reply.removeHeader('connection')
  if (error instanceof HttpError) {
    reply.headers(error.headers)
    sendError(request, reply, statusCode, error.message)
    return
  }
  if (statusCode >= 500 || statusCode < 400) request.log.error({ err: error }, 'request failed')
  sendError(request, reply, statusCode < 400 ? 500 : statusCode)
}
