import { beforeAll, describe, expect, test } from 'vitest'
import { estimateInput, newVisitor } from '#tests/support/estimates/estimate-input.ts'
import { sendRaw } from '#tests/support/server/raw-http.ts'
import { fromElsewhere, trustLoopback } from '#tests/support/server/sender-ip.ts'
import { signedIn } from '#tests/support/server/sessions.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts'

const site = sharedApp({ settings: { ...trustLoopback, APP_ORIGIN: 'https://www.builders.example' } })
const local = sharedApp({ settings: { ...trustLoopback, PORT: '3000' } })
type Headers = Record<string, string>
const own = 'https://www.builders.example'
const cookie = 'anything=1'

/** Sends a request that stores three rows; answers with the status and how many rows it stored. */
async function submit(server: TestApp, headers: Headers): Promise<[number, number]> {
  const count = async () =>
    (await server.database.read.projectEstimate.count()) + (await server.database.read.outboxMessage.count())
  const before = await count()
  const answer = await server.call('estimates.submit', estimateInput({ ...newVisitor() }), {
    ...fromElsewhere(),
    ...headers,
  })
  return [answer.statusCode, (await count()) - before]
}

test.each<[string, Headers]>([
  ['of a page of it', { origin: own, 'sec-fetch-site': 'same-origin' }],
  ['of a page of it, with cookies', { origin: own, 'sec-fetch-site': 'same-origin', cookie }],
  ['of an older browser’s page of it, with cookies', { origin: own, cookie }],
  ['of an older browser’s page of it', { origin: own }],
  ['that names no page, from this site, with cookies', { 'sec-fetch-site': 'same-origin', cookie }],
  ['that a person made by hand', { 'sec-fetch-site': 'none' }],
  ['that a person made by hand, with cookies', { 'sec-fetch-site': 'none', cookie }],
  ['of a program that keeps no cookies', {}],
  ['of a program, whatever host it gives', { host: 'localhost:3000' }],
])('B5 a request %s is accepted', async (_which, headers) => {
  expect(await submit(site, headers)).toEqual([200, 3])
})

test.each<[string, Headers]>([
  ['of a page elsewhere', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['of a page elsewhere, with cookies', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', cookie }],
  ['of an older browser’s page elsewhere', { origin: 'https://evil.example' }],
  ['of an older browser’s page elsewhere, with cookies', { origin: 'https://evil.example', cookie }],
  ['that names this site and comes from elsewhere', { origin: own, 'sec-fetch-site': 'cross-site' }],
  ['from elsewhere that names no page', { 'sec-fetch-site': 'cross-site' }],
  ['of another host of the domain', { origin: 'https://shop.builders.example', 'sec-fetch-site': 'same-site' }],
  ['from another host of the domain that names no page', { 'sec-fetch-site': 'same-site' }],
  ['that names this site and comes from its domain', { origin: own, 'sec-fetch-site': 'same-site' }],
  [
    'that says it is of this site and names another',
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  ],
  ['made by hand that names another site', { origin: 'https://evil.example', 'sec-fetch-site': 'none' }],
  ['of a page without an address', { origin: 'null' }],
  ['of a page without an address, on this site', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
  ['with an empty origin', { origin: '' }],
  ['with spaces for an origin', { origin: ' ' }],
  ['of a name that begins alike', { origin: `${own}.evil.example` }],
  ['of a name that begins alike, without a dot', { origin: `${own}evil` }],
  ['of a name that ends alike', { origin: 'https://evilwww.builders.example' }],
  ['of a name that holds it', { origin: `https://evil.example/${own}` }],
  ['of the domain alone', { origin: 'https://builders.example' }],
  ['of a name below it', { origin: 'https://a.www.builders.example' }],
  ['of the same name at another port', { origin: `${own}:8443` }],
  ['of the same name with the port that it has anyway', { origin: `${own}:443` }],
  ['of the same name without https', { origin: 'http://www.builders.example' }],
  ['of the same name by another scheme', { origin: 'ftp://www.builders.example' }],
  ['of the same name without a scheme', { origin: 'www.builders.example' }],
  ['of the same name in capitals', { origin: own.toUpperCase() }],
  ['of the same name with a slash at its end', { origin: `${own}/` }],
  ['of the same name with a path', { origin: `${own}/estimate` }],
  ['of the same name with a dot at its end', { origin: `${own}.` }],
  ['of the same name with a user', { origin: 'https://user@www.builders.example' }],
  ['of another name with this one for a user', { origin: 'https://www.builders.example@evil.example' }],
  ['that names two', { origin: `${own}, https://evil.example` }],
  ['that names this one twice', { origin: `${own}, ${own}` }],
  ['that names this one and another with a space', { origin: `${own} https://evil.example` }],
  ['of the machine’s own name, where a public one is set', { origin: 'http://localhost:3000' }],
  ['of letters that look alike', { origin: 'https://www.builders.examp\u0406e' }],
  ['of another site whose name it also calls', { origin: 'https://evil.example', host: 'evil.example' }],
  ['with cookies that says nothing of where it is from', { cookie }],
  ['with an empty cookie that says nothing of where it is from', { cookie: '' }],
  ['with an unknown word for where it is from', { 'sec-fetch-site': 'same' }],
  ['with a word in capitals for where it is from', { 'sec-fetch-site': 'Same-Origin' }],
  ['with no word for where it is from', { 'sec-fetch-site': '' }],
  ['with two words for where it is from', { 'sec-fetch-site': 'same-origin, none' }],
])('B5 a request %s is refused and changes nothing', async (_which, headers) => {
  expect(await submit(site, headers)).toEqual([403, 0])
})

test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
  'B5 a request of a page of %s is let in',
  async (origin) => {
    expect(await submit(local, { origin, 'sec-fetch-site': 'same-origin', cookie })).toEqual([200, 3])
  },
)

test.each([
  ...['http://localhost', 'http://localhost:3001', 'https://localhost:3000', 'http://127.0.0.2:3000'],
  ...['http://0.0.0.0:3000', 'http://[::]:3000', 'http://192.168.1.5:3000', 'http://localhost:3000.evil.example'],
])('B5 a request from a page of %s is refused and changes nothing', async (origin) => {
  expect(await submit(local, { origin })).toEqual([403, 0])
})

describe('a header that comes twice', () => {
  const request = async (lines: string) => {
    const body = JSON.stringify(estimateInput())
    return await sendRaw(
      await port,
      `POST /api/trpc/estimates.submit HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n${lines}\r\n${body}`,
    )
  }
  let port: Promise<number>
  beforeAll(() => {
    port = site.listen()
  })

  test.each([
    [`Origin: ${own}\r\nOrigin: https://evil.example\r\n`],
    [`Origin: https://evil.example\r\nOrigin: ${own}\r\n`],
    [`Origin: ${own}\r\nOrigin: ${own}\r\n`],
    ['Sec-Fetch-Site: same-origin\r\nSec-Fetch-Site: cross-site\r\n'],
    ['Sec-Fetch-Site: cross-site\r\nsec-fetch-site: same-origin\r\n'],
  ])('B5 a request with a header twice is refused: %j', async (lines) => {
    const { status, body } = await request(lines)
    expect([status, JSON.parse(body).error]).toEqual([
      403,
      expect.objectContaining({ message: 'This request does not come from a page of this site.' }),
    ])
  })

  test('B5 a request with the header once is accepted', async () => {
    expect((await request(`Origin: ${own}\r\n`)).status).toBe(200)
  })
})

test('B5 mutations of accounts are refused, too, and sessions stay', async () => {
  const person = await signedIn(site)
  for (const procedure of ['auth.refresh', 'auth.signOut']) {
    const answer = await site.call(procedure, undefined, { ...person.headers, 'sec-fetch-site': 'cross-site' })
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([403, undefined])
  }
  expect(await site.database.read.session.findUnique({ where: { id: person.sessionId } })).toMatchObject({
    refreshCount: 0,
  })
})

test('B8 a request that only reads is answered without letting another site read the response', async () => {
  const answer = await site.app.inject({
    url: '/api/trpc/auth.session',
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', cookie },
  })
  expect(answer.statusCode).toBe(200)
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
})

test('explains in the log, once, a refusal that a wrong APP_ORIGIN causes', async () => {
  const server = await createTestApp({ settings: { ...trustLoopback, APP_ORIGIN: own } })
  const warnings = () => server.logLines().filter(({ level }) => level === 'warn')
  await submit(server, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })
  await submit(server, { origin: 'https://evil.example' })
  expect(warnings()).toEqual([])
  await submit(server, { origin: 'http://192.168.1.5:3000', host: '192.168.1.5:3000' })
  await submit(server, { origin: 'http://192.168.1.5:3000', 'sec-fetch-site': 'same-origin' })
  expect(warnings()).toMatchObject([{ msg: expect.stringContaining('set APP_ORIGIN to'), appOrigin: own }])
  await server.dispose()
})
