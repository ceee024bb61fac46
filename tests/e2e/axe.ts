import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'

/** The Web Content Accessibility Guidelines up to 2.2, levels A and AA, and what is good beyond them. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export const colorSchemes = ['light', 'dark'] as const

/** A phone's window and a desk's, in both schemes each. */
const looks = colorSchemes.flatMap((colorScheme) => [
  { colorScheme, width: 360, height: 740 },
  { colorScheme, width: 1440, height: 900 },
])

/**
 * {@link expectOpenToAll} in each look, one after the other without loading anew.
 *
 * @param also what else has to be true in each of them
 */
export async function expectOpenInEachLook(page: Page, also?: () => Promise<void>): Promise<void> {
  // As many looks take as many times as long.
  test.slow()
  for (const { colorScheme, width, height } of looks)
    await test.step(`${width} wide in the ${colorScheme} scheme`, async () => {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectOpenToAll(page)
      await also?.()
    })
}

/** Nothing on the page keeps anybody out, and nothing is wider than the window. */
export async function expectOpenToAll(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([])
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, 'as wide as the window').toBe(page.viewportSize()?.width)
}

/** What is wrong, one line for each element, as a failed test shows it. */
async function violations(page: Page): Promise<string[]> {
  // Colours halfway through a fade are nobody's to read.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  const { violations: found, passes } = await new AxeBuilder({ page }).withTags(rules).analyze()
  expect(passes.length, 'rules that were looked at').toBeGreaterThan(10)
  return found.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help}: ${target.join(' ')}`))
}
