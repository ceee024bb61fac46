import { afterAll, beforeAll, expect, test } from 'vitest'
import { company, setCompany } from '#shared/company.ts'
import { writeBuiltClient } from '#tests/support/server/built-client.ts'
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts'

const sample = company
const origin = 'https://www.example.com'
let server: TestApp

beforeAll(async () => {
  const [first, ...others] = sample.services
  if (!first) throw new Error('The sample has no service.')
  const page = { text: 'We say <this> first. Then more.', questions: [{ question: 'Why </script>?', answer: 'So.' }] }
  setCompany({ ...sample, services: [{ ...first, page }, ...others] })
  server = await createTestApp({ settings: { APP_ORIGIN: origin }, addClientFiles: writeBuiltClient })
})
afterAll(async () => {
  setCompany(sample)
  await server.dispose()
})

const get = (url: string) => server.app.inject({ url, headers: { accept: 'text/html' } })

test('a service with a page has its own address, which the sitemap lists', async () => {
  const { statusCode, headers, body } = await get('/services/kitchen-remodels')
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
  expect(body).toContain(`<title>Kitchen remodels | ${sample.name}</title>`)
  expect(body).toContain('<meta name="description" content="We say &lt;this&gt; first.">')
  expect(body).toContain(`<link rel="canonical" href="${origin}/services/kitchen-remodels">`)
  const blocks = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  expect(blocks.map(([, json]) => JSON.parse(String(json))['@type'])).toEqual(['BreadcrumbList', 'FAQPage'])
  const sitemap = await get('/sitemap.xml')
  expect(sitemap.body.match(/<loc>[^<]*services[^<]*/g)).toEqual([`<loc>${origin}/services/kitchen-remodels`])
})

test('a slash at the end leads there', async () => {
  const { statusCode, headers } = await get('/services/kitchen-remodels/?a=b')
  expect([statusCode, headers.location]).toEqual([301, '/services/kitchen-remodels?a=b'])
})

test.each([
  '/services',
  '/services/',
  '/services/bathroom-remodels',
  '/services/nothing',
  '/services/nothing/',
  '/services/kitchen-remodels.signed-in',
  '/services/..%2Findex',
  '/services/Kitchen-Remodels',
])('%s is not found', async (path) => {
  expect((await get(path)).statusCode).toBe(404)
})
