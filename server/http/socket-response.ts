import type { IncomingMessage, ServerResponse } from 'node:http'
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

const slow = new WeakSet<IncomingMessage>()

/** Gives the body of a request minutes to arrive, such as a photo over a phone's connection. */
export function allowSlowBody(request: IncomingMessage): void {
  slow.add(request)
}

/**
 * Node has only a socket for these requests.
 *
 * @param moreMs how much longer a slow body may take than others
 */
export function malformedRequestHandler(headers: Readonly<Record<string, string>>, moreMs: number) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    const respond = () => respondOnSocket(socket, statusOfCode[error.code ?? ''] ?? 400, headers)
    const request = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? responseOn(socket)?.req : undefined
    if (!request || !slow.has(request)) respond()
    // Node tells of a request only once.
    else setTimeout(() => request.complete || respond(), moreMs).unref()
  }
}

/** Cuts off a peer that never reads. */
export function respondOnSocket(socket: Duplex, status: number, headers: Readonly<Record<string, string>>): void {
  // The peer is gone, or a response has begun.
  if (!socket.writable || responseOn(socket)?.headersSent) {
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

function responseOn(socket: Duplex): ServerResponse | null | undefined {
  return (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage
}
