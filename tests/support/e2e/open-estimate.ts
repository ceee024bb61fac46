import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { insertEstimates } from '#tests/support/estimates/insert-estimates.ts'
import { expect, type Site } from './fixtures.ts'

/** Stores new requests and opens the first one from the list, as the staff member who is signed in. Returns their names. */
export async function openRequest(page: Page, site: Site, count = 1): Promise<string[]> {
  const mark = randomUUID().slice(0, 8)
  const names = Array.from({ length: count }, (_, index) => `Visitor ${index + 1} of ${mark}`)
  await insertEstimates(
    site.database,
    names.map((name) => ({ name })),
  )
  await page.goto('/admin')
  await page.getByRole('link', { name: names[0] ?? '' }).click()
  await expect(page.getByRole('heading', { level: 2, name: names[0] ?? '' })).toBeVisible()
  return names
}

/** The same in a browser that is told of nothing, so that it learns of a colleague's change only when it saves. */
export async function openUntoldRequest(page: Page, site: Site) {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'EventSource'))
  return await openRequest(page, site)
}
