import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageStyle, script } from '#tests/support/client-files.ts'
import { estimateInput } from '#tests/support/estimate-request.ts'
import { openSocket, type RawAnswer, readToEnd, sendRaw } from '#tests/support/raw-http.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let server: TestApp
let secureServer: TestApp
let port: number

beforeAll(async () => {
  server = await createTestApp({ timeouts: { headersMs: 100, requestMs: 200, checkMs: 20 } })
  secureServer = await createTestApp({ settings: { APP_ORIGIN: 'https://www.example.com' } })
  port = await server.listen()
})
afterAll(async () => {
  await server.dispose()
  await secureServer.dispose()
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
  ['a list of calls that is too long', 414, { url: `/api/trpc/${'x'.repeat(500)}` }],
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

async function sendSlowly(beginning: string): Promise<RawAnswer> {
  const socket = await openSocket(port)
  const answer = readToEnd(socket)
  socket.write(beginning)
  return await answer
}

describe('every answer carries the headers that protect whoever reads it, and none that let other sites read it', () => {
  test.each(answers)('%s (%i)', async (_what, status, request) => {
    const answer = await server.app.inject(request)
    expect(answer.statusCode).toBe(status)
    expectSafe(answer.headers)
    expect(answer.headers).not.toHaveProperty('strict-transport-security')
  })

  test.each(pages)('%s (%i)', async (_what, status, path, request) => {
    const answer = await server.app.inject(request)
    expect(answer.statusCode).toBe(status)
    expectSafe(answer.headers, policyWith(digestOfStyle(path)))
    expect(answer.headers).not.toHaveProperty('strict-transport-security')
  })

  test.each(pages)('%s over https is kept to https for a year (%i)', async (_what, _status, path, request) => {
    const { headers } = await secureServer.app.inject(request)
    expect(headers['content-security-policy']).toBe(`${policyWith(digestOfStyle(path))}; upgrade-insecure-requests`)
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })

  test.each(rawAnswers)('%s (%i)', async (_what, status, exchange) => {
    const answer = await exchange()
    expect(answer.status).toBe(status)
    expectSafe(answer.headers)
  })

  test.each(answers)('%s over https is kept to https for a year', async (_what, status, request) => {
    const answer = await secureServer.app.inject(request)
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-security-policy']).toBe(`${policy}; upgrade-insecure-requests`)
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })
})

test.each(answers.filter(([, , { url }]) => url.startsWith('/api/')))(
  '%s is never kept in a cache (%i)',
  async (_what, _status, request) => {
    expect((await server.app.inject(request)).headers['cache-control']).toBe('no-store')
  },
)
