import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Also finds a hidden one, which has no role. */
export const noticeSelector = 'section[aria-label="Recent requests"]'

export const noticeOf = (page: Page) => page.getByRole('region', { name: 'Recent requests' })

/** Opens the home page and stops the clock while a notice is shown. */
export async function openWithNotice(page: Page): Promise<void> {
  await page.clock.install()
  await page.goto('/')
  await expect(async () => {
    await page.clock.runFor(500)
    await expect(noticeOf(page)).toBeVisible({ timeout: 200 })
  }).toPass()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  await expect(noticeOf(page)).toBeVisible()
}
