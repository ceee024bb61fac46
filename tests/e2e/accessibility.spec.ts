import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { notFoundPage, publicPages } from '#shared/pages.ts'
import { submitButton } from './estimate-form.ts'
import { expect, test } from './fixtures.ts'

/** The Web Content Accessibility Guidelines up to 2.2, levels A and AA, and what is good beyond them. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const windows = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]
const accountPaths = ['/auth', '/auth?tab=sign-up', '/auth/confirm', '/auth/reset']
const paths = [...publicPages.map((page) => page.path), ...accountPaths, '/no/such-page']

/** What is wrong, one line for each element, as a failed test shows it. */
async function violations(page: Page): Promise<string[]> {
  // Colours halfway through a fade are nobody's to read.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  const { violations: found, passes } = await new AxeBuilder({ page }).withTags(rules).analyze()
  expect(passes.length, 'rules that were looked at').toBeGreaterThan(10)
  return found.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help}: ${target.join(' ')}`))
}

for (const viewport of windows) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${viewport.width} wide in the ${colorScheme} scheme`, () => {
      test.use({ viewport, colorScheme, contextOptions: { reducedMotion: 'reduce' } })

      for (const path of paths)
        test(`nothing on ${path} keeps anybody out`, async ({ page, watch }) => {
          if (path === '/no/such-page') {
            watch.expectConsole(/status of 404/)
            watch.expectConsole(/^error: 404: there is no page at/)
          }
          await page.goto(path, { waitUntil: 'networkidle' })
          if (path === '/no/such-page') await expect(page).toHaveTitle(notFoundPage.title)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          expect(await violations(page)).toEqual([])
        })

      test('nothing in the form with its errors shown keeps anybody out', async ({ page }) => {
        await page.goto('/estimate')
        await submitButton(page).click()
        await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()
        expect(await violations(page)).toEqual([])
      })

      test('nothing in the sign-up form with its errors shown keeps anybody out', async ({ page }) => {
        await page.goto('/auth?tab=sign-up')
        await page.getByRole('button', { name: 'Create Account' }).click()
        await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()
        expect(await violations(page)).toEqual([])
      })
    })
  }
}
