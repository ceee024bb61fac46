import * as fc from 'fast-check'
import { sitePages } from '#shared/pages.ts'
import { type HeaderLine, hostileHeaders } from './hostile-headers.ts'
import { hostileText } from './hostile-values.ts'
import { malformed } from './malformed-requests.ts'
import { procedures, procedureTraffic, type TrafficSource } from './procedure-traffic.ts'
import { type Caller, callers } from './seeded-rows.ts'
import { bytesOf, endings, type RawExchange, senderPlace, type Traffic } from './step.ts'

type Manner = Omit<RawExchange, 'kind' | 'bytes'>

const methods = [
  ...['GET', 'GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'CONNECT'],
  ...['PROPFIND', 'PURGE', 'QUERY', 'SOURCE', 'get', 'G\u00e9T', 'X'.repeat(300)],
]

const junkPaths = [
  ...['/%', '/%zz', '/%00', '/%c0%ae%c0%ae/', '/..%2f..%2fetc/passwd', '/../../etc/passwd'],
  '/assets/../server/main.js',
  ...['/assets/%2e%2e/%2e%2e/package.json', '/assets/', '/assets/.', '/.env', '/app.db', '//', '///evil.example'],
  '/\\evil',
  ...['*', 'a:1', 'localhost:80', 'http://evil.example/', 'http://localhost/healthz', '/?', '/?&&=&', '/#x', '/ /x'],
  '/\t',
  ...['/api', '/api/', '/api/trpc', '/api/trpc/', '/api/trpc/__proto__', '/api/trpc/constructor', '/api/trpc/auth'],
  ...['/api/trpc/auth.session,', '/api/trpc/,', '/api/trpc/a,b?batch=1', '/api/trpc/auth.session?input=%7B'],
  '/manifest.json',
]

/** Most connections wait for the response, others leave early. */
const manner: fc.Arbitrary<Manner> = fc.record({
  pieces: fc.constantFrom(1, 1, 1, 2, 7),
  ending: fc.oneof(
    { weight: 8, arbitrary: fc.constant('read' as const) },
    { weight: 6, arbitrary: fc.constantFrom(...endings) },
  ),
  delayMs: fc.constantFrom(0, 0, 1, 3, 10, 30),
  copies: fc.oneof(
    { weight: 20, arbitrary: fc.constant(1) },
    { weight: 4, arbitrary: fc.integer({ min: 2, max: 30 }) },
    { weight: 1, arbitrary: fc.constantFrom(100, 200) },
  ),
})

/** Makes everything but well-formed calls. */
export function rawTraffic(source: TrafficSource): fc.Arbitrary<Traffic> {
  return fc.oneof(
    { weight: 5, arbitrary: anyRequest(source) },
    { weight: 2, arbitrary: cutCalls(source) },
    { weight: 2, arbitrary: fc.tuple(malformed, manner).map(([{ name, bytes }, how]) => anonymous(name, bytes, how)) },
    { weight: 1, arbitrary: upgrades },
  )
}

function anonymous(family: string, bytes: string, how: Manner): Traffic {
  return { family, caller: 'anonymous', calls: [], isRefused: false, request: { kind: 'raw', bytes, ...how } }
}

const upgrades: fc.Arbitrary<Traffic> = fc
  .tuple(
    fc.constantFrom(
      'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
      'CONNECT localhost:5432 HTTP/1.1\r\nHost: localhost\r\n\r\nSSH-2.0-x\r\n',
      'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n',
      'GET /api/trpc/auth.session HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n',
    ),
    manner,
    fc.integer({ min: 1, max: 40 }),
    fc.boolean(),
  )
  .map(([bytes, how, copies, resets]) => {
    const family = bytes.startsWith('CONNECT') ? 'CONNECT' : 'Upgrade'
    return anonymous(family, bytes, { ...how, copies, ...(resets ? { ending: 'reset' } : {}) })
  })

function anyRequest(source: TrafficSource): fc.Arbitrary<Traffic> {
  const { token = [], id = [] } = source.known
  const filter = procedures.find(({ path }) => path === 'estimates.list')
  const path = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...sitePages.map((page) => page.path), ...source.files) },
    { weight: 2, arbitrary: fc.constantFrom('/healthz', '/readyz', '/robots.txt', '/sitemap.xml', '/favicon.ico') },
    { weight: 2, arbitrary: fc.constantFrom(...junkPaths) },
    { weight: 1, arbitrary: fc.constantFrom(...token).map((one) => `/auth/confirm?token=${one}`) },
    { weight: 1, arbitrary: fc.constantFrom(...id).map((one) => `/admin/estimates/${one}`) },
    { weight: 2, arbitrary: exportPath },
    {
      weight: 1,
      arbitrary: fc.constantFrom('/api/trpc/estimates.changes?input=%7B%7D', `/api/trpc/${filter?.path}?input=%7B%7D`),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(1_023, 1_024, 1_025, 15_000, 20_000).map((size) => `/${'a'.repeat(size)}`),
    },
    { weight: 1, arbitrary: hostileText([20, 200]).map((text) => `/${encoded(text)}?q=${encoded(text)}`) },
  )
  return fc
    .record({
      path,
      method: fc.constantFrom(...methods),
      caller: fc.constantFrom<Caller>(...callers, 'admin'),
      cookie: fc.nat(),
      lines: hostileHeaders,
      body: fc.constantFrom('', '', '', '{}', '{"0":{}}', 'x=1', '\xff\xfe', '[', 'a'.repeat(70_000)),
      closes: fc.integer({ min: 0, max: 7 }).map((number) => number > 0),
      how: manner,
    })
    .map(({ path, method, caller, cookie, lines, body, closes, how }) => {
      const cookies = source.cookies[caller]
      const all: HeaderLine[] = [
        ['host', 'localhost'],
        ['x-forwarded-for', senderPlace],
        ['cookie', cookies[cookie % cookies.length] ?? ''],
        ...(closes ? [['connection', 'close'] satisfies HeaderLine] : []),
        ...(body ? [['content-length', String(body.length)] satisfies HeaderLine] : []),
      ]
      const given = new Set(lines.map(([name]) => name.toLowerCase()))
      const head = [...all.filter(([name]) => !given.has(name)), ...lines].map(
        ([name, value]) => `${name}: ${value}\r\n`,
      )
      const bytes = `${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body}`
      const [address = ''] = path.slice(0, 60).split('?')
      const family = method === 'CONNECT' ? method : `${method.slice(0, 10)} ${address}`
      return { ...anonymous(family, bytes, how), caller }
    })
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** Tickets that the server never made. */
const exportPath = fc
  .tuple(hostileText([20, 200]), hostileText([43]))
  .map(([payload, digest]) => `/api/export/estimates.csv?ticket=${encoded(`${payload}.${digest}`)}`)

/** Well-formed calls that are cut off. */
function cutCalls(source: TrafficSource): fc.Arbitrary<Traffic> {
  return fc
    .tuple(procedureTraffic(source), fc.double({ min: 0, max: 1, noNaN: true }), manner)
    .map(([call, part, how]): Traffic => {
      if (call.request.kind === 'raw') return call
      const headers = { ...call.request.headers, 'x-forwarded-for': senderPlace }
      const whole = bytesOf({ ...call.request, headers })
      const bytes = whole.slice(0, Math.ceil(whole.length * part))
      const copies = Math.min(how.copies, 10)
      return {
        ...call,
        family: `cut ${call.family}`,
        isRefused: false,
        request: { kind: 'raw', bytes, ...how, copies },
      }
    })
}
