import type { Locator } from '@playwright/test'

/** @returns pixels from the top of the window, negative above it; NaN for an element that is not shown */
export async function top(element: Locator): Promise<number> {
  return (await element.boundingBox())?.y ?? Number.NaN
}
