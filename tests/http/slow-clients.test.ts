import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { standardTimeouts } from '#server/app.ts'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { cameraPhoto } from '#tests/support/estimates/photo-fixtures.ts'
import { openSocket, type RawAnswer, readToEnd } from '#tests/support/server/raw-http.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

let port: number

const timeouts = { headersMs: 200, requestMs: 400, photosMs: 2_000, checkMs: 20, keepAliveMs: 200 }
const server = sharedApp({ timeouts })
beforeAll(async () => {
  port = await server.listen()
})

test('B14 a slow request is cut off within 20 seconds', () => {
  const { headersMs, requestMs, checkMs } = standardTimeouts
  expect(headersMs).toBeLessThan(requestMs)
  expect(requestMs + checkMs).toBeLessThanOrEqual(20_000)
})

const head = 'POST /api/trpc/estimates.submit HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'

/** Sends a beginning and then one byte after another, until the server has enough of it. */
async function trickle(beginning: string): Promise<RawAnswer> {
  const socket = await openSocket(port)
  const answer = readToEnd(socket)
  socket.write(beginning)
  const drip = setInterval(() => socket.write('a'), 10)
  return await answer.finally(() => clearInterval(drip))
}

test.each([
  ['headers', `${head}X-Slow: `],
  ['a body', `${head}Content-Length: 60000\r\n\r\n{"name":"`],
])('B14 a client that sends %s byte by byte is cut off with 408', async (_what, beginning) => {
  const answer = await trickle(beginning)
  expect(answer.status).toBe(408)
  expect(JSON.parse(answer.body)).toMatchObject({ error: { data: { code: 'TIMEOUT', httpStatus: 408 } } })
})

const photoHead = () =>
  `PUT /api/form-photos/${randomUUID()}?key=${randomUUID()} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n` +
  'Content-Type: multipart/form-data; boundary=b\r\n'

test('B14 a photo may take minutes', async () => {
  const start = '--b\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
  const body = Buffer.concat([Buffer.from(start), await cameraPhoto(), Buffer.from('\r\n--b--\r\n')])
  const socket = await openSocket(port)
  const answer = readToEnd(socket)
  socket.write(`${photoHead()}Content-Length: ${body.length}\r\n\r\n`)
  const [steps, begin] = [10, performance.now()]
  for (let step = 0; step < steps; step++) {
    socket.write(body.subarray((step * body.length) / steps, ((step + 1) * body.length) / steps))
    await delay((1.5 * timeouts.requestMs) / steps)
  }
  expect(performance.now() - begin).toBeGreaterThan(timeouts.requestMs)
  expect((await answer).status).toBe(200)
})

test('B14 a photo that takes more than minutes is cut off with 408', async () => {
  const begin = performance.now()
  const answer = await trickle(`${photoHead()}Content-Length: 60000\r\n\r\n`)
  expect(answer.status).toBe(408)
  expect(performance.now() - begin).toBeGreaterThan(timeouts.photosMs)
})

test('B14 a client that connects and sends nothing is cut off', async () => {
  expect((await readToEnd(await openSocket(port))).status).toBe(408)
})

test('B14 an idle connection is closed', async () => {
  const socket = await openSocket(port)
  const answer = readToEnd(socket)
  socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
  expect((await answer).status).toBe(200)
})

test('B14 others are served while 200 slow clients wait', async () => {
  const slow = Array.from({ length: 200 }, () => trickle(`${head}X-Slow: `))
  const honest = Array.from({ length: 20 }, () => server.call('estimates.submit', estimateInput()))
  for (const answer of await Promise.all(honest)) expect(answer.statusCode).toBe(200)
  for (const answer of await Promise.all(slow)) expect(answer.status).toBe(408)
})
