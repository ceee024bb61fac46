import type { Page } from '@playwright/test'

/** Counts the presses of people, by mouse or touch, from now on until the page is loaded again. */
export async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = globalThis as unknown as { presses: number }
    counted.presses = 0
    addEventListener('pointerdown', ({ isTrusted }) => {
      if (isTrusted) counted.presses += 1
    })
  })
  return () => page.evaluate(() => (globalThis as unknown as { presses: number }).presses)
}
