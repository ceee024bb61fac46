import { expect, test } from 'vitest'
import { script } from '#tests/support/server/client-files.ts'
import { sendRaw } from '#tests/support/server/raw-http.ts'
import { trustLoopback } from '#tests/support/server/sender-ip.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

const withWww = sharedApp({ settings: { APP_ORIGIN: 'https://www.builders.example' } })
const webhookSecret = 'a'.repeat(32)
const bare = sharedApp({
  settings: { APP_ORIGIN: 'https://builders.example', POSTMARK_WEBHOOK_SECRET: webhookSecret, ...trustLoopback },
})
const byPort = sharedApp({ settings: { APP_ORIGIN: 'http://localhost:8080' } })
const byAddress = sharedApp({ settings: { APP_ORIGIN: 'http://127.0.0.1:8080' } })
const unset = sharedApp({ settings: { PORT: '8080' } })
const ports = new Map<typeof bare, Promise<number>>()

type Headers = Record<string, string>

/** Answers with the status and where it leads. */
async function open(server: typeof bare, host: string, path = '/', headers: Headers = {}, method = 'GET') {
  const port = ports.get(server) ?? server.listen()
  ports.set(server, port)
  const lines = Object.entries({ Host: host, Connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const answer = await sendRaw(await port, `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  if (answer.status === 308) expect(answer.headers['cache-control']).toBe('no-store')
  return [answer.status, answer.headers.location]
}

test.each([
  [withWww, 'builders.example', 'https://www.builders.example'],
  [withWww, 'BUILDERS.example', 'https://www.builders.example'],
  [bare, 'www.builders.example', 'https://builders.example'],
  [byPort, '127.0.0.1:8080', 'http://localhost:8080'],
  [byPort, '[::1]:8080', 'http://localhost:8080'],
  [byAddress, 'localhost:8080', 'http://127.0.0.1:8080'],
])('a page that is opened at another name of the site leads to APP_ORIGIN, with path and query', async (...row) => {
  const [server, host, origin] = row
  for (const path of [
    '/',
    '/estimate?type=kitchen-remodel&x=%2F?y',
    '/auth/',
    '/nothing-here',
    '/.well-known/change-password',
  ])
    for (const method of ['GET', 'HEAD'])
      expect(await open(server, host, path, {}, method)).toEqual([308, `${origin}${path}`])
  expect(await open(server, new URL(origin).host)).toEqual([200, undefined])
})

test('A9 another name of the site leads to no other site, whatever the path', async () => {
  for (const path of ['//evil.example/', '/\\evil.example/', '/@evil.example/', '//evil.example@builders.example/'])
    expect(await open(bare, 'www.builders.example', path)).toEqual([308, `https://builders.example${path}`])
  expect(await open(bare, 'www.builders.example', 'https://evil.example/')).toEqual([400, undefined])
})

test.each(['/healthz', '/readyz', '/robots.txt', script.path, '/api/trpc/auth.session'])(
  '%s is answered at any name of the site',
  async (path) => {
    expect(await open(bare, 'www.builders.example', path)).toEqual([200, undefined])
  },
)

test('what a service posts is answered at any name of the site', async () => {
  const path = `/webhooks/postmark/${webhookSecret}`
  // It is no report.
  expect(await open(bare, 'www.builders.example', path, { 'Content-Length': '0' }, 'POST')).toEqual([400, undefined])
})

test.each([
  [bare, 'evil.example'],
  [bare, 'www.www.builders.example'],
  [bare, 'shop.builders.example'],
  [bare, 'www.builders.example:8080'],
  [bare, 'www.builders.example.evil.example'],
  [bare, '192.0.2.7'],
  // What nginx makes of Host unless it is told otherwise, and what health checks of containers ask for.
  [bare, '127.0.0.1:3000'],
  [bare, 'localhost'],
  // Another port may be one that a container's is published at.
  [byPort, '127.0.0.1:3000'],
  [byPort, '192.168.1.5:8080'],
  // Forms work here, too.
  [unset, '127.0.0.1:8080'],
  [unset, '[::1]:8080'],
])('a page at a host that is no other name of the site is served there', async (server, host) => {
  expect(await open(server, host, '/estimate')).toEqual([200, undefined])
})

test.each([
  { 'X-Forwarded-For': '192.0.2.7' },
  { 'X-Forwarded-Proto': 'https' },
  { 'X-Real-IP': '192.0.2.7' },
  { Forwarded: 'for=192.0.2.7' },
  { Via: '1.1 proxy' },
  { 'X-Forwarded-For': '192.0.2.7', 'X-Forwarded-Host': 'builders.example' },
])(
  'a page behind a proxy that may give a fixed Host is served, since a redirect would never end: %j',
  async (headers) => {
    expect(await open(bare, 'www.builders.example', '/', headers)).toEqual([200, undefined])
  },
)

test('a page behind a trusted proxy goes by the host that the proxy was asked for', async () => {
  const forwarded = (host: string) => ({ 'X-Forwarded-For': '192.0.2.7', 'X-Forwarded-Host': host })
  const redirected = [308, 'https://builders.example/']
  for (const host of ['127.0.0.1:3000', 'app', 'www.builders.example'])
    expect(await open(bare, host, '/', forwarded('www.builders.example'))).toEqual(redirected)
  expect(await open(bare, 'app', '/', forwarded('builders.example'))).toEqual([200, undefined])
})

test('a page behind a proxy that is not trusted does not go by what the proxy says alone', async () => {
  const headers = { 'X-Forwarded-Host': 'builders.example' }
  expect(await open(withWww, 'app', '/', headers)).toEqual([200, undefined])
})
