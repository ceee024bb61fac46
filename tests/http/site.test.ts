import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { notFoundPage, publicPages } from '#shared/pages.ts'
import { icon, outsideText, pageText, script } from '#tests/support/server/client-files.ts'
import { sendRaw } from '#tests/support/server/raw-http.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

let port: number

const server = sharedApp()
beforeAll(async () => {
  port = await server.listen()
})

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })

test.each(publicPages)('serves $path prerendered, to be revalidated each time', async ({ path }) => {
  const answer = await get(path)
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe(pageText(path))
  expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })

  const again = await get(path, { 'if-none-match': String(answer.headers.etag) })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
})

test('serves one page of the dashboard at the URL of any estimate', async () => {
  for (const id of ['5f3b6d1e-1111-4111-8111-000000000001', 'nothing', 'a%2Fb']) {
    const [answer, other] = [await get(`/admin/estimates/${id}`), await get('/admin/estimates/other')]
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe(pageText('/admin/estimates/$id'))
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', etag: other.headers.etag })
  }
})

test('answers HEAD like GET, without the body', async () => {
  const [head, whole] = [await server.app.inject({ method: 'HEAD', url: '/' }), await get('/')]
  expect(head.statusCode).toBe(200)
  expect(head.body).toBe('')
  expect(head.headers['content-length']).toBe(whole.headers['content-length'])
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('sends pages and scripts compressed by %s to clients that accept it', async (encoding, decompress) => {
  for (const [url, text] of [
    ['/', pageText('/')],
    [script.path, script.text],
  ] as const) {
    const answer = await get(url, { 'accept-encoding': encoding })
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      vary: expect.stringContaining('accept-encoding'),
    })
    expect(decompress(answer.rawPayload).toString()).toBe(text)
    expect(answer.headers['content-type']).toBe((await get(url)).headers['content-type'])
  }
})

test.each([
  ['/estimate/', '/estimate'],
  ['/estimate/?type=kitchen-remodel&a=b?c', '/estimate?type=kitchen-remodel&a=b?c'],
  ['/estimate.html', '/estimate'],
  ['/index.html', '/'],
  ['/index.html?next=//evil.example', '/?next=//evil.example'],
])('redirects %s to %s', async (from, to) => {
  const answer = await get(from)
  expect(answer.statusCode).toBe(301)
  expect(answer.headers.location).toBe(to)
})

test.each([
  ...['//evil.example/', '//evil.example/estimate/', '/%2f%2fevil.example/', '/\\evil.example/', '/.//evil.example/'],
  ...['/estimate//evil.example/', '///', '/estimate//', '/%0d%0aLocation:%20https://evil.example/'],
])('A9 %s redirects nowhere', async (path) => {
  const answer = await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  expect([400, 404]).toContain(answer.status)
  expect(answer.headers).not.toHaveProperty('location')
})

test('/.well-known/change-password leads password managers to the account page', async () => {
  const answer = await get('/.well-known/change-password')
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/account'])
})

test('B15 /.well-known answers 404 for an address that never works, so that password managers trust its redirects', async () => {
  const answer = await get('/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200')
  expect(answer.statusCode).toBe(404)
})

test('lets browsers cache files with a hash in their name for a year', async () => {
  const answer = await get(script.path)
  expect(answer.body).toBe(script.text)
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test('lets browsers cache files without a hash for an hour', async () => {
  const answer = await get(icon.path)
  expect(answer.body).toBe(icon.text)
  expect(answer.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=3600' })
})

test.each([
  '/assets/nothing.js',
  '/assets',
  '/assets/',
  `${script.path}.br`,
  `${script.path}.gz`,
  `${script.path}.map`,
  '/index.html.br',
  '/manifest.json',
  '/nothing.png',
  '/.env',
  '/constructor.js',
])('B15 %s is not found, and gets no page', async (url) => {
  const answer = await get(url, { accept: '*/*' })
  expect(answer.statusCode).toBe(404)
  if (/\.\w+$/.test(url)) expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
})

test.each([
  ...['/../outside.txt', '/assets/../../outside.txt', '/assets/../.env', '/assets/..%2f..%2foutside.txt'],
  ...['/assets/%2e%2e/%2e%2e/outside.txt', '/assets/%2e%2e%2f%2e%2e%2foutside.txt', '/assets/..%5c..%5coutside.txt'],
  ...['/assets/..\\..\\outside.txt', '/assets/....//....//outside.txt', '/assets/.%2e/.%2e/outside.txt'],
  ...['/assets/%252e%252e/%252e%252e/outside.txt', '/assets/..%c0%af..%c0%afoutside.txt'],
  ...['/assets/%c0%ae%c0%ae/%c0%ae%c0%ae/outside.txt', '/assets/..;/..;/outside.txt', '/assets//../../outside.txt'],
  ...['/assets/./../../outside.txt', '/assets/%00/../../outside.txt', '/assets/entry.js%00.txt'],
  ...['/assets/..%2f..%2fclient-other/outside.txt', '/assets/../../client-other/outside.txt'],
  ...['/assets/~/outside.txt', '/assets//etc/passwd', '/assets/%2fetc%2fpasswd', '/assets/.hidden.js'],
  ...['/assets/%2ehidden.js', '//outside.txt'],
])('B15 %s never leaves the folder of the built client', async (path) => {
  const answer = await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  expect([400, 404]).toContain(answer.status)
  expect(answer.body).not.toContain(outsideText)
  expect(answer.body).not.toContain('root:')
})

test.each([
  ['/nothing-here', 'text/html,application/xhtml+xml,*/*;q=0.8'],
  ['/nothing-here', '*/*'],
  ['/estimate/more', 'text/html'],
  ['/Estimate', 'text/html'],
  ['/ADMIN', 'text/html'],
  ['/admin/more', 'text/html'],
  ['/admin/estimates', 'text/html'],
  ['/admin/estimates/', 'text/html'],
  ['/admin/estimates/one/more', 'text/html'],
  ['/nothing.png', 'text/html'],
])('answers %s with Accept %s by the page for 404, uncached', async (url, accept) => {
  const answer = await get(url, { accept, 'if-none-match': '"x"', 'if-modified-since': new Date().toUTCString() })
  expect(answer.statusCode).toBe(404)
  expect(answer.body).toBe(pageText(notFoundPage.path))
  expect(answer.headers['cache-control']).toBe('no-cache')
  expect(answer.headers).not.toHaveProperty('etag')
})

test('answers 404 as text to programs', async () => {
  const answer = await get('/nothing-here', { accept: 'application/json' })
  expect(answer.statusCode).toBe(404)
  expect(answer.body).toBe('There is nothing at this URL.\n')
})

test.each(['/api', '/api/', '/api/nothing', '/api/trpc', '/api/trpc/', '/api/trpc/a/b', '/api/trpc/no%20procedure'])(
  'answers 404 for %s in the API’s form, also to a browser',
  async (url) => {
    const answer = await get(url, { accept: 'text/html' })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ error: { code: -32004, data: { code: 'NOT_FOUND', httpStatus: 404 } } })
  },
)
