import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The Web Content Accessibility Guidelines up to 2.2, levels A and AA, and what is good beyond them. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What is wrong, one line for each element, as a failed test shows it. */
export async function violations(page: Page): Promise<string[]> {
  // Colours halfway through a fade are nobody's to read.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  const { violations: found, passes } = await new AxeBuilder({ page }).withTags(rules).analyze()
  expect(passes.length, 'rules that were looked at').toBeGreaterThan(10)
  return found.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help}: ${target.join(' ')}`))
}
