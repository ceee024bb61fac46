import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Locator, type Page } from '@playwright/test'
import type { RunOnly, RunOptions, run } from 'axe-core'
import { test } from './fixtures.ts'

/** WCAG up to 2.2, levels A and AA, and best practices. */
const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The source is less than half as long as what the package exports. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules whose result depends on the color scheme. */
const colorRules = ['color-contrast', 'link-in-text-block']

export const colorSchemes = ['light', 'dark'] as const

/** Phone and desktop windows, each in both color schemes. */
const looks = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
].flatMap((size) => colorSchemes.map((colorScheme, index) => ({ ...size, colorScheme, hasNewLayout: index === 0 })))

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
  const broken: Record<string, string[]> = {}
  for (const height of heights) {
    await page.setViewportSize({ width, height })
    const { violating } = await runAxe(page, { type: 'rule', values: [rule] })
    if (violating.length > 0) broken[height] = violating
  }
  expect(broken).toEqual({})
}

/** Expects no violations of one rule while these elements pass under what stays at the top of the window. */
export async function expectRuleWhileScrolledAway(page: Page, rule: string, elements: Locator): Promise<void> {
  const tops = await elements.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top + scrollY))
  const broken: Record<string, string[]> = {}
  for (let y = Math.min(...tops) - 60; y < Math.max(...tops) + 12; y += 12) {
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), y)
    const { violating } = await runAxe(page, { type: 'rule', values: [rule] })
    if (violating.length > 0) broken[y] = violating
  }
  expect(broken).toEqual({})
}

/** One line for each violating element. */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // Elsewhere the bar at the top may cover half of a link, which is then too small a target for axe.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  // Colors in a transition have no meaningful contrast.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  const { violating, passed } = await runAxe(
    page,
    rules ? { type: 'rule', values: rules } : { type: 'tag', values: allRules },
  )
  expect(passed, 'rules that passed').toBeGreaterThan(rules ? 0 : 10)
  return violating
}

/**
 * Runs axe in the page itself, and leaves it there for the next time. The package for Playwright would load it again
 * each time, also into a new tab. It sees no frames; the site has none.
 */
async function runAxe(page: Page, runOnly: RunOnly): Promise<{ violating: string[]; passed: number }> {
  // What passed is only counted, so axe need not describe all of its elements.
  const options: RunOptions = { runOnly, resultTypes: ['violations'] }
  const result = await page.evaluate(async (given) => {
    const { axe: loaded } = globalThis as unknown as { axe?: { run: typeof run } }
    if (!loaded) return undefined
    const { violations: found, passes } = await loaded.run(given)
    const violating = found.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help}: ${target.join(' ')}`),
    )
    return { violating, passed: passes.length }
  }, options)
  if (result) return result
  await page.evaluate(source)
  return await runAxe(page, runOnly)
}
