import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/** Logs one line per response, with the route, since URLs contain what visitors typed. */
export class AccessLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' })
  }

  override incomingRequest(): void {
    // requestCompleted logs instead.
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
    // The error handler logs instead.
  }

  override routeNotFound(): void {
    // The status in the log line is enough.
  }
}
