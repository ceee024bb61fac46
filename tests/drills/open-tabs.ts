import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { findBrowser } from '#tests/support/e2e/browser.ts'
import { signInAs } from '#tests/support/e2e/sign-in.ts'
import type { Drill, DrillRun } from './harness/drill.ts'
import { makeNextBuild } from './harness/next-build.ts'
import { openScene } from './harness/scene.ts'
import { spawnServer } from './harness/server.ts'

const tabsOfEach = 10

/** A page, a link on it to a page whose script is not loaded yet, and a heading or field of that page. */
type Visit = readonly [path: string, link: string, arrived: (page: Page) => Promise<unknown>]

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name }).first().waitFor()
const nameField = (page: Page) => page.getByLabel('Full Name').waitFor()

const visitorVisits: readonly Visit[] = [
  ['/', 'Free Estimate', nameField],
  ['/privacy', 'Free Estimate', nameField],
  ['/estimate', 'Privacy', heading('Privacy')],
]
const staffVisits: readonly Visit[] = [
  ['/admin/today', 'Reports', heading('Reports')],
  ['/admin', 'Reports', heading('Reports')],
  ['/admin/reports', 'Today', heading('Today')],
]

/** Tabs stay open while the build is replaced, each needs another script afterward, and none may show an error. */
async function openTabs(drill: DrillRun): Promise<void> {
  const scene = await openScene(drill)
  const { dataDir, databaseUrl } = scene.place
  const port = Number(new URL(scene.origin).port)
  const next = makeNextBuild(drill)
  const start = async (dist: string) => {
    const server = spawnServer({ dist, port, settings: scene.settings })
    drill.defer(() => server.end('SIGKILL'))
    await server.ready()
    return server
  }
  let server = await start(drill.dist)

  const browser = await chromium.launch(await findBrowser())
  drill.defer(() => browser.close())
  const [visitors, staff] = [await browser.newContext(), await browser.newContext()]
  await signInAs(staff, { origin: scene.origin, database: databaseUrl }, 'staff')

  const deploys = [
    { what: 'forward', dist: next, keepsAssets: true, maxLoads: 1, whileAway: false },
    { what: 'back', dist: drill.dist, keepsAssets: true, maxLoads: 1, whileAway: false },
    { what: 'forward without kept assets', dist: next, keepsAssets: false, maxLoads: 2, whileAway: false },
    { what: 'during the restart', dist: drill.dist, keepsAssets: false, maxLoads: 2, whileAway: true },
  ]
  for (const { what, dist, keepsAssets, maxLoads, whileAway } of deploys) {
    const tabs = [
      ...(await open(visitors, scene.origin, visitorVisits)),
      ...(await open(staff, scene.origin, staffVisits)),
    ]
    const pressAll = async () => {
      for (const tab of tabs) await tab.press()
    }
    await server.end('SIGTERM')
    if (!keepsAssets) rmSync(join(dataDir, 'assets'), { recursive: true })
    if (whileAway) await pressAll()
    server = await start(dist)
    if (!whileAway) await pressAll()
    const arrived = await Promise.all(tabs.map((tab) => tab.arrives()))
    const failed = tabs.filter((_tab, index) => !arrived[index]).map(({ path }) => path)
    drill.check(`${what}: every tab arrives`, failed.length === 0, failed)
    const loads = Math.max(...tabs.map((tab) => tab.loads()))
    drill.check(`${what}: no tab is loaded again and again`, loads <= maxLoads, loads)
    drill.figure(what, `${tabs.length - failed.length} of ${tabs.length}`)
    await Promise.all(tabs.map((tab) => tab.page.close()))
  }
}

async function open(context: BrowserContext, origin: string, visits: readonly Visit[]) {
  const tabs = []
  for (let index = 0; index < tabsOfEach; index++) {
    const [path, link, arrived] = visits[index % visits.length] as Visit
    const page = await context.newPage()
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    await page.goto(origin + path)
    await page.locator('html[data-hydrated]').waitFor()
    tabs.push({
      path,
      page,
      /** Counts how often its document was asked for. */
      loads: () => loads,
      press: () => page.getByRole('link', { name: link, exact: true }).first().click(),
      arrives: () =>
        Promise.race([
          arrived(page).then(() => true),
          page
            .getByRole('heading', { name: 'Something went wrong' })
            .waitFor()
            .then(() => false),
        ]).catch(() => false),
    })
  }
  return tabs
}

export const openTabDrills: readonly Drill[] = [
  { id: 'TABS', title: 'open tabs while the build is replaced', engine: 'sqlite', run: openTabs },
]
