import { expect, test } from 'vitest'
import { script } from '#tests/support/server/client-files.ts'
import { createTestApp } from '#tests/support/server/test-app.ts'

async function warningsFor(appOrigin: string, referers: readonly string[]): Promise<number> {
  const server = await createTestApp({ settings: { APP_ORIGIN: appOrigin } })
  for (const referer of referers)
    await server.app.inject({ url: script.path, headers: { host: '192.0.2.7:3000', ...(referer && { referer }) } })
  await server.dispose()
  return server.logLines().filter(({ msg }) => String(msg).startsWith('a page was opened by plain http')).length
}

const byHttp = 'http://192.0.2.7:3000/auth'

test('a page by plain http warns once where APP_ORIGIN has https', async () => {
  expect(await warningsFor('https://www.example.com', [byHttp, byHttp])).toBe(1)
})

test('a page by https behind a proxy warns of nothing, nor do links from elsewhere and health checks', async () => {
  const referers = ['https://192.0.2.7:3000/auth', 'http://elsewhere.example/', '']
  expect(await warningsFor('https://www.example.com', referers)).toBe(0)
})

test('a site by plain http warns of nothing', async () => {
  expect(await warningsFor('http://192.0.2.7:3000', [byHttp])).toBe(0)
})
