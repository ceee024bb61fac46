import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/**
 * Replaces Fastify's log lines by one for each answered request: what was asked for as a route, never as an address,
 * since addresses carry what visitors typed. Faults are logged where they are answered.
 */
export class AccessLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' })
  }

  override incomingRequest(): void {
    // One line a request is enough.
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
    // The error handler logs faults.
  }

  override routeNotFound(): void {
    // The status in the line above says it.
  }
}
