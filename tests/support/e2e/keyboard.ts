import { expect, type Page, test } from '@playwright/test'

/** The name of the focused element, without the mark of required fields; empty where there is none. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return ''
    const { labels } = element as Partial<HTMLInputElement>
    const label = labels?.[0]?.textContent?.replace(/\s*\*\s*$/, '')
    return label ?? element.getAttribute('aria-label') ?? element.textContent ?? ''
  })
}

/** Whether the focused element, or its overlay on a card, has a focus ring. */
export function hasRing(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element) return false
    return [undefined, '::after'].some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element, part)
      return outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2
    })
  })
}

/** The points of the focused element that another element covers. */
export function coveredPoints(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return []
    const { left, top, width, height } = element.getBoundingClientRect()
    const shares = [0.1, 0.5, 0.9]
    return (
      shares
        .flatMap((x) => shares.map((y) => [left + x * width, top + y * height] as const))
        .map(([x, y]) => document.elementFromPoint(x, y))
        .filter((over) => over && !element.contains(over) && !over.contains(element))
        // A field may have a button of its own.
        .filter((over) => !(element instanceof HTMLInputElement && element.parentElement?.contains(over)))
        .map((over) => `${over?.tagName} over ${element.textContent}`)
    )
  })
}

/** Tabs until the element with this name has the focus. */
export async function tabTo(page: Page, key: 'Tab' | 'Shift+Tab', name: string): Promise<void> {
  for (let step = 0; step < 100; step += 1) {
    await page.keyboard.press(key)
    if ((await focusedName(page)) === name) return
  }
  throw new Error(`${key} never gets to "${name}".`)
}

/** The same, and expects that the focus is seen there: a message in the corner may cover its edge. */
export async function reach(page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await test.step(name, async () => {
    await tabTo(page, key, name)
    expect(await hasRing(page), `a ring around "${name}"`).toBe(true)
    expect((await coveredPoints(page)).length, 'covered points of nine').toBeLessThanOrEqual(3)
  })
}
