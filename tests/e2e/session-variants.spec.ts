import { expect, test } from '#tests/support/e2e/fixtures.ts'

test('a visitor without a session makes no API call and loads no script for it', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(requests.filter((path) => path.startsWith('/api/'))).toEqual([])
  expect(requests.filter((path) => /auth-engine|public-client|session-link/.test(path))).toEqual([])
})
