import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { codeForStatus, errorBody, sentenceFor } from './error-body.ts'
import { HttpError } from './http-error.ts'

/** Whether an answer goes to a program that expects JSON: by the matched route, and by the path where none matched. */
export function isApiRequest(request: FastifyRequest): boolean {
  const path = request.routeOptions.url ?? request.raw.url ?? ''
  return path.startsWith('/api/') || path === '/api'
}

/**
 * Makes a reply an error, in the form that its reader takes: tRPC's for the API, one line of text for everybody else.
 *
 * @returns the body, still to be sent
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

/** Answers with an error; see {@link errorResponse}. */
export function sendError(request: FastifyRequest, reply: FastifyReply, status: number, message?: string): void {
  reply.send(errorResponse(request, reply, status, message))
}

/**
 * Answers whatever was thrown outside of the procedures. What a caller did wrong gets a sentence; anything else is our
 * fault, logged once and shown to nobody.
 */
export function sendErrorResponse(error: FastifyError | HttpError, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode = 500 } = error
  // Fastify hangs up on whoever sends too much. Who is still sending then never reads the answer; Node reads on and
  // forgets, for as long as a request may take.
  reply.removeHeader('connection')
  if (error instanceof HttpError) {
    reply.headers(error.headers)
    sendError(request, reply, statusCode, error.message)
    return
  }
  if (statusCode >= 500 || statusCode < 400) request.log.error({ err: error }, 'request failed')
  sendError(request, reply, statusCode < 400 ? 500 : statusCode)
}
