import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSocket, readToEnd, sendRaw } from '#tests/support/server/raw-http.ts'
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts'

const connectRequest = 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n'
const upgradeRequest = 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

let server: TestApp
let port: number

beforeEach(async () => {
  server = await createTestApp()
  port = await server.listen()
})
afterEach(() => server.dispose())

/** Resolves with the server's side of the next connection. */
const nextConnection = () => new Promise<Socket>((resolve) => server.app.server.once('connection', resolve))
const isClosed = (socket: Socket) => expect.poll(() => socket.closed, { timeout: 3_000 }).toBe(true)

/** Connects and sends, and keeps its own half open when the server closes the other. */
async function openHalf(request: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => undefined)
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  socket.write(request)
  return socket
}

test('B4 CONNECT returns 405 with the security headers', async () => {
  const { headers } = await server.app.inject({ url: '/healthz' })
  const answer = await sendRaw(port, connectRequest)
  expect(answer).toMatchObject({
    status: 405,
    headers: {
      allow: 'GET, HEAD, OPTIONS',
      connection: 'close',
      'cache-control': 'no-store',
      'content-security-policy': headers['content-security-policy'],
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    },
  })
  expect(JSON.parse(answer.body)).toMatchObject({ error: { data: { httpStatus: 405 } } })
})

test.each([
  ['CONNECT', connectRequest],
  ['Upgrade', upgradeRequest],
  ['malformed', 'no HTTP at all\r\n\r\n'],
])('survives a reset after a request (%s)', async (_kind, request) => {
  const faults: unknown[] = []
  const record = (error: unknown) => faults.push(error)
  process.on('uncaughtExceptionMonitor', record)
  for (let turn = 0; turn < 200; turn++) {
    const socket = await openSocket(port)
    socket.write(request)
    if (turn % 2 === 0) await new Promise((resolve) => setImmediate(resolve))
    socket.resetAndDestroy()
  }
  expect((await server.app.inject({ url: '/healthz' })).statusCode).toBe(200)
  process.off('uncaughtExceptionMonitor', record)
  expect(faults).toEqual([])
})

test('listens to errors of sockets that Node has handed over', async () => {
  const connection = nextConnection()
  const handedOver = new Promise<void>((resolve) => server.app.server.once('connect', () => resolve()))
  const client = await openHalf(connectRequest)
  const socket = await connection
  await handedOver
  expect(socket.listenerCount('error')).toBeGreaterThan(0)
  client.destroy()
})

test.each([
  ['keeps its half open', () => undefined],
  ['goes on sending', (client: Socket) => client.write('x'.repeat(1_000))],
])('destroys the socket of a CONNECT request although the client %s', async (_what, goOn) => {
  const connection = nextConnection()
  const client = await openHalf(connectRequest)
  const going = setInterval(() => goOn(client), 5)
  await isClosed(await connection)
  clearInterval(going)
  client.destroy()
})
test('destroys the socket of a CONNECT request although nothing can be written to the client', async () => {
  const connection = nextConnection()
  const client = await openSocket(port)
  const socket = await connection
  // Stands for a client that has let its window fill up.
  socket._write = () => undefined
  client.write(connectRequest)
  await isClosed(socket)
  client.destroy()
})

test('answers a request for an upgrade as if it had not asked for one', async () => {
  const answer = await sendRaw(port, upgradeRequest.replace('Connection: Upgrade', 'Connection: Upgrade, close'))
  expect(answer.status).toBe(200)
})

test('closes at once although a socket of a CONNECT request is open', async () => {
  const connection = nextConnection()
  const client = await openSocket(port)
  const socket = await connection
  socket._final = () => undefined
  client.write(connectRequest)
  const answered = readToEnd(client)
  const begun = performance.now()
  await server.app.close()
  expect(performance.now() - begun).toBeLessThan(2_000)
  await answered
})
