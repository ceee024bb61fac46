import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { PushContent } from '#server/push/send-push.ts'
import type { PushDevice } from '#shared/push.ts'

type Received = {
  /** The last part of the browser's address. */
  readonly browser: string
  /** By `performance.now()`. */
  readonly at: number
  readonly content: PushContent
  readonly headers: IncomingMessage['headers']
  readonly audience: string
  readonly contact: string
  /** The key that signed, in base64url. */
  readonly publicKey: string
}

/** A status to answer with, or what else becomes of a request. `late` accepts it and says so a fifth of a second later. */
type Behaviour = number | 'late' | 'stall' | 'redirect' | 'wait for ever'

const lateMs = 200

const oddAnswers = {
  redirect: [307, { location: '/elsewhere' }],
  'wait for ever': [429, { 'retry-after': '9e99' }],
} as const

/** A push service on loopback and its browsers, which decrypt what they get, with one key for all. */
export type FakePushService = {
  /** The value for PUSH_ORIGIN. */
  readonly origin: string
  /** What was accepted, in order, repeated ones too. */
  readonly received: readonly Received[]
  /** The requests that arrived, whatever became of them. */
  readonly requests: number
  /** The requests to where redirects point. */
  readonly redirected: number
  behave(choose: (browser: string) => Behaviour): void
  /** Subscribes a browser. */
  subscribe(browser: string): Pick<PushDevice, 'endpoint' | 'p256dh' | 'auth'>
  close(): Promise<void>
}

export async function startFakePushService(): Promise<FakePushService> {
  // Making keys takes long, and a test may have a thousand browsers.
  const keys = createECDH('prime256v1')
  const p256dh = keys.generateKeys('base64url')
  const auth = randomBytes(16)
  const browsers = new Set<string>()
  const received: Received[] = []
  let requests = 0
  let redirected = 0
  let choose: (browser: string) => Behaviour = () => 201

  function readPush(browser: string, headers: IncomingMessage['headers'], body: Buffer): Received {
    const signed = readVapid(headers.authorization ?? '')
    if (!browsers.has(browser) || headers['content-encoding'] !== 'aes128gcm') throw new Error('not a push message')
    const content: PushContent = JSON.parse(decrypt(body, keys, auth))
    const topic = String(headers.topic)
    if (!/^[\w-]{1,32}$/.test(topic) || topic !== content.tag.replaceAll('-', '')) throw new Error('wrong topic')
    return { browser, at: performance.now(), content, headers, ...signed }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    if (request.url === '/elsewhere') {
      redirected += 1
      response.writeHead(201).end()
      return
    }
    requests += 1
    const browser = request.url?.split('/').at(-1) ?? ''
    const behaviour = choose(browser)
    if (behaviour === 'stall') return
    if (behaviour === 'redirect' || behaviour === 'wait for ever') {
      const [status, headers] = oddAnswers[behaviour]
      response.writeHead(status, headers).end()
      return
    }
    const push = readPush(browser, request.headers, body)
    const status = behaviour === 'late' ? 201 : behaviour
    if (status === 201) received.push(push)
    if (behaviour === 'late') await delay(lateMs)
    response.writeHead(status).end()
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.writeHead(400).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return {
    origin,
    received,
    get requests() {
      return requests
    },
    get redirected() {
      return redirected
    },
    behave(behaviour) {
      choose = behaviour
    },
    subscribe(browser) {
      browsers.add(browser)
      return { endpoint: `${origin}/push/${browser}`, p256dh, auth: auth.toString('base64url') }
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

/** RFC 8188 and RFC 8291, for messages of one record. */
function decrypt(body: Buffer, own: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const record = body.subarray(21 + sender.length)
  const derive = (secret: Buffer, key: Buffer, info: string | Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, key, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender])
  const secret = derive(own.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The delimiter of the last record is 2.
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

/** RFC 8292. */
function readVapid(authorization: string): Pick<Received, 'audience' | 'contact' | 'publicKey'> {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
  const isValid = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  if (!isValid || exp * 1000 < Date.now() || exp * 1000 > Date.now() + 24 * 3600_000) throw new Error('not signed')
  return { audience: aud, contact: sub, publicKey }
}
