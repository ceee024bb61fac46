import { spawn } from 'node:child_process'
import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { standardTimeouts } from '#server/app.ts'
import type { Database } from '#server/database/database.ts'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { openSocket, readToEnd } from '#tests/support/server/raw-http.ts'
import { fromElsewhere, trustLoopback } from '#tests/support/server/sender-ip.ts'
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts'

/** The time that an operator gives a server to stop. */
const limitMs = 5_000

const likeProduction = { settings: trustLoopback, timeouts: standardTimeouts }

let server: TestApp
afterEach(() => server.dispose())

async function start(options: Parameters<typeof createTestApp>[0] = {}): Promise<number> {
  server = await createTestApp({ ...likeProduction, ...options })
  return await server.listen()
}
async function timeToClose(): Promise<number> {
  const begin = performance.now()
  await server.app.close()
  return performance.now() - begin
}

/** A program that opens 100 connections at once, sends a request on each and prints the statuses or error codes. */
const parallelRequests = `
  import { request } from 'node:http'
  console.log('ready')
  setTimeout(() => {
    for (let count = 0; count < 100; count++)
      request({ port: process.argv[1], host: '127.0.0.1', path: '/healthz', agent: false }, (response) =>
        response.resume().on('end', () => console.log(response.statusCode)),
      )
        .on('error', (error) => console.log(error.code))
        .end()
  }, 50)
`

type Outcome = 'stored' | 'not let in' | 'dropped'

/** One request over a kept connection, told apart by how far it came. */
function submitOver(agent: Agent, port: number, name: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', ...fromElsewhere() }
    const request = httpRequest(
      { agent, port, host: '127.0.0.1', method: 'POST', path: '/api/trpc/estimates.submit', headers },
      (response) => {
        response.resume()
        response.once('error', () => resolve('dropped'))
        response.once('end', () => resolve(response.statusCode === 200 ? 'stored' : 'dropped'))
      },
    )
    request.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'ECONNREFUSED' ? 'not let in' : 'dropped')
    })
    request.end(JSON.stringify(estimateInput({ name })))
  })
}

test('loses no request of clients with busy connections and stops in time', async () => {
  const port = await start()
  const outcomes: Outcome[] = []

  async function client(number: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let count = 0; outcomes.at(-1) !== 'not let in'; count++) {
      const outcome = await submitOver(agent, port, `Client ${number}, request ${count}`)
      outcomes.push(outcome)
      if (outcome !== 'stored') break
    }
    agent.destroy()
  }
  const clients = Array.from({ length: 20 }, (_, number) => client(number))
  await expect.poll(() => outcomes.length, { timeout: 10_000 }).toBeGreaterThan(100)

  expect(await timeToClose()).toBeLessThan(limitMs)
  await Promise.all(clients)
  expect(outcomes).not.toContain('dropped')
  const stored = outcomes.filter((outcome) => outcome === 'stored').length
  expect(await server.database.read.projectEstimate.count()).toBe(stored)
})

test('stops although connections are idle', async () => {
  const port = await start()
  const silent = await Promise.all(Array.from({ length: 10 }, () => openSocket(port)))
  const idle = await openSocket(port)
  const answered = new Promise((resolve) => idle.once('data', resolve))
  idle.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
  await answered

  expect(await timeToClose()).toBeLessThan(limitMs / 2)
  for (const socket of [...silent, idle]) socket.destroy()
})

test('stops although a request never ends', async () => {
  const port = await start()
  const socket = await openSocket(port)
  socket.write(
    'POST /api/trpc/estimates.submit HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
  )
  const cut = readToEnd(socket)
  expect(await timeToClose()).toBeLessThan(limitMs)
  await cut
})

test('answers a request whose headers had only half arrived when closing began', async () => {
  const port = await start()
  const socket = await openSocket(port)
  const answer = readToEnd(socket)
  socket.write('GET /healthz HT')
  const closed = timeToClose()
  // Longer than connections without a request stay open.
  await delay(1_000)
  socket.write('TP/1.1\r\nHost: a\r\n\r\n')
  expect(await answer).toMatchObject({ status: 200, headers: { connection: 'close' } })
  expect(await closed).toBeLessThan(limitMs)
})

test('answers every connection that waits in the operating system’s queue when closing begins', async () => {
  const port = await start()
  const requests = spawn(process.execPath, ['--input-type=module', '--eval', parallelRequests, String(port)])
  requests.stdout.setEncoding('utf8')
  const printed: string[] = []
  requests.stdout.on('data', (text: string) => printed.push(text))
  const ended = new Promise((resolve) => requests.once('close', resolve))
  await new Promise((resolve) => requests.stdout.once('data', resolve))
  // Nothing is accepted meanwhile, as on a starved processor.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  expect(await timeToClose()).toBeLessThan(limitMs)
  await ended
  expect(printed.join('').trim().split('\n').slice(1)).toEqual(Array.from({ length: 100 }, () => '200'))
})

test('finishes running requests when closing begins, and refuses new ones', async () => {
  const arrived = signal()
  const release = signal()
  const slowed = (database: Database): Database['transaction'] =>
    async function transaction(work) {
      await release.given
      return await database.transaction(work)
    }
  const port = await start({ database: (database) => ({ ...database, transaction: slowed(database) }) })
  server.app.server.once('request', arrived.give)
  const agent = new Agent({ keepAlive: true })
  const kept = await openSocket(port)
  const outcome = submitOver(agent, port, 'In Flight')
  await arrived.given

  const closed = timeToClose()
  const ready = readToEnd(kept)
  kept.write('GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n')
  expect(await ready).toMatchObject({ status: 503, headers: { connection: 'close', 'retry-after': '2' } })
  expect(await submitOver(agent, port, 'Too Late')).toBe('not let in')

  release.give()
  expect(await outcome).toBe('stored')
  expect(await closed).toBeLessThan(limitMs)
  expect(await server.database.read.projectEstimate.count({ where: { name: 'In Flight' } })).toBe(1)
  agent.destroy()
})

test('stops the outbox after the last estimate was stored', async () => {
  const port = await start()
  const agent = new Agent({ keepAlive: true })
  expect(await submitOver(agent, port, 'Last One')).toBe('stored')
  await server.app.close()
  const waiting = await server.database.read.outboxMessage.findMany({ where: { state: 'pending' } })
  expect(waiting.filter((message) => message.claimToken !== null)).toEqual([])
  expect(waiting.length + server.sent.length).toBe(2)
  agent.destroy()
})

/** Something that one side waits for and the other gives. */
function signal(): { readonly given: Promise<void>; give(): void } {
  const target = new EventTarget()
  const given = new Promise<void>((resolve) => target.addEventListener('given', () => resolve(), { once: true }))
  return { given, give: () => void target.dispatchEvent(new Event('given')) }
}
