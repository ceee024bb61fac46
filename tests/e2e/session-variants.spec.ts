import { expect, test } from '#tests/support/e2e/fixtures.ts'

test.describe('before any script runs', () => {
  test.use({ javaScriptEnabled: false })

  test('the header has Sign In for a visitor without a session', async ({ page }) => {
    await page.goto('/')
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Sign In' })).toBeVisible()
    await expect(header.getByRole('button', { name: 'Sign Out' })).toHaveCount(0)
  })

  test('the header has Admin and Sign Out for a visitor with a session', async ({ page, context, site }) => {
    await context.addCookies([{ name: 'site-refresh', value: 'a.b', url: site.origin, httpOnly: true }])
    await page.goto('/')
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Admin' })).toBeVisible()
    await expect(header.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await expect(header.getByRole('link', { name: 'Sign In' })).toHaveCount(0)
  })
})

test('a visitor without a session makes no API call and loads no script for it', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(requests.filter((path) => path.startsWith('/api/'))).toEqual([])
  expect(requests.filter((path) => /auth-engine|api-calls|session-link/.test(path))).toEqual([])
})
