import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { errorBody } from './error-body.ts'

// An import would make Node load all that the module exports, such as a WebSocket client, before the start.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

const maxLingerMs = 1_000

const statusOfCode: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** Node has only a socket for these requests. */
export function malformedRequestHandler(headers: Readonly<Record<string, string>>) {
  return (error: Error & { code?: string }, socket: Socket): void =>
    respondOnSocket(socket, statusOfCode[error.code ?? ''] ?? 400, headers)
}

/** Cuts off a peer that never reads. */
export function respondOnSocket(socket: Duplex, status: number, headers: Readonly<Record<string, string>>): void {
  // The peer is gone, or a response has begun.
  if (!socket.writable || hasResponse(socket)) {
    socket.destroy()
    return
  }
  const body = errorBody(status)
  const lines = Object.entries({
    ...headers,
    'cache-control': 'no-store',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  const cutOff = setTimeout(() => socket.destroy(), maxLingerMs)
  socket.once('close', () => clearTimeout(cutOff))
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy())
}

function hasResponse(socket: Duplex): boolean {
  const { _httpMessage: response } = socket as Duplex & { _httpMessage?: ServerResponse | null }
  return response?.headersSent ?? false
}
