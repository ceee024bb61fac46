import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cookieHeader, signedIn } from '#tests/support/server/sessions.ts'
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts'

const perMinute = 300
const callsPerMinute = 600
const ofAccount = { user: { calls: 30, seconds: '10' }, staff: { calls: 3_000, seconds: '60' } }

let server: TestApp
beforeEach(async () => {
  server = await createTestApp({ settings: { TRUST_PROXY: '127.0.0.1' } })
  // However long the requests take, nothing comes back meanwhile.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
})
afterEach(() => {
  vi.restoreAllMocks()
  return server.dispose()
})

const from = (address: string) => ({ 'x-forwarded-for': address })
const ask = (url: string, method: 'GET' | 'HEAD' = 'GET', headers: Record<string, string> = from('203.0.113.7')) =>
  server.app.inject({ method, url, headers })

async function statusesOf(count: number, request: (index: number) => ReturnType<typeof ask>) {
  const counts: Record<number, number> = {}
  for (let index = 0; index < count; index++) {
    const { statusCode } = await request(index)
    counts[statusCode] = (counts[statusCode] ?? 0) + 1
  }
  return counts
}

test('B10 requests for missing pages, files and procedures are limited per IP address', async () => {
  const nowhere = ['/nothing', '/assets/nothing.js', '/api/trpc/no.such', '/api/nothing']
  const counts = await statusesOf(perMinute + 20, (index) => ask(nowhere[index % nowhere.length] ?? ''))
  expect(counts).toEqual({ 404: perMinute, 429: 20 })
  for (const url of nowhere) {
    const answer = await ask(url)
    expect(answer.statusCode, url).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.body).toContain('Too many requests')
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
  }
})

test('B10 requests for missing pages leave the site open for others with the same IP address', async () => {
  await statusesOf(perMinute + 5, () => ask('/nothing'))
  expect((await ask('/')).statusCode).toBe(200)
  expect((await ask('/healthz')).statusCode).toBe(200)
  expect((await ask('/nothing', 'GET', from('203.0.113.8'))).statusCode).toBe(404)
})

test('B10 HEAD requests are limited per IP address', async () => {
  const counts = await statusesOf(perMinute + 20, (index) => ask(index % 2 ? '/' : '/nothing', 'HEAD'))
  expect(counts[429]).toBe(20)
  const answer = await ask('/', 'HEAD')
  expect(answer.statusCode).toBe(429)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ask('/')).statusCode).toBe(200)
})

describe('calls', () => {
  const session = (count: number) => Array.from({ length: count }, () => 'auth.session').join()
  const query = (count: number, headers?: Record<string, string>) =>
    ask(`/api/trpc/${session(count)}?batch=1`, 'GET', headers)

  test('B10 anonymous calls are limited per IP address, counting each call of a batch', async () => {
    for (let calls = 0; calls < callsPerMinute; calls += 10) expect((await query(10)).statusCode).toBe(200)
    const answer = await query(10)
    const refused = answer.json().filter(({ error }: { error?: { data: { code: string } } }) => error)
    expect(refused).toHaveLength(10)
    expect(refused[0].error).toMatchObject({
      message: expect.stringContaining('call us at (212) 555-0142'),
      data: { code: 'TOO_MANY_REQUESTS', reason: 'too_many_attempts' },
    })
    expect(answer.headers['retry-after']).toBe('60')
    expect((await query(1, from('203.0.113.8'))).statusCode).toBe(200)
  })

  test('B10 calls with a session do not count', async () => {
    const cookie = cookieHeader(await signedIn(server, { role: 'staff' }))
    const headers = { ...from('203.0.113.9'), cookie }
    for (let calls = 0; calls < callsPerMinute + 100; calls += 10)
      expect((await query(10, headers)).statusCode).toBe(200)
  })

  test.each(['user', 'staff'] as const)(
    'B10 calls of an account with the role %s are limited from all its sessions and IP addresses, counting each call of a batch',
    async (role) => {
      const { sessionId, cookie, access, refresh } = await signedIn(server, { role })
      const row = await server.database.read.session.findUniqueOrThrow({ where: { id: sessionId } })
      const id = randomUUID()
      await server.database.transaction(({ session }) => session.create({ data: { ...row, id } }))
      const [first, second] = [cookie, cookieHeader({ access, refresh }).replaceAll(sessionId, id)]
      for (let calls = 0; calls < ofAccount[role].calls; calls += 10) {
        const headers = { ...from(`203.0.113.${calls % 250}`), cookie: calls % 20 === 0 ? first : second }
        expect((await query(10, headers)).statusCode).toBe(200)
      }
      const answer = await query(10, { ...from('203.0.113.251'), cookie: second })
      const refused = answer.json().filter(({ error }: { error?: object }) => error)
      expect(refused).toHaveLength(10)
      expect(refused[0].error).toMatchObject({
        message:
          'Too many requests came from your account. Please wait a minute and try again, or call us at (212) 555-0142.',
        data: { code: 'TOO_MANY_REQUESTS', reason: 'too_many_attempts' },
      })
      expect(answer.headers['retry-after']).toBe(ofAccount[role].seconds)
      const atOnce = await query(10, { ...from('203.0.113.251'), cookie: second })
      expect([atOnce.statusCode, atOnce.headers['retry-after']]).toEqual([429, ofAccount[role].seconds])
      expect(atOnce.json().error.message).toBe(refused[0].error.message)
      const other = cookieHeader(await signedIn(server, { role }))
      expect((await query(10, { ...from('203.0.113.251'), cookie: other })).statusCode).toBe(200)
      expect((await query(10, from('203.0.113.251'))).statusCode).toBe(200)
    },
  )

  test('B10 calls with a session go on where others have exhausted the limit of the IP address', async () => {
    const headers = from('203.0.113.10')
    const forged = { ...headers, cookie: cookieHeader({ access: `${randomUUID()}.${'A'.repeat(43)}` }) }
    for (let calls = 0; calls < callsPerMinute; calls += 10) await query(10, forged)
    expect((await query(1, forged)).statusCode).toBe(429)
    const { cookie } = await signedIn(server, { role: 'staff' })
    expect((await query(1, { ...headers, cookie })).statusCode).toBe(200)
  })
})
