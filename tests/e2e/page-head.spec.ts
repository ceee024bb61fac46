import type { Page } from '@playwright/test'
import { notFoundPage, publicPages } from '#shared/pages.ts'
import { expect, test, waitForHydration } from '#tests/support/e2e/fixtures.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const unknown = '/no/such-page'

/** The head without scripts and styles. */
function head(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(
      document.head.querySelectorAll('title, meta, link[rel="canonical"], script[type="application/ld+json"]'),
      (element) => element.outerHTML,
    ).sort((a, b) => a.localeCompare(b)),
  )
}

/** Links to the other pages that navigate without a load. */
const ways: Record<string, (page: Page) => Promise<void>> = {
  '/': (page) => page.getByRole('banner').getByRole('link', { name: 'Five Borough Builders' }).click(),
  '/estimate': (page) => page.getByRole('banner').getByRole('link', { name: 'Free Estimate' }).click(),
  '/privacy': (page) => page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click(),
  '/confirmation': async (page) => {
    await page.getByRole('banner').getByRole('textbox').fill('ada@example.com')
    await page.getByRole('banner').getByRole('textbox').press('Enter')
  },
}

test('after navigations from any page, the head of each page is that of a fresh load', async ({ page, watch }) => {
  test.slow()
  watch.expectConsole(/status of 404/)
  watch.expectConsole(/^error: 404: there is no page at/)
  const fresh = new Map<string, string[]>()
  const navigated: { from: string; to: string; found: string[] }[] = []
  for (const start of [...publicPages.map(({ path }) => path), unknown])
    await test.step(`from ${start}`, async () => {
      await page.goto(start)
      await waitForHydration(page)
      const startHead = await head(page)
      fresh.set(start, startHead)
      const startTitle = await page.title()
      await page.evaluate(() => Object.assign(window, { sameDocument: true }))

      const others = publicPages.filter((other) => other.path !== start)
      for (const { path, title } of others) {
        await expect(async () => {
          await ways[path]?.(page)
          await expect(page).toHaveURL(path, { timeout: 1000 })
        }).toPass()
        await expect(page).toHaveTitle(title)
        navigated.push({ from: start, to: path, found: await head(page) })
      }
      for (const _step of others) await page.goBack()
      await expect(page).toHaveTitle(startTitle)
      expect(await head(page), `back at ${start}`).toEqual(startHead)
      if (start === unknown) expect(startTitle).toBe(notFoundPage.title)
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    })
  for (const { from, to, found } of navigated) expect(found, `${to} from ${from}`).toEqual(fresh.get(to))
})
