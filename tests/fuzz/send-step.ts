import { type Agent, request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { HttpRequest, RawExchange, Step } from './step.ts'

export type StepResponse = {
  /** Empty without a response. */
  readonly statuses: readonly number[]
  readonly contentType: string
  /** Headers and body, without Set-Cookie. */
  readonly text: string
  /** They are set where there is one response. */
  readonly body: string
  /** The request may have been carried out, but its response was not read. */
  readonly isUnknown: boolean
}

export type Connections = {
  readonly port: number
  readonly agent: Agent
  /** Open connections, limited in number, with their steps. */
  readonly held: Map<Socket, Step>
  readonly onRelease: (step: Step) => void
}

/** The limit of a stored response. */
const maxStored = 512 * 1024
/** Longer than the server's own timeouts. */
const patienceMs = 20_000
/** Reading ends after this silence. */
const silenceMs = 150
const streamMs = 30
const maxHeld = 150

export function sendStep(step: Step, connections: Connections): Promise<StepResponse> {
  const { request, calls } = step
  return request.kind === 'http'
    ? sendHttp(request, calls.includes('estimates.changes'), connections)
    : sendCopies(request, step, connections)
}

function sendHttp(request: HttpRequest, isStream: boolean, { port, agent }: Connections): Promise<StepResponse> {
  const { method, path, headers, body, leaveAfterMs } = request
  return new Promise((resolve) => {
    let parts: Buffer[] = []
    let head = ''
    let [status, contentType]: [number | undefined, string] = [undefined, '']
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const sent = httpRequest({ port, host: '127.0.0.1', method, path, headers: { ...headers, ...length }, agent })
    const finish = (isUnknown: boolean) => {
      const text = Buffer.concat(parts).toString()
      parts = []
      const statuses = status === undefined ? [] : [status]
      resolve({ statuses, contentType, text: `${head}\n${text}`, body: text, isUnknown })
    }
    sent.setTimeout(patienceMs, () => sent.destroy(new Error('no response')))
    sent.on('error', () => finish(true))
    sent.on('response', (incoming) => {
      const { 'set-cookie': _cookies, ...others } = incoming.headers
      status = incoming.statusCode
      contentType = String(incoming.headers['content-type'] ?? '')
      head = JSON.stringify(others)
      let size = 0
      incoming.on('data', (part: Buffer) => {
        size += part.length
        if (size <= maxStored) parts.push(part)
      })
      incoming.on('end', () => finish(false))
      incoming.on('error', () => finish(true))
      if (isStream) setTimeout(() => incoming.destroy(new Error('read enough')), streamMs)
    })
    sent.end(body)
    if (leaveAfterMs !== undefined) setTimeout(() => sent.destroy(), leaveAfterMs)
  })
}

async function sendCopies(exchange: RawExchange, step: Step, connections: Connections): Promise<StepResponse> {
  const texts = await Promise.all(Array.from({ length: exchange.copies }, () => sendBytes(exchange, step, connections)))
  const statuses = texts.flatMap((text) =>
    [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status)),
  )
  const text = texts.join('\n').replaceAll(/^set-cookie: .*$/gim, '')
  const contentType = /^content-type: (.*)$/im.exec(text)?.[1] ?? ''
  return { statuses, contentType, text, body: '', isUnknown: true }
}

async function sendBytes(
  { bytes, pieces, ending, delayMs }: RawExchange,
  step: Step,
  connections: Connections,
): Promise<string> {
  const { port, held } = connections
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: ending === 'hold' })
  const read: Buffer[] = []
  let [size, last] = [0, performance.now()]
  socket.on('data', (part: Buffer) => {
    last = performance.now()
    size += part.length
    if (size <= maxStored) read.push(part)
    if (ending === 'reset on response') socket.resetAndDestroy()
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const over = Promise.race([closed, new Promise((resolve) => socket.once('end', resolve))])
  const isConnected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  })
  socket.on('error', () => undefined)
  if (!isConnected) return ''

  await writePieces(socket, bytes, pieces)
  if (delayMs > 0) await wait(delayMs)
  if (ending === 'reset') socket.resetAndDestroy()
  else if (ending === 'finish') socket.end()
  else if (ending === 'read slowly') await readSlowly(socket)
  else if (ending === 'hold') {
    held.set(socket, step)
    if (held.size > maxHeld) releaseSome(connections, 10)
  }

  const silence = async () => {
    while (performance.now() - last < silenceMs) await wait(silenceMs / 3)
  }
  await Promise.race([over, silence()])
  if (ending !== 'hold') socket.destroy()
  return Buffer.concat(read).toString('latin1')
}

async function writePieces(socket: Socket, bytes: string, pieces: number): Promise<void> {
  const size = Math.max(1, Math.ceil(bytes.length / pieces))
  for (let start = 0; start < bytes.length; start += size) {
    if (start > 0) await wait(2)
    if (socket.writable) socket.write(bytes.slice(start, start + size), 'latin1')
  }
}

async function readSlowly(socket: Socket): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    socket.pause()
    await wait(10)
    socket.resume()
    await wait(1)
  }
}

function releaseSome({ held, onRelease }: Connections, count: number): void {
  for (const [socket, step] of [...held].slice(0, count)) {
    held.delete(socket)
    onRelease(step)
    socket.resetAndDestroy()
  }
}

export function closeConnections(connections: Connections): void {
  connections.agent.destroy()
  releaseSome(connections, connections.held.size)
}
