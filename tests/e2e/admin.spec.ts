import type { Page } from '@playwright/test'
import { expectOpenInEachLook } from '#tests/support/e2e/axe.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'
import { signInAs } from '#tests/support/e2e/sign-in.ts'
import { insertEstimates } from '#tests/support/estimates/insert-estimates.ts'

const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Visitor ${index + 1}` }))
const cards = (page: Page) => page.getByRole('article')
const progress = (page: Page) => page.getByText(/^[\d,]+ of [\d,]+ loaded$/)

/** The numbers in "50 of 312 loaded". */
async function loadedOf(page: Page): Promise<[loaded: number, total: number]> {
  const text = (await progress(page).textContent()) ?? ''
  const [loaded = Number.NaN, total = Number.NaN] = text.replaceAll(',', '').match(/\d+/g)?.map(Number) ?? []
  return [loaded, total]
}

/** The name on the card in the middle of the window. Looks at two points, since one may be between two cards. */
function nameInTheMiddle(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const [x, y] = [window.innerWidth / 2, window.innerHeight / 2]
    const elements = [y, y + 20].map((each) => document.elementFromPoint(x, each)?.closest('article'))
    return elements.find(Boolean)?.querySelector('h3')?.textContent
  })
}

/** The scroll distance while new cards are measured. */
function movement(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const before = window.scrollY
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return window.scrollY - before
  })
}

test('an account without a role is told that privileges may be missing, and whom to ask, on an accessible page', async ({
  page,
  context,
  site,
  watch,
}) => {
  watch.expectConsole(/status of 403/)
  const email = await signInAs(context, site, 'user')
  await page.goto('/admin')
  await expect(page.getByText('Failed to load estimates. You may not have admin privileges.')).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Your account can’t view estimate requests' })).toBeVisible()
  await expect(page.getByText('Welcome,')).toContainText(email)
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(cards(page)).toHaveCount(0)
  await expectOpenInEachLook(page)
})

test('the list loads further pages on scrolling, and Back restores the place in it, as reloading does', async ({
  page,
  context,
  site,
}) => {
  await insertEstimates(site.database, numbered(120))
  await signInAs(context, site, 'admin')
  await page.goto('/admin')
  await expect(progress(page)).toHaveText(/^50 of/)
  const [, total] = await loadedOf(page)
  expect(total).toBeGreaterThanOrEqual(120)

  await expect(async () => {
    // The End key scrolls smoothly, which would go on after the next scroll.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    expect((await loadedOf(page))[0]).toBe(total)
  }).toPass()
  expect(await cards(page).count()).toBeLessThan(30)

  await page.evaluate(() => window.scrollTo(0, 8000))
  await expect.poll(() => movement(page)).toBe(0)
  const seen = await nameInTheMiddle(page)
  expect(seen).toMatch(/^Visitor \d+$/)
  const position = await page.evaluate(() => {
    document.querySelector<HTMLElement>('nav a[href="/account"]')?.click()
    return window.scrollY
  })
  expect(position).toBeGreaterThan(7000)
  await expect(page).toHaveURL('/account')
  await page.goBack()
  await expect(progress(page)).toHaveText(`${total} of ${total} loaded`)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(position)
  await expect.poll(() => nameInTheMiddle(page)).toBe(seen)

  await page.reload()
  await expect(progress(page)).toHaveText(`${total} of ${total} loaded`)
  await expect.poll(() => nameInTheMiddle(page)).toBe(seen)
  await page.getByRole('link', { name: String(seen), exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: String(seen) })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 2, name: String(seen) })).toBeVisible()
  await page.goBack()
  await expect.poll(() => nameInTheMiddle(page)).toBe(seen)
})

test('a copied card says which value is which', async ({ page, context, site }) => {
  await insertEstimates(site.database, [{ name: 'Copied Visitor', projectDescription: 'New cabinets.' }])
  await signInAs(context, site, 'admin')
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/admin?q=Copied&view=cards')
    await expect(cards(page)).toHaveCount(1)
    const copied = await cards(page).evaluate((card) => {
      const selection = getSelection()
      selection?.selectAllChildren(card)
      return selection?.toString() ?? ''
    })
    for (const label of ['Type', 'Location', 'Budget', 'Submitted'])
      expect(copied).toMatch(new RegExp(`\\b${label}: \\S`))
    expect(copied).toMatch(/Description\s+New cabinets\./)
  }
})

test('the dashboard is accessible, and every card is reached by keyboard', async ({ page, context, site }) => {
  await insertEstimates(site.database, numbered(60))
  await signInAs(context, site, 'admin')
  await page.goto('/admin?view=cards')
  await cards(page).first().getByRole('link').first().focus()
  // A card has four links; rows behind unmount while those ahead mount.
  for (let press = 0; press < 100; press += 1) await page.keyboard.press('Tab')
  const row = page.locator('li[aria-posinset]').filter({ has: page.locator(':focus') })
  await expect(row).toHaveAttribute('aria-posinset', '26')
  await expect(row).toBeInViewport()
  // The header would cover a part of the first card in the window, and with it the size of its links.
  await row.evaluate((element) => {
    element.scrollIntoView({ block: 'start' })
  })
  await expectOpenInEachLook(page)
})

test('signing out leads to the home page, and Back does not show the list again', async ({
  page,
  context,
  site,
  watch,
}) => {
  watch.expectConsole(/^info: Clear-Site-Data header on .+: Cleared data types: "cache"\.$/)
  await insertEstimates(site.database, numbered(1))
  await signInAs(context, site, 'admin')
  await page.goto('/privacy')
  // The last read of the page: one that is under way while signing out would be refused.
  const counted = page.waitForResponse((response) => response.url().includes('admin.todayCounts'))
  await page.goto('/admin')
  await counted
  await expect(cards(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/privacy')
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/auth(?:\?|$)/)
  await expect(cards(page)).toHaveCount(0)
})
