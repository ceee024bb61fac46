// The visitors' main flows in browsers other than Chromium, on the production build. Debian has both browsers:
// apt-get install firefox-esr webkit2gtk-driver xvfb
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { type BrowserPage, openFirefox, openWebKit } from './driver.ts'

const browsers = { firefox: openFirefox, webkit: openWebKit }
const maxWaitMs = 20_000

/** Waits until an expression in the page is true. */
async function until(page: BrowserPage, expression: string): Promise<void> {
  const giveUpAt = performance.now() + maxWaitMs
  while ((await page.run(`return Boolean(${expression})`)) !== true) {
    if (performance.now() > giveUpAt) throw new Error(`It never came true: ${expression}`)
    await delay(50)
  }
}

const hydrated = "document.documentElement.dataset.hydrated === 'true'"
const heading = (text: string) => `document.querySelector('h1')?.textContent.includes(${JSON.stringify(text)})`
const shows = (text: string) => `document.body.textContent.includes(${JSON.stringify(text)})`

function choose(page: BrowserPage, id: string, value: string): Promise<unknown> {
  return page.run(
    `const select = document.getElementById('${id}'); select.value = '${value}'; select.dispatchEvent(new Event('input', { bubbles: true })); select.dispatchEvent(new Event('change', { bubbles: true }))`,
  )
}

async function sendsAnEstimate(page: BrowserPage, origin: string): Promise<void> {
  await page.open(`${origin}/estimate?type=kitchen-remodel`)
  await until(page, hydrated)
  await page.click('main button[type=submit]')
  await until(page, "document.querySelector('[role=alert]')?.textContent.includes('Please fix')")
  await until(page, "document.activeElement?.id === 'estimate-name'")
  const covered = await page.run(`
    const label = document.activeElement.labels[0]
    return [document.activeElement, label].filter((part) => {
      const { left, width, top, bottom } = part.getBoundingClientRect()
      return [top + 1, bottom - 1].some((y) => !part.contains(document.elementFromPoint(left + width / 2, y)))
    }).length`)
  assert.equal(covered, 0, 'the focused field and its label are visible')
  await page.type('#estimate-name', 'Ada Romero')
  await page.type('#estimate-email', 'ada@example.com')
  await page.type('#estimate-location', 'Astoria, NY 11102')
  await choose(page, 'estimate-timeline', '1-2-months')
  await choose(page, 'estimate-budgetRange', '50k-100k')
  await until(page, shows('Your answers are saved on this device.'))
  await page.open(`${origin}/estimate`)
  await until(page, `${hydrated} && document.getElementById('estimate-name').value === 'Ada Romero'`)
  await page.click('main button[type=submit]')
  await until(page, heading('Thank You!'))
  await until(page, shows('Your reference is'))
}

async function signsUp(page: BrowserPage, origin: string): Promise<void> {
  await page.open(`${origin}/auth`)
  await until(page, hydrated)
  await page.click('#auth-tab-sign-up')
  await until(page, `document.getElementById('sign-up-email') !== null`)
  await page.type('#sign-up-email', 'ada@example.com')
  await page.type('#sign-up-password', 'drywall and daylight')
  await page.click('main button[type=submit]')
  await until(page, shows('One more step'))
}

async function readsTheSite(page: BrowserPage, origin: string): Promise<void> {
  for (const path of ['/', '/privacy', '/no-such-page']) {
    await page.open(`${origin}${path}`)
    await until(page, hydrated)
    const overflow = await page.run('return document.documentElement.scrollWidth - innerWidth')
    assert.ok(Number(overflow) <= 0, `${path} is no wider than the window`)
  }
}

const flows = { readsTheSite, sendsAnEstimate, signsUp }

const chosen = process.argv.slice(2)
const data = temporaryFolder('browsers')
const server = await startServer({ DATA_DIR: data.path })
for (const [name, open] of Object.entries(browsers)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  const page = await open()
  for (const [flow, run] of Object.entries(flows))
    try {
      await run(page, server.origin)
      console.log(`${page.version}: ${flow} works`)
    } catch (error) {
      console.log(`${page.version}: ${flow} fails: ${error}`)
      process.exitCode = 1
    }
  await page.close()
}
await server.end('SIGTERM')
data.remove()
