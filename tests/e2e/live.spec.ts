import { randomUUID } from 'node:crypto'
import type { Page, Request } from '@playwright/test'
import { expect, test } from '#tests/support/e2e/fixtures.ts'
import { signInAs } from '#tests/support/e2e/sign-in.ts'
import { submitElsewhere } from '#tests/support/e2e/submit-elsewhere.ts'
import { insertEstimates } from '#tests/support/estimates/insert-estimates.ts'

test.use({ role: 'staff' })

const card = (page: Page, name: string) => page.getByRole('article', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const lost = (page: Page) => page.getByRole('status').filter({ hasText: 'Connection lost. Trying again…' })

const newName = () => `Visitor ${randomUUID().slice(0, 8)}`

/** Opens a page of the dashboard and waits for its stream. */
async function openLive(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse((response) => response.url().includes('/estimates.changes'))
  await page.goto(path)
  expect((await stream).status()).toBe(200)
}

/** Sets the visibility that scripts see: in browsers under test every page is visible. */
async function setVisible(page: Page, visible: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    visible ? 'visible' : 'hidden',
  )
}

test('a new estimate appears in an open list by itself, with a count in the title', async ({ page, browser, site }) => {
  await openLive(page, '/admin')
  const [first, second, third] = [newName(), newName(), newName()] as const
  await submitElsewhere(browser, site, first)
  await expect(card(page, first)).toBeVisible()
  // The list may have had it before the stream told of it.
  await expect(page.getByText('New requests since you opened the dashboard: 1')).toBeAttached()
  await expect(page).toHaveTitle(/^Admin dashboard/)

  await setVisible(page, false)
  await submitElsewhere(browser, site, second)
  await expect(page).toHaveTitle(/^\(1\) Admin dashboard/)
  await submitElsewhere(browser, site, third)
  await expect(page).toHaveTitle(/^\(2\) Admin dashboard/)
  await setVisible(page, true)
  await expect(page).toHaveTitle(/^Admin dashboard/)
  await expect(card(page, third)).toBeVisible()
  await expect(page.getByText('New requests since you opened the dashboard: 3')).toBeAttached()
})

test('a new estimate does not move a list that was scrolled', async ({ page, browser, site }) => {
  await insertEstimates(
    site.database,
    Array.from({ length: 30 }, () => ({ name: newName() })),
  )
  await openLive(page, '/admin')
  // The page scrolls only once the list is there.
  await page.getByRole('article').first().waitFor()
  await page.mouse.wheel(0, 2_000)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1_500)
  const read = page.getByRole('article').filter({ visible: true }).nth(6)
  const name = (await read.getByRole('heading', { level: 3 }).textContent()) ?? ''
  const top = async () => Math.round((await card(page, name).boundingBox())?.y ?? Number.NaN)
  const before = await top()
  const count = page.getByRole('heading', { level: 2 })
  const total = await count.textContent()
  await expect(page.getByRole('button', { name: /new request/ })).toHaveCount(0)
  await submitElsewhere(browser, site, newName())
  await expect(count).not.toHaveText(total ?? '')
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(3)

  await button(page, '1 new request').click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect(button(page, '1 new request')).toHaveCount(0)
})

test('a colleague’s change shows, and a note that is being typed stays', async ({ page, context, browser, site }) => {
  const name = newName()
  await insertEstimates(site.database, [{ name }])
  await openLive(page, '/admin')
  const listPage = await context.newPage()
  await openLive(listPage, '/admin')
  await page.getByRole('link', { name }).click()
  await page.getByLabel('Note', { exact: true }).fill('Half a sen')

  const otherContext = await browser.newContext({ baseURL: site.origin })
  const colleague = await signInAs(otherContext, site, 'admin')
  const otherPage = await otherContext.newPage()
  await otherPage.goto(page.url())
  await button(otherPage, 'Completed').click()

  await expect(button(page, 'Completed')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(colleague)
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('Half a sen')
  await expect(card(listPage, name).getByText('completed')).toBeVisible()
  await otherContext.close()
})

test('a lost connection is announced and recovers with the changes that were missed', async ({
  page,
  context,
  browser,
  site,
  watch,
}) => {
  watch.expectConsole(/ERR_INTERNET_DISCONNECTED/)
  await openLive(page, '/admin')
  const [before, meanwhile, after] = [newName(), newName(), newName()] as const
  await submitElsewhere(browser, site, before)
  await expect(card(page, before)).toBeVisible()

  await context.setOffline(true)
  await expect(lost(page)).toBeVisible({ timeout: 10_000 })
  await submitElsewhere(browser, site, meanwhile)
  await expect(card(page, meanwhile)).toHaveCount(0)
  await context.setOffline(false)
  await expect(card(page, meanwhile)).toBeVisible()
  await expect(lost(page)).toHaveCount(0)
  await submitElsewhere(browser, site, after)
  await expect(card(page, after)).toBeVisible()
})

test('signing out ends the stream without announcing a lost connection', async ({ page, watch }) => {
  watch.expectConsole(/Clear-Site-Data/)
  const streams: string[] = []
  page.on('request', (request) => request.url().includes('/estimates.changes') && streams.push(request.url()))
  // The last read of the page: one that is under way while signing out would be refused.
  const counted = page.waitForResponse((response) => response.url().includes('admin.todayCounts'))
  await openLive(page, '/admin')
  await counted
  const isStream = (request: Request) => request.url().includes('/estimates.changes')
  // Either the server or the page ends the stream.
  const ended = Promise.race([
    page.waitForEvent('requestfinished', isStream),
    page.waitForEvent('requestfailed', isStream),
  ])
  await button(page, 'Sign Out').click()
  await ended
  await expect(page).toHaveURL('/')
  expect(streams).toHaveLength(1)
})
