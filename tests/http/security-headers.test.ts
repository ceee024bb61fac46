import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { DatabaseUnavailable } from '#server/database/database.ts'
import { maxCallListLength } from '#server/plugins/api.ts'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { apiAddresses, routePaths } from '#tests/support/server/api-paths.ts'
import { pageStyle, script } from '#tests/support/server/client-files.ts'
import { openSocket, type RawAnswer, readToEnd, sendRaw } from '#tests/support/server/raw-http.ts'
import { newSenderAddress } from '#tests/support/server/sender-ip.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'
import { createTestApp } from '#tests/support/server/test-app.ts'

let port: number
/** The database's error. */
let fault: Error | undefined

const server = sharedApp({
  timeouts: { headersMs: 100, requestMs: 200, checkMs: 20 },
  database: (database) => ({
    ...database,
    transaction: (work) => (fault ? Promise.reject(fault) : database.transaction(work)),
  }),
})
const secureServer = sharedApp({ settings: { APP_ORIGIN: 'https://www.example.com' } })
beforeAll(async () => {
  port = await server.listen()
})
/** The policy of an answer, which a page's own loosens for the page's own style sheet alone. */
const policyWith = (style: string) => policy.replace("style-src 'self'", `style-src 'self' '${style}'`)
const digestOfStyle = (path: string) => `sha256-${createHash('sha256').update(pageStyle(path)).digest('base64')}`

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
  "manifest-src 'self'; object-src 'none'"

const onEveryAnswer = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

function expectSafe(headers: Readonly<Record<string, unknown>>, expectedPolicy = policy): void {
  expect(headers).toMatchObject({ ...onEveryAnswer, 'content-security-policy': expectedPolicy })
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control') || name === 'server')).toEqual([])
}

const json = { 'content-type': 'application/json' }
const submit = '/api/trpc/estimates.submit'
/** Each with the path of the page that it is, or stands for. */
const pages = [
  ['a page', 200, '/', { url: '/' }],
  ['another page', 200, '/estimate', { url: '/estimate' }],
  ['a missing page', 404, '/404', { url: '/nothing-here', headers: { accept: 'text/html' } }],
  // A browser's copy takes over the headers of this answer.
  ['a page nobody changed', 304, '/', { url: '/', headers: { 'if-none-match': '*' } }],
] as const
const answers = [
  ['a file', 200, { url: script.path }],
  ['a redirect', 301, { url: '/estimate/' }],
  ['a missing file', 404, { url: '/assets/nothing.js' }],
  ['a hidden file', 404, { url: '/assets/.hidden.js' }],
  ['an address that is none', 400, { url: '/%zz' }],
  ['an address that is too long', 414, { url: `/${'x'.repeat(2_000)}` }],
  ['a method that nothing takes', 405, { method: 'DELETE', url: '/' }],
  ['health', 200, { url: '/healthz' }],
  [
    'a request of another site',
    403,
    { method: 'POST', url: submit, headers: { ...json, origin: 'https://evil.example' } },
  ],
  ['a stored request', 200, { method: 'POST', url: submit, headers: json, payload: estimateInput() }],
  ['a wrong request', 400, { method: 'POST', url: submit, headers: json, payload: {} }],
  ['a wrong type', 415, { method: 'POST', url: submit, headers: { 'content-type': 'text/plain' }, payload: '{}' }],
  ['a body that is too large', 413, { method: 'POST', url: submit, headers: json, payload: 'x'.repeat(65_537) }],
  ['a call by the wrong method', 405, { url: submit }],
  ['a procedure that there is not', 404, { url: '/api/trpc/nothing' }],
  ['a list of calls that is too long', 414, { url: `/api/trpc/${'x'.repeat(maxCallListLength + 1)}` }],
  ['an API that there is not', 404, { url: '/api/nothing' }],
] as const

const ask = 'Host: a\r\nOrigin: https://evil.example\r\n'
const rawAnswers = [
  ['no host', 400, () => sendRaw(port, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n')],
  ['a strange host', 400, () => sendRaw(port, 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n')],
  ['no HTTP', 400, () => sendRaw(port, 'HELLO\r\n\r\n')],
  ['too many headers', 431, () => sendRaw(port, `GET / HTTP/1.1\r\n${ask}X: ${'x'.repeat(20_480)}\r\n\r\n`)],
  ['headers that never end', 408, () => sendSlowly(`GET / HTTP/1.1\r\n${ask}`)],
  [
    'a body that never ends',
    408,
    () =>
      sendSlowly(`POST ${submit} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`),
  ],
] as const

/** The policy of an answer, or of a page with style sheets of its own. */
const policyOfAnyPage = new RegExp(
  `^${policy
    .replace("style-src 'self'", "style-src 'self'@")
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace('@', "(?: 'sha256-[\\w+/]+=*')*")}$`,
)

/** A path of every route: pages, files, health, each procedure and each download. */
function everyPath(): string[] {
  // Other spellings of a page are left out, and what stands for many paths is given as one of them.
  const routes = routePaths(server.app).filter((path) => !/[:*]|\.html$|.\/$/.test(path))
  const procedures = apiAddresses(server.app).filter(({ kind }) => kind !== 'download' && kind !== 'upload')
  return [...routes, '/admin/estimates/one', script.path, ...procedures.map(({ name }) => `/api/trpc/${name}`)]
}

/** One request for each thing that can be wrong, and those that are right. */
function waysToAsk(url: string) {
  const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const below = url === '/' ? '' : url
  return [
    { method: 'GET', url },
    { method: 'GET', url, headers: { ...evil, accept: 'text/html' } },
    { method: 'HEAD', url },
    { method: 'OPTIONS', url },
    { method: 'DELETE', url },
    { method: 'GET', url: `${below}/nothing/here` },
    { method: 'GET', url: `${below}/` },
    { method: 'GET', url: `${below}/%zz` },
    { method: 'GET', url: `${below}/${'x'.repeat(2_000)}` },
    { method: 'POST', url, headers: json, payload: '{' },
    { method: 'POST', url, headers: { ...json, ...evil }, payload: '{}' },
    { method: 'POST', url, headers: { 'content-type': 'text/plain' }, payload: '{}' },
    { method: 'POST', url, headers: json, payload: 'x'.repeat(65_537) },
  ] as const
}

async function sendSlowly(beginning: string): Promise<RawAnswer> {
  const socket = await openSocket(port)
  const answer = readToEnd(socket)
  socket.write(beginning)
  return await answer
}

test.each(answers)('B4 %s (%i) carries the security headers', async (_what, status, request) => {
  const answer = await server.app.inject(request)
  expect(answer.statusCode).toBe(status)
  expectSafe(answer.headers)
  expect(answer.headers).not.toHaveProperty('strict-transport-security')
  if (request.url.startsWith('/api/')) expect(answer.headers['cache-control']).toBe('no-store')
})

test.each(pages)('B4 %s (%i) carries the security headers', async (_what, status, path, request) => {
  const answer = await server.app.inject(request)
  expect(answer.statusCode).toBe(status)
  expectSafe(answer.headers, policyWith(digestOfStyle(path)))
  expect(answer.headers).not.toHaveProperty('strict-transport-security')
})

test.each(rawAnswers)('B4 %s (%i) carries the security headers', async (_what, status, exchange) => {
  const answer = await exchange()
  expect(answer.status).toBe(status)
  expectSafe(answer.headers)
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('B4 every response over https carries HSTS for a year', async () => {
  const requests = [
    ...answers.map(([, , request]) => [request, policy] as const),
    ...pages.map(([, , path, request]) => [request, policyWith(digestOfStyle(path))] as const),
  ]
  for (const [request, expectedPolicy] of requests) {
    const { headers } = await secureServer.app.inject(request)
    expectSafe(headers, expectedPolicy)
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  }
})

test('B4 HSTS leaves subdomains out when HSTS_INCLUDE_SUBDOMAINS is false', async () => {
  const settings = { APP_ORIGIN: 'https://www.example.com', HSTS_INCLUDE_SUBDOMAINS: 'false' }
  const narrowServer = await createTestApp({ settings })
  const { headers } = await narrowServer.app.inject('/')
  await narrowServer.dispose()
  expectSafe(headers, policyWith(digestOfStyle('/')))
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
})

test('B4 every route carries the security headers, asked for rightly and in every wrong way', async () => {
  const paths = everyPath()
  expect(paths).toEqual(expect.arrayContaining(['/', '/estimate', '/readyz', '/api/export/estimates.csv']))
  const seen = new Set<number>()
  for (const url of paths) {
    for (const request of waysToAsk(url)) {
      const { statusCode, headers } = await server.app.inject({ ...request, remoteAddress: newSenderAddress() })
      seen.add(statusCode)
      const asked = `${request.method} ${request.url} (${statusCode})`
      const { 'referrer-policy': _referrer, ...others } = onEveryAnswer
      expect(headers, asked).toMatchObject(others)
      expect(headers['referrer-policy'], asked).toMatch(/^(strict-origin(-when-cross-origin)?|no-referrer)$/)
      expect(headers['content-security-policy'], asked).toMatch(policyOfAnyPage)
      expect(
        Object.keys(headers).filter((name) => name.startsWith('access-control')),
        asked,
      ).toEqual([])
    }
  }
  expect(seen).toEqual(new Set([200, 204, 301, 302, 400, 401, 403, 404, 405, 413, 414, 415]))
})

test('B4 an internal error (500) and an unavailable database (503) carry the security headers', async () => {
  for (const [error, status] of [
    [new Error('planted'), 500],
    [new DatabaseUnavailable('planted'), 503],
  ] as const) {
    fault = error
    for (const request of [
      { method: 'POST', url: submit, headers: json, payload: estimateInput() },
      { method: 'POST', url: '/api/trpc/auth.signOut', headers: json },
    ] as const) {
      const answer = await server.app.inject(request)
      expect([request.url, answer.statusCode]).toEqual([request.url, status])
      expectSafe(answer.headers)
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  }
  fault = undefined
})
