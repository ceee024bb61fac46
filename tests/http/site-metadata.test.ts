import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { company } from '#shared/company.ts'
import { notFoundPage, type Page, sitePages } from '#shared/pages.ts'
import { writeBuiltClient } from '#tests/support/server/built-client.ts'
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts'

const origins = ['https://www.example.com', 'http://localhost:4100'] as const
const allPages: readonly Page[] = [...sitePages, notFoundPage]
const indexed = allPages.filter((page) => !page.noindex)
const unindexed = allPages.filter((page) => page.noindex)

const servers = new Map<string, TestApp>()

beforeAll(async () => {
  for (const origin of [...origins, 'https://a&b"c.example'])
    servers.set(
      origin,
      await createTestApp({ settings: { APP_ORIGIN: origin, PORT: '4100' }, addClientFiles: writeBuiltClient }),
    )
})
afterAll(async () => {
  for (const server of servers.values()) await server.dispose()
})

function get(origin: string, url: string, headers: Record<string, string> = {}) {
  const server = servers.get(origin)
  if (!server) throw new Error(`no server for ${origin}`)
  return server.app.inject({ url, headers: { accept: 'text/html', ...headers } })
}

function contents(html: string, key: string): string[] {
  const tags = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)
  return [...tags].filter(([, name]) => name === key).map(([, , content = '']) => content.replaceAll('&amp;', '&'))
}

/** Every absolute address in a text, without its path. */
const originsIn = (text: string) => new Set([...text.matchAll(/https?:\/\/[^/"<\s]+/g)].map(([address]) => address))

function structuredData(html: string): Record<string, unknown> {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  expect(blocks).toHaveLength(1)
  return JSON.parse(String(blocks[0]?.[1]))
}

describe.each(origins)('the pages of %s', (origin) => {
  test.each(indexed)('gives $path its own canonical URL', async ({ path, title, description }) => {
    const { body } = await get(origin, path)
    expect(body).toContain(`<link rel="canonical" href="${origin}${path}">`)
    expect(contents(body, 'og:url')).toEqual([`${origin}${path}`])
    expect(contents(body, 'robots')).toEqual([])
    for (const kind of ['og', 'twitter']) {
      expect(contents(body, `${kind}:title`)).toEqual([title])
      expect(contents(body, `${kind}:description`)).toEqual([description])
    }
    expect(contents(body, 'og:site_name')).toEqual([company.name])
    expect(contents(body, 'og:type')).toEqual(['website'])
    expect(contents(body, 'twitter:card')).toEqual(['summary_large_image'])
  })

  test.each(unindexed)('keeps $path out of search results', async ({ path }) => {
    const { body } = await get(origin, path)
    expect(contents(body, 'robots')).toEqual(['noindex'])
    expect(body).not.toContain('rel="canonical"')
  })

  test.each(allPages)('names no other site in $path, in any coding', async ({ path }) => {
    const foreign = path === '/' ? ['https://schema.org', new URL(String(company.socialProfile)).origin] : []
    const plain = await get(origin, path)
    expect([...originsIn(plain.body)].sort()).toEqual([origin, ...foreign].sort())
    expect(brotliDecompressSync((await get(origin, path, { 'accept-encoding': 'br' })).rawPayload)).toEqual(
      plain.rawPayload,
    )
    expect(gunzipSync((await get(origin, path, { 'accept-encoding': 'gzip' })).rawPayload)).toEqual(plain.rawPayload)
  })

  test('names a share image that exists, with its size', async () => {
    for (const { path } of allPages) {
      const { body } = await get(origin, path)
      const [address = ''] = contents(body, 'og:image')
      expect(contents(body, 'twitter:image')).toEqual([address])
      expect(contents(body, 'og:image:alt')[0]).toContain(company.name)
      expect(address.startsWith(`${origin}/`)).toBe(true)

      const picture = await get(origin, new URL(address).pathname)
      expect(picture.statusCode).toBe(200)
      expect(picture.headers['content-type']).toBe('image/png')
      expect(picture.headers['cross-origin-resource-policy']).toBe('cross-origin')
      expect(pngSize(picture.rawPayload)).toEqual({ width: 1200, height: 630 })
      expect(contents(body, 'og:image:width')).toEqual(['1200'])
      expect(contents(body, 'og:image:height')).toEqual(['630'])
    }
  })

  test('describes the company on the home page only, without a rating', async () => {
    const { body } = await get(origin, '/')
    expect(structuredData(body)).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'GeneralContractor',
      name: company.name,
      url: `${origin}/`,
      email: company.email,
      telephone: '+12125550142',
      identifier: { value: company.license.number },
    })
    expect(JSON.stringify(structuredData(body))).not.toMatch(/rating|review/i)
    for (const { path } of allPages.filter((page) => page.path !== '/'))
      expect((await get(origin, path)).body).not.toContain('ld+json')
  })

  test('lists the indexed pages in the sitemap, which robots.txt names', async () => {
    const sitemap = await get(origin, '/sitemap.xml')
    expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8')
    const listed = [...sitemap.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)
    expect(listed).toEqual(indexed.map(({ path }) => `${origin}${path}`))

    const robots = await get(origin, '/robots.txt')
    expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(robots.body.split('\n')).toEqual(
      expect.arrayContaining([
        'User-agent: *',
        'Disallow: /admin',
        'Disallow: /api',
        'Disallow: /auth',
        `Sitemap: ${origin}/sitemap.xml`,
      ]),
    )
  })
})

test('escapes a public address with HTML characters', async () => {
  const origin = 'https://a&b"c.example'
  const { body } = await get(origin, '/')
  expect(body).toContain('<link rel="canonical" href="https://a%26b%22c.example/">')
  expect(structuredData(body).url).toBe('https://a%26b%22c.example/')
  expect((await get(origin, '/sitemap.xml')).body).toContain('<loc>https://a%26b%22c.example/</loc>')
})

test('changes the entity tag of a page with the public address, so that no cache keeps it', async () => {
  const tags = await Promise.all([...servers.keys()].map(async (origin) => (await get(origin, '/')).headers.etag))
  expect(new Set(tags).size).toBe(servers.size)
  const known = await get(origins[0], '/', { 'if-none-match': `"other", ${tags[0]}` })
  expect(known.statusCode).toBe(304)
  expect(known.body).toBe('')
  expect((await get(origins[0], '/', { 'if-none-match': String(tags[1]) })).statusCode).toBe(200)
})

test.each([
  ['/favicon.ico', /^image\/(?:vnd\.microsoft\.icon|x-icon)$/],
  ['/favicon.svg', /^image\/svg\+xml$/],
  ['/apple-touch-icon.png', /^image\/png$/],
  ['/site.webmanifest', /^application\/manifest\+json/],
  ['/staff.webmanifest', /^application\/manifest\+json/],
])('serves %s to be cached for an hour', async (path, type) => {
  const answer = await get(origins[0], path)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toMatch(type)
  expect(answer.headers['cache-control']).toBe('public, max-age=3600')
})

test('links the staff’s own manifest from their pages alone', async () => {
  const linked = async (path: string) =>
    /<link rel="manifest" href="([^"]*)">/.exec((await get(origins[0], path)).body)?.[1]
  expect([await linked('/'), await linked('/auth')]).toEqual(['/site.webmanifest', '/site.webmanifest'])
  for (const path of ['/admin', '/admin/today', '/admin/reports']) expect(await linked(path)).toBe('/staff.webmanifest')
  const manifest = (await get(origins[0], '/staff.webmanifest')).json()
  expect(manifest).toMatchObject({ start_url: '/admin/today', scope: '/admin', display: 'standalone' })
})

test('serves every icon of the manifest in the size that it states', async () => {
  const { name, icons } = (await get(origins[0], '/site.webmanifest')).json()
  expect(name).toBe(company.name)
  expect(icons.some((icon: { purpose?: string }) => icon.purpose === 'maskable')).toBe(true)
  for (const { src, sizes, type } of icons) {
    const icon = await get(origins[0], src)
    expect(icon.headers['content-type']).toBe(type)
    const { width, height } = pngSize(icon.rawPayload)
    expect(`${width}x${height}`).toBe(sizes)
  }
})

test.each(['/api', '/api/nothing', '/api/trpc/nothing'])('keeps %s out of search results', async (url) => {
  expect((await get(origins[0], url)).headers['x-robots-tag']).toBe('noindex')
  expect((await get(origins[0], '/')).headers).not.toHaveProperty('x-robots-tag')
})

function pngSize(png: Buffer): { width: number; height: number } {
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}
