import type { Page } from '@playwright/test'
import { company } from '#shared/company.ts'
import { notFoundPage, publicPages } from '#shared/pages.ts'
import { submitButton } from '#tests/support/e2e/estimate-form.ts'
import { expect, test, waitForHydration, withMotion } from '#tests/support/e2e/fixtures.ts'
import { recordShifts } from '#tests/support/e2e/layout-shifts.ts'

test.use(withMotion)

const paper = { light: 'rgb(250, 246, 238)', dark: 'rgb(14, 22, 38)' }

/** Expects the background of the dark scheme, in which the page is, and then that of the light one. */
async function expectBothSchemes(page: Page): Promise<void> {
  await expect(page.locator('body')).toHaveCSS('background-color', paper.dark)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('body')).toHaveCSS('background-color', paper.light)
  await page.emulateMedia({ colorScheme: 'dark' })
}

test.describe('in the dark scheme and then the light one', () => {
  test.use({ colorScheme: 'dark' })

  test('every page hydrates without console output', async ({ page }) => {
    test.slow()
    for (const { path, title } of publicPages)
      await test.step(path, async () => {
        const response = await page.goto(path)
        expect(response?.status()).toBe(200)
        await expect(page).toHaveTitle(title)
        await expectBothSchemes(page)
        await waitForHydration(page)
        await expectBothSchemes(page)
        // The following navigations load no page.
        await page.evaluate(() => Object.assign(window, { sameDocument: true }))
        await page.getByRole('link', { name: company.name }).click()
        await page.getByRole('banner').getByRole('link', { name: 'Free Estimate' }).click()
        await expect(submitButton(page)).toBeEnabled()
        expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
      })
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('every page shows the same text and layout as with scripts', async ({ page }) => {
      for (const { path } of publicPages)
        await test.step(path, async () => {
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expect(page.getByRole('banner').getByRole('link', { name: 'Free Estimate' })).toBeVisible()
          await expect(page.getByRole('contentinfo')).toContainText(company.license.number)
          await expectBothSchemes(page)
        })
    })
  })
})

test('no page has a layout shift while it loads', async ({ page }) => {
  test.slow()
  const shifted = await recordShifts(page)
  for (const { path } of publicPages)
    await test.step(path, async () => {
      // The fonts are in the cache for the second visit. Arial, Liberation Sans and Roboto have nearly the same measure, but a
      // bare Linux has none of them, and on a busy machine our fonts load late.
      await page.goto(path, { waitUntil: 'networkidle' })
      await page.goto('about:blank')
      await page.goto(path, { waitUntil: 'networkidle' })
      expect(await shifted()).toBeLessThan(0.01)
    })
})

test('an unknown path shows the 404 page with a link home and is logged once', async ({ page, watch }) => {
  watch.expectConsole(/^error: Failed to load resource: the server responded with a status of 404/)
  watch.expectConsole(/^error: 404: there is no page at \/no\/such-page$/)
  const response = await page.goto('/no/such-page?a=b')
  expect(response?.status()).toBe(404)
  await expect(page).toHaveTitle(notFoundPage.title)
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
  await expect(page).toHaveTitle(publicPages[0].title)
})

for (const path of ['/estimate//', '//estimate', '//'])
  test(`${path} shows the 404 page that the server sends, whatever the router makes of the slashes`, async ({
    page,
    site,
    watch,
  }) => {
    watch.expectConsole(/status of 404/)
    watch.expectConsole(/^error: 404: there is no page at \/[/\w]*$/)
    const response = await page.goto(`${site.origin}${path}`)
    expect(response?.status()).toBe(404)
    await waitForHydration(page)
    await expect(page).toHaveTitle(notFoundPage.title)
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page.getByRole('heading', { name: 'What We Do' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  })

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the estimate page asks to call, and the pages behind the sign-in say that they need JavaScript', async ({
    page,
  }) => {
    await page.goto('/estimate')
    // The notice is found by its element, because Playwright's text locators ignore noscript.
    const notice = page.locator('noscript p')
    await expect(notice).toBeVisible()
    await expect(notice).toContainText('This form needs JavaScript')
    await expect(notice.locator('a')).toHaveAttribute('href', company.phone.href)
    for (const path of ['/admin', '/account']) {
      await page.goto(path)
      await expect(page.locator('noscript span'), path).toBeVisible()
      await expect(page.getByText('Loading…'), path).toBeHidden()
    }
  })
})

test('the home page loads nothing of the form until its link is hovered', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  const listed = async (path: string) => {
    const html = await (await page.request.get(path)).text()
    return /data-scripts="([^"]+)"/.exec(html)?.[1]?.split(' ') ?? []
  }
  const [home, form] = [await listed('/'), await listed('/estimate')]
  const ofForm = form.filter((path) => !home.includes(path))
  expect(ofForm.length).toBeGreaterThan(0)
  const loaded = () => scripts.filter((url) => ofForm.some((path) => url.endsWith(path)))
  await page.goto('/', { waitUntil: 'networkidle' })
  await waitForHydration(page)
  expect(loaded()).toEqual([])
  await page.getByRole('link', { name: 'Free Estimate', exact: true }).hover()
  await expect.poll(() => loaded().length).toBeGreaterThan(0)
})

test('the form loads its toasts once it is used', async ({ page }) => {
  let scripts = 0
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts += 1
  })
  await page.goto('/estimate')
  await waitForHydration(page)
  await page.waitForLoadState('networkidle')
  const read = scripts
  await page.getByLabel('Full Name').focus()
  await expect.poll(() => scripts).toBeGreaterThan(read)
})
