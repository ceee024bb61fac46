import { chromium } from '@playwright/test'
import { findBrowser } from '#tests/support/e2e/browser.ts'
import { signInAs } from '#tests/support/e2e/sign-in.ts'
import { insertManyEstimates } from '#tests/support/estimates/insert-many-estimates.ts'
import { startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { median } from './figures.ts'

const visits = 7
const storedRequests = 300
const slowerBy = 4

/** Time to the first card of the list, with cached scripts. */
export async function benchAdmin(): Promise<void> {
  const data = temporaryFolder('bench-admin')
  const database = `file:${data.path}/app.db`
  const server = await startServer({ DATA_DIR: data.path })
  await insertManyEstimates(database, storedRequests, new Date('2026-01-01'))
  const browser = await chromium.launch(await findBrowser())
  const context = await browser.newContext({ viewport: { width: 390, height: 780 } })
  await signInAs(context, { origin: server.origin, database }, 'staff')

  const page = await context.newPage()
  await page.goto(`${server.origin}/admin`)
  await page.getByRole('article').first().waitFor()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowerBy })
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('article')) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => performance.mark('first card')))
    }).observe(document, { childList: true, subtree: true })
  })
  const times: number[] = []
  for (let visit = 0; visit < visits; visit++) {
    await page.goto('about:blank')
    await page.goto(`${server.origin}/admin`)
    await page.waitForFunction(() => performance.getEntriesByName('first card').length > 0)
    times.push(await page.evaluate(() => performance.getEntriesByName('first card')[0]?.startTime ?? Number.NaN))
  }

  await browser.close()
  await server.end('SIGTERM')
  data.remove()
  console.log(`\n/admin to its first card, processor ${slowerBy} times slower, median of ${visits}, in seconds`)
  console.table({ 'the product': (median(times) / 1000).toFixed(2), budget: '1.00' })
}
