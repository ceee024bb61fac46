import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { residentMegabytes } from '#tests/bench/process-usage.ts'
import { queryDatabase } from '#tests/support/database/query-database.ts'
import { openSocket, readToEnd } from '#tests/support/server/raw-http.ts'
import { type ServerProcess, startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { createStartedFolder } from '#tests/support/server/started-folder.ts'

const clientDir = fileURLToPath(new URL('../../dist/client', import.meta.url))

let folder: ReturnType<typeof temporaryFolder>
let server: ServerProcess
const start = () => startServer({ DATA_DIR: folder.path, LOG_LEVEL: 'fatal' })

beforeAll(async () => {
  folder = temporaryFolder('hostile')
  await createStartedFolder(folder.path)
  server = await start()
})
afterAll(async () => {
  await server.end('SIGKILL')
  folder.remove()
})

const bodyBytes = 8 * 1024 * 1024
const body = ' '.repeat(bodyBytes)
const head = (type: string, length: string) =>
  `POST /api/trpc/estimates.submit HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\n${length}\r\nConnection: close\r\n\r\n`
const withLength = `Content-Length: ${bodyBytes}`
const uploads: [what: string, bytes: Buffer, status: number][] = [
  ['JSON', Buffer.from(head('application/json', withLength) + body), 413],
  [
    'JSON in chunks',
    Buffer.from(
      `${head('application/json', 'Transfer-Encoding: chunked')}${bodyBytes.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    ),
    413,
  ],
  ['multipart', Buffer.from(head('multipart/form-data; boundary=x', withLength) + body), 415],
]

/** A wrong sign-in for an account, as often as one batch allows. */
function signIns(email: string, count: number): Promise<Response> {
  const inputs = Array.from({ length: count }, (_, index) => [index, { email, password: 'a wrong guess at it' }])
  return fetch(`${server.origin}/api/trpc/${inputs.map(() => 'auth.signIn').join()}?batch=1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(inputs)),
  })
}

it('B13 50 bodies of 8 MiB at a time are refused, and take less than 1 MiB of memory each', async () => {
  const port = Number(new URL(server.origin).port)
  const before = residentMegabytes(server.process.pid)
  let most = before ?? 0
  const sampling = setInterval(() => {
    most = Math.max(most, residentMegabytes(server.process.pid) ?? 0)
  }, 10)
  const refusals = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const [what = '', bytes = Buffer.alloc(0)] = uploads[index % uploads.length] ?? []
      const socket = await openSocket(port)
      const response = readToEnd(socket)
      socket.write(bytes)
      return { what, status: (await response).status }
    }),
  )
  clearInterval(sampling)
  // Undefined on systems that do not tell.
  if (before !== undefined) expect(most - before).toBeLessThan(50)
  for (const [what, , status] of uploads) {
    const statuses = new Set(refusals.filter((refusal) => refusal.what === what).map((refusal) => refusal.status))
    // The reset of a connection may overtake its response while the client is still sending.
    statuses.delete(undefined)
    expect([what, ...statuses]).toEqual([what, status])
  }
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
})

it('A11 failed sign-ins stay counted after kill -9, even before their passwords were compared', async () => {
  const email = `${randomUUID()}@example.com`
  const lost = signIns(email, 10).catch(() => 'lost')
  const counted = () =>
    queryDatabase<{ hits: number }>(`file:${join(folder.path, 'app.db')}`, 'SELECT max(hits) AS hits FROM attempts')
  await expect.poll(counted, { timeout: 10_000, interval: 5 }).toEqual([{ hits: 10 }])
  await server.end('SIGKILL')
  await lost
  server = await start()
  const [answer] = (await (await signIns(email, 1)).json()) as { error: { data: unknown } }[]
  expect(answer?.error.data).toMatchObject({ httpStatus: 429, reason: 'too_many_attempts' })
})

it('B15 the built client has no source map', () => {
  const files = readdirSync(clientDir, { recursive: true, encoding: 'utf8' })
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
  const texts = files.filter((file) => /\.(js|css|html)$/.test(file))
  expect(texts.length).toBeGreaterThan(10)
  for (const file of texts) expect(readFileSync(join(clientDir, file), 'utf8'), file).not.toContain('sourceMappingURL')
})
