import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { codeForStatus, errorBody, sentenceFor } from './error-body.ts'
import { HttpError } from './http-error.ts'

/** Whether the client expects JSON: by the route, or by the path where no route matched. */
export function isApiRequest(request: FastifyRequest): boolean {
  const path = request.routeOptions.url ?? request.raw.url ?? ''
  return path.startsWith('/api/') || path === '/api'
}

/**
 * Prepares an error: in tRPC's form for the API, else as a line of text.
 *
 * @returns the body to send
 */
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

/** Handles errors outside of procedures. A client's error gets a sentence; any other is logged and masked. */
export function sendErrorResponse(error: FastifyError | HttpError, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode = 500 } = error
  // Fastify closes the connection after a body that is too large. A client that is still sending would never read the
  // response; Node discards the rest instead.
  reply.removeHeader('connection')
  if (error instanceof HttpError) {
    reply.headers(error.headers)
    sendError(request, reply, statusCode, error.message)
    return
  }
  if (statusCode >= 500 || statusCode < 400) request.log.error({ err: error }, 'request failed')
  sendError(request, reply, statusCode < 400 ? 500 : statusCode)
}
