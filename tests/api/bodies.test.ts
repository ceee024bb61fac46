import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { estimateInput } from '#tests/support/estimate-request.ts'
import { openSocket, readToEnd, sendRaw } from '#tests/support/raw-http.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let server: TestApp
let port: number

beforeAll(async () => {
  server = await createTestApp()
  port = await server.listen()
})
afterAll(() => server.dispose())

const submit = '/api/trpc/estimates.submit'
const stored = () => server.database.read.projectEstimate.count()

function post(payload: string | Buffer, url = submit) {
  return server.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload })
}

describe('text', () => {
  const around = (bytes: number[]) =>
    Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('","email":"a@example.com"}')])

  test.each([
    ['a byte that is never UTF-8', [0xff]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['half of a character', [0xe2, 0x82]],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
  ])('%s is refused, not replaced', async (_what, bytes) => {
    const before = await stored()
    const answer = await post(around(bytes))
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.message).toBe('The request is not valid UTF-8.')
    expect(await stored()).toBe(before)
  })

  test('letters of any script and a byte order mark are welcome', async () => {
    const answer = await post(`\ufeff${JSON.stringify(estimateInput({ name: 'Zoë 大卫 👷🏽' }))}`)
    expect(answer.statusCode).toBe(200)
    expect(await server.database.read.projectEstimate.count({ where: { name: 'Zoë 大卫 👷🏽' } })).toBe(1)
  })
})

describe('JSON', () => {
  afterEach(() => {
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test.each([
    ['nothing', ''],
    ['half of an object', '{"name":'],
    ['another notation', "{name:'x'}"],
    ['null', 'null'],
    ['a number', '1'],
    ['a list', '[]'],
    ['5,000 levels of lists', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
    ['5,000 levels of objects', `${'{"name":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
    ['the most levels that fit', '['.repeat(64 * 1024)],
    ['a prototype', '{"__proto__":{"polluted":true}}'],
    ['a constructor', '{"constructor":{"prototype":{"polluted":true}}}'],
    ['a prototype in a field', '{"name":{"__proto__":{"polluted":true}}}'],
  ])('%s is refused in words', async (_what, payload) => {
    const answer = await post(payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.data.code).toBe('BAD_REQUEST')
    expect(answer.json().error.message).toMatch(/^[A-Z].*\.$/)
  })

  test.each([
    ['a prototype as the list of calls', '{"__proto__":{"polluted":true}}'],
    ['a list instead of calls', '[{"polluted":true}]'],
    ['a text instead of calls', '"polluted"'],
  ])('%s in a batch is refused', async (_what, payload) => {
    expect((await post(payload, `${submit}?batch=1`)).statusCode).toBe(400)
  })

  test.each([
    '?__proto__[polluted]=1',
    '?constructor.prototype.polluted=1',
    '?batch=1&__proto__=x',
    '?input=%7B&batch=2',
  ])('a query string of %s changes nothing', async (query) => {
    const answer = await post(JSON.stringify(estimateInput()), `${submit}${query}`)
    expect([200, 400]).toContain(answer.statusCode)
  })

  test.each(['?connectionParams=x', '?connectionParams=%7B%22a%22:1%7D'])('%s is refused', async (query) => {
    expect((await post(JSON.stringify(estimateInput()), `${submit}${query}`)).statusCode).toBe(400)
  })

  test('fields that there are not are named', async () => {
    const before = await stored()
    const answer = await post(JSON.stringify({ ...estimateInput(), status: 'completed', id: 'x' }))
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.data.fieldErrors).toEqual({
      status: ['There is no such field.'],
      id: ['There is no such field.'],
    })
    expect(await stored()).toBe(before)
  })
})

describe('batches', () => {
  const batch = (count: number) => {
    const inputs = Array.from({ length: count }, (_, index) => [index, estimateInput({ name: `Batch of ${count}` })])
    const procedures = Array.from({ length: count }, () => 'estimates.submit').join(',')
    return post(JSON.stringify(Object.fromEntries(inputs)), `/api/trpc/${procedures}?batch=1`)
  }
  const storedOf = (count: number) =>
    server.database.read.projectEstimate.count({ where: { name: `Batch of ${count}` } })

  test.each([1, 10])('%i calls are taken', async (count) => {
    const answer = await batch(count)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toHaveLength(count)
  })

  test('an eleventh call is refused with all of them', async () => {
    const answer = await batch(11)
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(await storedOf(11)).toBe(0)
  })

  test('a list of 2,400 calls is too long an address', async () => {
    const address = `/api/trpc/${Array.from({ length: 2_400 }, () => 'a').join(',')}?batch=1`
    expect((await post('{}', address)).statusCode).toBe(414)
    const answer = await batch(60)
    expect(answer.statusCode).toBe(414)
    expect(await storedOf(60)).toBe(0)
  })

  test('one wrong call does not take the others down', async () => {
    const answer = await post(
      JSON.stringify({ 0: estimateInput(), 1: { name: 'x' } }),
      '/api/trpc/estimates.submit,estimates.submit?batch=1',
    )
    expect(answer.statusCode).toBe(207)
    expect(answer.json()).toMatchObject([{ result: {} }, { error: { data: { code: 'BAD_REQUEST' } } }])
  })
})

describe('sizes', () => {
  const limit = 64 * 1024
  const padded = (size: number) => {
    const text = JSON.stringify(estimateInput())
    return text + ' '.repeat(size - text.length)
  }
  const head = `POST ${submit} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\n`
  const withLength = (body: string) => `${head}Content-Length: ${body.length}\r\n\r\n${body}`
  const inChunks = (body: string) =>
    `${head}Transfer-Encoding: chunked\r\n\r\n${(body.match(/.{1,16384}/gs) ?? [])
      .map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`)
      .join('')}0\r\n\r\n`

  test.each([
    ['with its length', withLength],
    ['in chunks', inChunks],
  ])('64 KiB %s are read, one byte more is refused', async (_how, written) => {
    expect((await sendRaw(port, written(padded(limit)))).status).toBe(200)
    const answer = await sendRaw(port, written(padded(limit + 1)))
    expect(answer.status).toBe(413)
    expect(JSON.parse(answer.body)).toMatchObject({ error: { data: { code: 'PAYLOAD_TOO_LARGE', httpStatus: 413 } } })
  })

  test.each([
    ['with its length', withLength],
    ['in chunks', inChunks],
  ])('whoever sends 8 MiB %s still gets to read the answer', async (_how, written) => {
    const socket = await openSocket(port)
    const answer = readToEnd(socket)
    // Without "Connection: close", as a browser would.
    socket.end(Buffer.from(written(padded(8 * 1024 * 1024)).replace('Connection: close\r\n', ''), 'latin1'))
    expect((await answer).status).toBe(413)
  })
})
