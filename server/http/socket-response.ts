import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorBody } from './error-body.ts'

/** In milliseconds: how long a peer may take to read an answer of a few hundred bytes before it is cut off. */
const maxLingerMs = 1_000

/**
 * Answers with an error where there is only a socket, no reply, and closes the connection. The socket is destroyed at
 * the latest after a second: a peer may keep its half open, or never read.
 *
 * @param headers go with the answer beside those of its body
 */
export function respondOnSocket(socket: Duplex, status: number, headers: Readonly<Record<string, string>>): void {
  // The peer is gone, or is in the middle of being answered.
  if (!socket.writable || isBeingAnswered(socket)) {
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

function isBeingAnswered(socket: Duplex): boolean {
  // Where Node keeps the response that it is writing; its own handler of malformed requests looks there too.
  const { _httpMessage: response } = socket as Duplex & { _httpMessage?: ServerResponse | null }
  return response?.headersSent ?? false
}
