import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { accountPages, notFoundPage, sitePages } from '#shared/pages.ts'
import { pageText } from '#tests/support/server/client-files.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

const cookie = 'a=b; site-refresh=abc.def'

const server = sharedApp()
const secure = sharedApp({ settings: { APP_ORIGIN: 'https://site.example' } })
const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })

test.each(sitePages)('serves another variant of $path to a browser with a session', async ({ path }) => {
  const [without, with_] = [await get(path), await get(path, { cookie })]
  expect([without.statusCode, with_.statusCode]).toEqual([200, 200])
  expect(without.body).toBe(pageText(path, 'none'))
  expect(with_.body).toBe(pageText(path, 'some'))
  for (const { headers } of [without, with_]) expect(headers.vary).toBe('accept-encoding, cookie')
})

test('gives each variant of a page an entity tag of its own', async () => {
  const [without, with_] = [await get('/'), await get('/', { cookie })]
  expect(with_.headers.etag).not.toBe(without.headers.etag)
  const known = { 'if-none-match': String(with_.headers.etag) }
  expect((await get('/', { ...known, cookie })).statusCode).toBe(304)
  expect((await get('/', known)).statusCode).toBe(200)
})

test('compresses each variant of a page', async () => {
  const answer = await get('/', { cookie, 'accept-encoding': 'br' })
  expect(answer.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(pageText('/', 'some'))
})

test.each(['', 'site-access=abc', 'not-site-refresh=abc', 'a=site-refresh=abc', '__Host-site-refresh=abc'])(
  'serves the variant for visitors with the cookies "%s"',
  async (others) => {
    expect((await get('/', { cookie: others })).body).toBe(pageText('/', 'none'))
  },
)

test('goes by the __Host- cookie where the site has https', async () => {
  const of = async (value: string) => (await secure.app.inject({ url: '/', headers: { cookie: value } })).body
  expect(await of('__Host-site-refresh=abc')).toBe(pageText('/', 'some'))
  expect(await of('site-refresh=abc')).toBe(pageText('/', 'none'))
})

test('answers 404 for a missing page in both variants', async () => {
  for (const headers of [{}, { cookie }]) {
    const answer = await get('/nothing', { accept: 'text/html', ...headers })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toBe(pageText(notFoundPage.path, 'cookie' in headers ? 'some' : 'none'))
  }
  for (const path of ['/admin/nothing', '/auth/nothing', '/account/nothing', '/index.signed-in.html'])
    expect((await get(path, { accept: 'text/html', cookie })).statusCode, path).toBe(404)
})

test.each([
  '/auth/confirm?token=abc',
  '/auth/reset?token=abc',
  '/auth/new-email?token=abc',
  '/auth/restore-email?token=abc',
])('A8 %s, whose URL has a secret, is sent as no referrer and stored in no cache', async (url) => {
  for (const headers of [{}, { cookie }]) {
    const answer = await get(url, headers)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(answer.headers).not.toHaveProperty('etag')
  }
})

test('sends the URL of any other page as referrer within the site', async () => {
  const { headers } = await get('/auth')
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'referrer-policy': 'strict-origin-when-cross-origin',
  })
})

test('leaves account pages out of the sitemap', async () => {
  const { body } = await get('/sitemap.xml')
  for (const { path, noindex } of accountPages) {
    expect(noindex).toBe(true)
    expect(body).not.toContain(`${path}<`)
  }
})
