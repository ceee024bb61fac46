import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errorBody } from './trpc/error-codes.ts'

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
export function clientErrorHandler(headers: Readonly<Record<string, string>>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    // The other side is gone, or is in the middle of being answered.
    if (!socket.writable || isBeingAnswered(socket)) {
      socket.destroy()
      return
    }
    const status = statusOfCode[error.code ?? ''] ?? 400
    const body = errorBody(status)
    const lines = Object.entries({
      ...headers,
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    socket.destroySoon()
  }
}

function isBeingAnswered(socket: Socket): boolean {
  // Where Node keeps the response that it is writing; its own handler of these errors looks there too.
  const { _httpMessage: response } = socket as Socket & { _httpMessage?: ServerResponse | null }
  return response?.headersSent ?? false
}
