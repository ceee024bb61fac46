import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'

/** The Web Content Accessibility Guidelines up to 2.2, levels A and AA, and what is good beyond them. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const windows = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]

export const colorSchemes = ['light', 'dark'] as const

/** Has tests run in a phone's window and in a desk's, in both schemes each. */
export function inEachLook(defineTests: () => void): void {
  for (const viewport of windows)
    for (const colorScheme of colorSchemes)
      test.describe(`${viewport.width} wide in the ${colorScheme} scheme`, () => {
        test.use({ viewport, colorScheme, contextOptions: { reducedMotion: 'reduce' } })
        defineTests()
      })
}

/** Nothing on the page keeps anybody out, and nothing is wider than the window. */
export async function expectOpenToAll(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([])
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, 'as wide as the window').toBe(page.viewportSize()?.width)
}

/** The same on a phone in the light and on a desk in the dark, without loading anew: for what takes long to bring about. */
export async function expectOpenOnPhoneAndDesk(page: Page): Promise<void> {
  for (const [index, viewport] of windows.entries()) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme: colorSchemes[index] ?? 'light' })
    await expectOpenToAll(page)
  }
}

/** What is wrong, one line for each element, as a failed test shows it. */
async function violations(page: Page): Promise<string[]> {
  // Colours halfway through a fade are nobody's to read.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  const { violations: found, passes } = await new AxeBuilder({ page }).withTags(rules).analyze()
  expect(passes.length, 'rules that were looked at').toBeGreaterThan(10)
  return found.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help}: ${target.join(' ')}`))
}
