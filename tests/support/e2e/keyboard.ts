import { expect, type Page, test } from '@playwright/test'

export type Focus = {
  /** The name of the focused element, without the mark of required fields; empty where there is none. */
  readonly name: string
  /** Whether the element, or its overlay on a card, has a focus ring. */
  readonly hasRing: boolean
  /** Returns those of nine points of the element that another element covers. */
  readonly covered: string[]
}

/** Everything is in one call, because each takes longer than what it does in the page. */
export function readFocus(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return { name: '', hasRing: false, covered: [] }
    const { labels } = element as Partial<HTMLInputElement>
    const label = labels?.[0]?.textContent?.replace(/\s*\*\s*$/, '')
    const name = label ?? element.getAttribute('aria-label') ?? element.textContent ?? ''

    const hasRing = [undefined, '::after'].some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element, part)
      return outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2
    })

    const { left, top, width, height } = element.getBoundingClientRect()
    const shares = [0.1, 0.5, 0.9]
    const covered = shares
      .flatMap((x) => shares.map((y) => [left + x * width, top + y * height] as const))
      .map(([x, y]) => document.elementFromPoint(x, y))
      .filter((over) => over && !element.contains(over) && !over.contains(element))
      // A field may have a button of its own.
      .filter((over) => !(element instanceof HTMLInputElement && element.parentElement?.contains(over)))
      .map((over) => `${over?.tagName} over ${element.textContent}`)
    return { name, hasRing, covered }
  })
}

/** The name in {@link readFocus}. */
export async function focusedName(page: Page): Promise<string> {
  return (await readFocus(page)).name
}

/** Tabs until the element with this name has the focus. */
export async function tabTo(page: Page, key: 'Tab' | 'Shift+Tab', name: string): Promise<Focus> {
  for (let step = 0; step < 100; step += 1) {
    await page.keyboard.press(key)
    const focus = await readFocus(page)
    if (focus.name === name) return focus
  }
  throw new Error(`${key} never gets to "${name}".`)
}

/** The same, and expects that the focus is seen there: a message in the corner may cover its edge. */
export async function reach(page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await test.step(name, async () => {
    const { hasRing, covered } = await tabTo(page, key, name)
    expect(hasRing, `a ring around "${name}"`).toBe(true)
    expect(covered.length, 'covered points of nine').toBeLessThanOrEqual(3)
  })
}
