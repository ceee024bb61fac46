import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { maxCallListLength } from '#server/plugins/api.ts'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { openSocket, readToEnd, sendRaw } from '#tests/support/server/raw-http.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

let port: number

const server = sharedApp()
beforeAll(async () => {
  port = await server.listen()
})

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
  ])('D5 %s in a body is refused instead of replaced', async (_what, bytes) => {
    const before = await stored()
    const answer = await post(around(bytes))
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.message).toBe('The request is not valid UTF-8.')
    expect(await stored()).toBe(before)
  })

  test('D5 letters of any script and a byte order mark are accepted', async () => {
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
    ['empty', ''],
    ['half of an object', '{"name":'],
    ['in another notation', "{name:'x'}"],
    ['null', 'null'],
    ['a number', '1'],
    ['a list', '[]'],
    ['made of 5,000 levels of lists', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
    ['made of 5,000 levels of objects', `${'{"name":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
    ['of the most levels that fit', '['.repeat(64 * 1024)],
    ['a prototype', '{"__proto__":{"polluted":true}}'],
    ['a constructor', '{"constructor":{"prototype":{"polluted":true}}}'],
    ['a prototype in a field', '{"name":{"__proto__":{"polluted":true}}}'],
  ])('D7 JSON that is %s is refused with a message within 50 ms', async (_what, payload) => {
    // The fastest of five at most: the machine that the tests run on is never idle.
    let fastest = Number.POSITIVE_INFINITY
    for (let turn = 0; turn < 5 && fastest >= 50; turn++) {
      const begun = performance.now()
      await post(payload)
      fastest = Math.min(fastest, performance.now() - begun)
    }
    expect(fastest).toBeLessThan(50)
    const answer = await post(payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.data.code).toBe('BAD_REQUEST')
    expect(answer.json().error.message).toMatch(/^[A-Z].*\.$/)
  })

  test.each([
    ['a prototype as the list of calls', '{"__proto__":{"polluted":true}}'],
    ['a constructor as the list of calls', '{"constructor":{"prototype":{"polluted":true}}}'],
    ['a prototype beside the first call', '{"0":{"__proto__":{"polluted":true}},"__proto__":{"polluted":true}}'],
    ['a list instead of calls', '[{"polluted":true}]'],
    ['a text instead of calls', '"polluted"'],
  ])('D7 %s in a batch is refused', async (_what, payload) => {
    expect((await post(payload, `${submit}?batch=1`)).statusCode).toBe(400)
  })

  test.each([
    '?__proto__[polluted]=1',
    '?constructor.prototype.polluted=1',
    '?batch=1&__proto__=x',
    '?input=%7B&batch=2',
  ])('D7 a query string of %s changes nothing', async (query) => {
    const answer = await post(JSON.stringify(estimateInput()), `${submit}${query}`)
    expect([200, 400]).toContain(answer.statusCode)
  })

  test.each(['__proto__=polluted', '__proto__[polluted]=1; constructor=x', 'constructor.prototype.polluted=1'])(
    'D7 the cookies %s change nothing',
    async (cookie) => {
      const answer = await server.app.inject({ url: '/api/trpc/auth.session', headers: { cookie } })
      expect(answer.json().result.data.user).toBeNull()
    },
  )

  test.each(['?connectionParams=x', '?connectionParams=%7B%22a%22:1%7D'])(
    'D7 the query string %s is refused',
    async (query) => {
      expect((await post(JSON.stringify(estimateInput()), `${submit}${query}`)).statusCode).toBe(400)
    },
  )
})

describe('an estimate request', () => {
  const extra = { role: 'x', isAdmin: true, emailConfirmedAt: 'x', status: 'completed', id: 'x', createdAt: 'x' }

  test('C3 an estimate request that sets a field of the staff’s is refused by name, and nothing is stored', async () => {
    const before = await stored()
    for (const [field, value] of Object.entries(extra)) {
      const answer = await post(JSON.stringify({ ...estimateInput(), [field]: value }))
      expect([answer.statusCode, answer.json().error.data.fieldErrors]).toEqual([
        400,
        { [field]: ['There is no such field.'] },
      ])
    }
    const answer = await post(JSON.stringify(estimateInput()).replace('{', '{"__proto__":{"status":"completed"},'))
    expect(answer.statusCode).toBe(400)
    expect(await stored()).toBe(before)
  })

  test.each<[string, Record<string, unknown>]>([
    ['D4 a NUL in a name', { name: 'A\0da' }],
    ['D4 a bell in a long text', { projectDescription: 'ring \x07' }],
    ['D4 a line feed in a place', { location: 'Astoria\nQueens' }],
    ['D4 half a surrogate pair', { specificRequirements: 'half \ud83c' }],
    ['D3 a second line in an email address', { email: 'a@b.example\r\nBcc: x@y.example' }],
    ['D3 two email addresses', { email: 'a@b.example,x@y.example' }],
    ['D6 half a square foot', { squareFootage: 1.5 }],
    ['D6 2^31 square feet', { squareFootage: 2 ** 31 }],
    ['D6 2^53 square feet', { squareFootage: 2 ** 53 }],
    ['D6 1e308 square feet', { squareFootage: 1e308 }],
    ['D6 square feet as a text', { squareFootage: '12' }],
  ])('refuses an estimate with %s at its field and stores nothing', async (_what, wrong) => {
    const before = await stored()
    const answer = await post(JSON.stringify({ ...estimateInput(), ...wrong }))
    expect([answer.statusCode, Object.keys(answer.json().error.data.fieldErrors)]).toEqual([400, Object.keys(wrong)])
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

  test.each([1, 10])('B12 a batch of %i calls is accepted', async (count) => {
    const answer = await batch(count)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toHaveLength(count)
  })

  test('B12 a batch of eleven calls is refused as a whole', async () => {
    const answer = await batch(11)
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(await storedOf(11)).toBe(0)
  })

  test('B12 a URL with 2,400 calls is too long', async () => {
    const address = `/api/trpc/${Array.from({ length: 2_400 }, () => 'a').join(',')}?batch=1`
    expect((await post('{}', address)).statusCode).toBe(414)
    const listOf = (length: number) => post('{}', `/api/trpc/${'a'.repeat(length)}`)
    expect((await listOf(maxCallListLength)).statusCode).toBe(404)
    expect((await listOf(maxCallListLength + 1)).statusCode).toBe(414)
    const answer = await batch(60)
    expect(answer.statusCode).toBe(414)
    expect(await storedOf(60)).toBe(0)
  })

  test('answers the other calls of a batch when one has invalid input', async () => {
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
  ])('B13 a body of 64 KiB %s is read, and one byte more is refused', async (_how, written) => {
    expect((await sendRaw(port, written(padded(limit)))).status).toBe(200)
    const answer = await sendRaw(port, written(padded(limit + 1)))
    expect(answer.status).toBe(413)
    expect(JSON.parse(answer.body)).toMatchObject({ error: { data: { code: 'PAYLOAD_TOO_LARGE', httpStatus: 413 } } })
  })

  test.each([
    ['with its length', withLength],
    ['in chunks', inChunks],
  ])('B13 a client that sends 8 MiB %s can still read the response', async (_how, written) => {
    const socket = await openSocket(port)
    const answer = readToEnd(socket)
    // Like a browser, this sends no "Connection: close".
    socket.end(Buffer.from(written(padded(8 * 1024 * 1024)).replace('Connection: close\r\n', ''), 'latin1'))
    expect((await answer).status).toBe(413)
  })
})
