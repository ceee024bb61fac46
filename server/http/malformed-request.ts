import type { Socket } from 'node:net'
import { respondOnSocket } from './socket-response.ts'

/** Node's codes for what went wrong before there was a request; everything else was not HTTP. */
const statusOfCode: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/**
 * Answers what Node could not make a request of, or not in time. There is no request and no reply then, only a socket.
 *
 * @param headers what goes with every answer
 */
export function malformedRequestHandler(headers: Readonly<Record<string, string>>) {
  return (error: Error & { code?: string }, socket: Socket): void =>
    respondOnSocket(socket, statusOfCode[error.code ?? ''] ?? 400, headers)
}
