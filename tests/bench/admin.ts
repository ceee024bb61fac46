import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { findBrowser } from '#tests/support/e2e/browser.ts'
import { signInAs } from '#tests/support/e2e/sign-in.ts'
import { insertManyEstimates } from '#tests/support/estimates/insert-many-estimates.ts'
import { median } from '#tests/support/percentile.ts'
import { startServer, temporaryFolder } from '#tests/support/server/server-process.ts'

const visits = 7
const storedRequests = 300
const slowerBy = 4
const viewport = { width: 390, height: 780 }

/** The network is that of Lighthouse's slow 4G. */
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

const address = '/admin/today'
const rowSelector = '[data-estimate]'

/** Times to the first row of Today: with cached scripts, and on the first visit over a slow network. */
export async function benchAdmin(): Promise<void> {
  const data = temporaryFolder('bench-admin')
  const database = `file:${data.path}/app.db`
  const server = await startServer({ DATA_DIR: data.path })
  // Today folds what is overdue for days.
  await insertManyEstimates(database, storedRequests, new Date(Date.now() - 3_600_000))
  const browser = await chromium.launch(await findBrowser())
  const context = await browser.newContext({ viewport })
  await signInAs(context, { origin: server.origin, database }, 'staff')

  const page = await openBlank(context)
  await page.goto(server.origin + address)
  await page.locator(rowSelector).first().waitFor()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowerBy })
  const times: number[] = []
  for (let visit = 0; visit < visits; visit++) {
    await page.goto('about:blank')
    times.push(await msToFirstRow(page, server.origin))
  }

  const firstTimes: number[] = []
  for (let visit = 0; visit < visits; visit++) {
    const fresh = await browser.newContext({ viewport, storageState: await context.storageState() })
    const freshPage = await openBlank(fresh)
    const session = await fresh.newCDPSession(freshPage)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', network)
    firstTimes.push(await msToFirstRow(freshPage, server.origin))
    await fresh.close()
  }

  await browser.close()
  await server.end('SIGTERM')
  data.remove()
  console.log(`\n${address} to its first row, processor ${slowerBy} times slower, median of ${visits}, in seconds`)
  console.table({ 'the product': (median(times) / 1000).toFixed(2), budget: '1.00' })
  console.log(`\n${address} to its first row on a first visit, 1.6 Mbit/s with 150 ms, median in seconds`)
  console.table({ 'the product': (median(firstTimes) / 1000).toFixed(2), budget: '2.40' })
}

async function openBlank(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript((selector) => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector(selector)) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => performance.mark('first row')))
    }).observe(document, { childList: true, subtree: true })
  }, rowSelector)
  return page
}

async function msToFirstRow(page: Page, origin: string): Promise<number> {
  await page.goto(origin + address)
  await page.waitForFunction(() => performance.getEntriesByName('first row').length > 0)
  return await page.evaluate(() => performance.getEntriesByName('first row')[0]?.startTime ?? Number.NaN)
}
