import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { findBrowser } from '#tests/support/e2e/browser.ts'
import { largePhoto } from '#tests/support/estimates/photo-fixtures.ts'
import { startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { rounded } from './figures.ts'
import { options } from './options.ts'

const rounds = options.rounds ?? 3

/** In seconds. */
const allowed = 20

/** Lighthouse's slow 4G, in milliseconds and bytes a second. */
const slow4g = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

/** How long six photos of a phone take over slow 4G, from their choice to "6 photos added". */
export async function benchSentPhotos(): Promise<void> {
  const folder = temporaryFolder('bench-sent-photos')
  const photo = await largePhoto()
  const files = Array.from({ length: 6 }, (_, index) => join(folder.path, `${index}.jpg`))
  for (const file of files) writeFileSync(file, photo)
  const server = await startServer({ DATA_DIR: folder.path })
  const browser = await chromium.launch(await findBrowser())
  try {
    console.log(`\nSix photos of 12 megapixels (${rounded(photo.length / 1e6, 1)} MB each) over slow 4G, 360 wide`)
    const runs = []
    for (let round = 0; round < rounds; round++) runs.push(await sendAll(browser, server.origin, files))
    console.table(runs)
    console.log(`budget: ${allowed} s`)
  } finally {
    await browser.close()
    await server.end('SIGTERM')
    folder.remove()
  }
}

async function sendAll(browser: Browser, origin: string, files: readonly string[]) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  // Playwright does not know the sizes of files in forms.
  await page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData) performance.mark('photo', { detail: (body.get('photo') as File).size })
      send.call(this, body)
    }
  })
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.emulateNetworkConditions', slow4g)
  await page.goto(`${origin}/estimate`, { waitUntil: 'networkidle' })
  const begin = performance.now()
  await page.getByLabel('Photos (optional)').setInputFiles([...files])
  await page.getByText(/^6 photos added/).waitFor({ timeout: 300_000 })
  const seconds = rounded((performance.now() - begin) / 1000, 1)
  const sizes = await page.evaluate(() =>
    performance.getEntriesByName('photo').map((mark) => (mark as PerformanceMark).detail as number),
  )
  await context.close()
  return { seconds, 'sent (kB)': sizes.map((size) => rounded(size / 1000)).join(' ') }
}
