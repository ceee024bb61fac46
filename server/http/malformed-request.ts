import type { Socket } from 'node:net'
import { respondOnSocket } from './socket-response.ts'

const statusOfCode: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** Node has only a socket for these requests. */
export function malformedRequestHandler(headers: Readonly<Record<string, string>>) {
  return (error: Error & { code?: string }, socket: Socket): void =>
    respondOnSocket(socket, statusOfCode[error.code ?? ''] ?? 400, headers)
}
