import { connect, type Socket } from 'node:net'

/** An answer as it came over the wire. */
export type RawAnswer = {
  /** Undefined where the connection ended without one. */
  readonly status: number | undefined
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Opens a connection to a test server. Errors of the connection are not errors of the test. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => undefined)
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  return socket
}

/** Resolves with what the server sent once it has closed the connection. */
export async function readToEnd(socket: Socket): Promise<RawAnswer> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  await new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return parseAnswer(Buffer.concat(chunks).toString('latin1'))
}

/**
 * Sends bytes as they are and reads the answer until the server closes the connection; so a request that the server
 * would keep the connection for should say `Connection: close`.
 */
export async function sendRaw(port: number, request: string | Buffer): Promise<RawAnswer> {
  const socket = await openSocket(port)
  const answer = readToEnd(socket)
  socket.write(typeof request === 'string' ? Buffer.from(request, 'latin1') : request)
  return await answer
}

function parseAnswer(text: string): RawAnswer {
  const [head = '', ...body] = text.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  const status = /^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]
  return {
    status: status ? Number(status) : undefined,
    headers: Object.fromEntries(headers),
    body: body.join('\r\n\r\n'),
  }
}
