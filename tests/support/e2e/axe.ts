import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>

/** WCAG up to 2.2, levels A and AA, and best practices. */
const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules whose result depends on the color scheme. */
const colorRules = ['color-contrast', 'link-in-text-block']

export const colorSchemes = ['light', 'dark'] as const

/** Phone and desktop windows, each in both color schemes. */
const looks = colorSchemes.flatMap((colorScheme, index) => [
  { colorScheme, width: 360, height: 740, hasNewLayout: index === 0 },
  { colorScheme, width: 1440, height: 900, hasNewLayout: index === 0 },
])

/**
 * Runs {@link expectOpenToAll} in each window and color scheme without a reload.
 *
 * @param also further expectations for each of them
 */
export async function expectOpenInEachLook(page: Page, also?: () => Promise<void>): Promise<void> {
  // Each of them takes its time.
  test.slow()
  for (const { colorScheme, width, height, hasNewLayout } of looks)
    await test.step(`${width} wide in the ${colorScheme} scheme`, async () => {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectOpenToAll(page, hasNewLayout ? undefined : colorRules)
      await also?.()
    })
}

/**
 * Expects no accessibility violations, and nothing wider than the window.
 *
 * @param rules the ids of rules to check; by default all
 */
export async function expectOpenToAll(page: Page, rules?: string[]): Promise<void> {
  expect(await violations(page, rules)).toEqual([])
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, 'as wide as the window').toBe(page.viewportSize()?.width)
}

/** Expects no violations of one rule in windows of these heights; much faster than the others. */
export async function expectRuleAtHeights(page: Page, rule: string, heights: readonly number[]): Promise<void> {
  const width = page.viewportSize()?.width ?? 0
  // Leaves axe in the page.
  await new AxeBuilder({ page }).withRules([rule]).analyze()
  const broken: Record<string, string[]> = {}
  for (const height of heights) {
    await page.setViewportSize({ width, height })
    const targets = await page.evaluate(async (id) => {
      const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }
      const { violations: found } = await axe.run({ runOnly: [id] })
      return found.flatMap(({ nodes }) => nodes.map(({ html }) => html))
    }, rule)
    if (targets.length > 0) broken[height] = targets
  }
  expect(broken).toEqual({})
}

/** One line for each violating element. */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // Colors in a transition have no meaningful contrast.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  const axe = new AxeBuilder({ page })
  const { violations: found, passes } = await (rules ? axe.withRules(rules) : axe.withTags(allRules)).analyze()
  expect(passes.length, 'rules that passed').toBeGreaterThan(rules ? 0 : 10)
  return found.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help}: ${target.join(' ')}`))
}
