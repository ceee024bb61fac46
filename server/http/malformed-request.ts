import type { Socket } from 'node:net'
import { respondOnSocket } from './socket-response.ts'

/** By Node's error codes; any other error was not HTTP. */
const statusOfCode: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** Responds to what Node could not parse, or not in time. There is no request and no reply then, only a socket. */
export function malformedRequestHandler(headers: Readonly<Record<string, string>>) {
  return (error: Error & { code?: string }, socket: Socket): void =>
    respondOnSocket(socket, statusOfCode[error.code ?? ''] ?? 400, headers)
}
