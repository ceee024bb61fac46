import type { Browser } from '@playwright/test'
import { estimateInput, newVisitor } from '#tests/support/estimates/estimate-input.ts'
import { fromElsewhere } from '#tests/support/server/sender-ip.ts'
import { expect, type Site } from './fixtures.ts'

/** Sends the form of a visitor with this name, in another browser. */
export async function submitElsewhere(browser: Browser, site: Site, name: string): Promise<void> {
  const visitor = await browser.newContext({ baseURL: site.origin, extraHTTPHeaders: fromElsewhere() })
  const data = estimateInput({ ...newVisitor(), name })
  expect((await visitor.request.post('/api/trpc/estimates.submit', { data })).status()).toBe(200)
  await visitor.close()
}
