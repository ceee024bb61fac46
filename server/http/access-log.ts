import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/**
 * Logs one line per response instead of Fastify's two, with the route instead of the URL, since URLs carry what visitors
 * typed. Error handlers log errors.
 */
export class AccessLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' })
  }

  override incomingRequest(): void {
    // requestCompleted logs the line.
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = {
      method: request.method,
      route: request.is404 ? undefined : request.routeOptions.url,
      call: request.calls,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    if (error) reply.log.warn({ ...line, err: error }, 'request cut off')
    else reply.log.info(line, 'request')
  }

  override defaultErrorLog(): void {
    // The error handler logs errors.
  }

  override routeNotFound(): void {
    // The status says it.
  }
}
