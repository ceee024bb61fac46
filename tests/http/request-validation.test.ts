import { beforeAll, describe, expect, test } from 'vitest'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { openSocket, readToEnd, sendRaw } from '#tests/support/server/raw-http.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

let port: number

const server = sharedApp()
beforeAll(async () => {
  port = await server.listen()
})

const submit = '/api/trpc/estimates.submit'

describe('methods', () => {
  const places = ['/', '/estimate', '/assets/entry.js', '/nothing-here', '/healthz', submit, '/api/nothing-here']
  const strange = ['TRACE', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'MKCOL', 'QUERY'] as const
  test.each(strange.flatMap((method) => places.map((url) => [method, url] as const)))(
    'B7 %s %s is answered 405 with what is allowed',
    async (method, url) => {
      // The types of the injecting library know only the common methods.
      const answer = await server.app.inject({ method: method as 'PUT', url })
      expect(answer.statusCode).toBe(405)
      expect(answer.headers.allow).toMatch(/^GET, /)
    },
  )

  test('B7 POST to a page is refused', async () => {
    const answer = await server.app.inject({ method: 'POST', url: '/estimate', payload: { a: 1 } })
    expect(answer.statusCode).toBe(405)
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS')
  })

  test.each(['GET', 'HEAD', 'PUT'] as const)(
    'B7 %s on a mutation is answered 405 and stores nothing',
    async (method) => {
      const input = encodeURIComponent(JSON.stringify(estimateInput()))
      const stored = await server.database.read.projectEstimate.count()
      const answer = await server.app.inject({ method, url: `${submit}?input=${input}` })
      expect(answer.statusCode).toBe(405)
      expect(answer.headers.allow).toContain('POST')
      expect(await server.database.read.projectEstimate.count()).toBe(stored)
    },
  )

  test.each(['/', submit, '*'])(
    'B8 OPTIONS %s lists the allowed methods and allows other sites nothing',
    async (url) => {
      const answer = await sendRaw(
        port,
        `OPTIONS ${url} HTTP/1.1\r\nHost: a\r\nOrigin: https://evil.example\r\nAccess-Control-Request-Method: POST\r\nConnection: close\r\n\r\n`,
      )
      expect(answer.status).toBe(204)
      expect(answer.headers.allow).toMatch(/^GET, /)
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    },
  )
})

describe('hosts', () => {
  const ask = (host: string) => sendRaw(port, `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)

  test.each([
    ...['localhost:3000', '127.0.0.1', '[::1]:8080', 'www.example.com', 'example.com.', 'app_1:80', 'EXAMPLE.com'],
  ])('B11 the host %s is accepted, whatever the public address', async (host) => {
    expect((await ask(host)).status).toBe(200)
  })

  test.each([
    ...['', 'a b', 'user:password@example.com', 'example.com/path', 'http://example.com', 'example.com?x'],
    ...['example.com#x', 'a,b', 'a\\b', '%41', '[::1', '[zz]', 'example.com:99999', 'example.com:x', '999.999.999.999'],
    ...['\xe9xample.com', 'a'.repeat(300)],
  ])('B11 the malformed host "%s" is refused with 400', async (host) => {
    expect((await ask(host)).status).toBe(400)
    const call = `POST ${submit} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`
    expect((await sendRaw(port, call)).status).toBe(400)
  })

  test('B11 two Host headers are refused with 400, even equal ones', async () => {
    const get = (other: string) =>
      sendRaw(port, `GET /healthz HTTP/1.1\r\nHost: a.example\r\nHost: ${other}\r\nConnection: close\r\n\r\n`)
    expect([(await get('b.example')).status, (await get('a.example')).status]).toEqual([400, 400])
  })

  test('B11 HTTP/1.1 requires a host, HTTP/1.0 does not', async () => {
    expect((await sendRaw(port, 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n')).status).toBe(400)
    expect((await sendRaw(port, 'GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200)
  })
})

describe('a malformed request', () => {
  const head = `POST ${submit} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\n`

  test.each([
    ['two lengths of a body', `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ['a length that is no number', `${head}Content-Length: x\r\n\r\n{}`, 400],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['no HTTP at all', '\x16\x03\x01\x02\x00\x01', 400],
    ['20 KB of headers', `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_480)}\r\n\r\n`, 431],
    [
      'an address of another site',
      'GET http://u:p@evil.example/healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      400,
    ],
    ['an address that is none', 'GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
    ['a path of 2,000 characters', `GET /${'x'.repeat(2_000)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`, 414],
    [
      'a procedure of 500 characters',
      `GET /api/trpc/${'x'.repeat(500)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      414,
    ],
  ])('B11 %s is refused with the matching status', async (_what, request, status) => {
    expect((await sendRaw(port, request)).status).toBe(status)
  })

  test('ignores an unknown Expect header', async () => {
    const answer = await sendRaw(port, 'GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nConnection: close\r\n\r\n')
    expect(answer.status).toBe(200)
  })
})

describe('types of bodies', () => {
  const payload = JSON.stringify(estimateInput())

  test.each(['application/json', 'application/json; charset=utf-8', 'application/json;charset="UTF-8"'])(
    'B6 a body of the type %s is read',
    async (type) => {
      const answer = await server.app.inject({
        method: 'POST',
        url: submit,
        headers: { 'content-type': type },
        payload,
      })
      expect(answer.statusCode).toBe(200)
    },
  )

  test.each([
    ...['multipart/form-data; boundary=x', 'text/plain', 'text/plain; application/json'],
    ...['application/x-www-form-urlencoded', 'application/octet-stream', 'application/json\tx', ' application/json'],
    ...['application/jsonx', 'application/json; charset=latin1', 'application/json; charset=utf-8; x=y'],
    ...['application/json, text/plain', 'json', ''],
  ])('B6 a body of the type "%s" is refused with 415', async (type) => {
    const answer = await server.app.inject({ method: 'POST', url: submit, headers: { 'content-type': type }, payload })
    expect(answer.statusCode).toBe(415)
    expect(answer.json()).toMatchObject({ error: { data: { code: 'UNSUPPORTED_MEDIA_TYPE', httpStatus: 415 } } })
  })

  test('B6 a body without a type is refused', async () => {
    const answer = await server.app.inject({ method: 'POST', url: `${submit}?batch=1` })
    expect(answer.statusCode).toBe(415)
  })

  test('B6 a body of a wrong type is refused although the URL is encoded', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/%61pi/t%72pc/estimates%2Esubmit',
      headers: { 'content-type': 'text/plain' },
      payload,
    })
    expect(answer.statusCode).toBe(415)
  })

  test('B6 a body of a wrong type is refused before it arrives', async () => {
    const socket = await openSocket(port)
    const answer = readToEnd(socket)
    socket.write(
      `POST ${submit} HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 9\r\nConnection: close\r\n\r\n`,
    )
    expect((await answer).status).toBe(415)
  })
})
