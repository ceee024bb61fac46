import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#tests/support/e2e/fixtures.ts'
import { openRequest } from '#tests/support/e2e/open-estimate.ts'
import { signInAs } from '#tests/support/e2e/sign-in.ts'
import { top } from '#tests/support/e2e/top.ts'
import { insertEstimates } from '#tests/support/estimates/insert-estimates.ts'

test.use({ role: 'staff' })

const cards = (page: Page) => page.getByRole('article')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const style = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)

const phone = { width: 360, height: 740 }

async function expectFootClear(page: Page): Promise<void> {
  const tabs = page.getByRole('navigation', { name: 'Sections' })
  const box = async (element: Locator) => {
    const found = await element.boundingBox()
    if (!found) throw new Error('The element is not on the page.')
    return { ...found, bottom: found.y + found.height }
  }
  for (const tab of await tabs.locator('a, button').all()) {
    const { height, width } = await box(tab)
    expect(Math.min(height, width)).toBeGreaterThanOrEqual(44)
  }
  const bar = await box(page.locator('[data-tab-bar]'))
  expect(bar.bottom).toBe(phone.height)
  const work = await box(page.getByRole('navigation', { name: 'Requests' }).locator('xpath=../..'))
  expect(work.bottom).toBeLessThanOrEqual(bar.y)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  expect((await box(page.getByRole('region', { name: 'Timeline' }))).bottom).toBeLessThanOrEqual(work.y)

  await tabs.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeInViewport()
  await page.keyboard.press('Escape')
  await page.emulateMedia({ media: 'print' })
  await expect(tabs).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  // This is a phone at 400% zoom, held sideways.
  await page.setViewportSize({ width: 360, height: 225 })
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(tabs).not.toBeInViewport()
}

test('five cards fit into a desktop window and three into a phone’s, with all of a long text in the page', async ({
  page,
  site,
}) => {
  const projectDescription = `${'Cabinets and an island. '.repeat(80)}The end.`
  const location = 'Washington Heights, Manhattan, NY 10033'
  await insertEstimates(
    site.database,
    Array.from({ length: 6 }, () => ({ projectDescription, specificRequirements: null, location })),
  )
  for (const [size, count] of [
    [{ width: 1440, height: 900 }, 5],
    [phone, 3],
  ] as const) {
    await page.setViewportSize(size)
    await page.goto('/admin?view=cards')
    const last = cards(page).nth(count - 1)
    await expect(last).toContainText('The end.')
    await expect
      .poll(async () => (await top(last)) + ((await last.boundingBox())?.height ?? 0))
      .toBeLessThan(size.height)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  const place = cards(page).first().getByText(location)
  expect(await place.evaluate((node) => node.closest('div')?.scrollWidth === node.closest('div')?.clientWidth)).toBe(
    true,
  )
})

test('on a phone a row of tabs that is too wide goes on to the window’s edge and fades there, and ends beside the page', async ({
  page,
  site,
}) => {
  await insertEstimates(site.database, [{ createdAt: new Date(Date.now() - 48 * 3_600_000), status: 'new' }])
  await page.setViewportSize({ width: 320, height: 740 })
  for (const [path, row] of [
    ['/admin', page.getByRole('group', { name: 'Status' }).locator('> div')],
    ['/admin/today', page.getByRole('navigation', { name: 'Today’s sections' })],
  ] as const) {
    await page.goto(path)
    await expect(row).toBeVisible()
    const last = row.locator('a, button').last()
    const right = async (element: Locator) =>
      Math.round((await element.evaluate((node) => node.getBoundingClientRect())).right)
    expect(await row.evaluate((node) => getComputedStyle(node, '::after').backgroundImage)).toContain('gradient')
    expect(await right(row)).toBe(320)
    expect(await right(last)).toBeGreaterThan(320)
    await row.evaluate((node) => node.scrollTo(1_000, 0))
    expect(await right(last)).toBeLessThanOrEqual(320 - 16)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
})

test('the filters stay open when one comes back from an estimate, and Sort by stays in its place', async ({
  page,
  site,
}) => {
  const [day, now] = [86_400_000, Date.now()]
  const name = `Late ${now}`
  await insertEstimates(
    site.database,
    [2, 9, 5].map((days) => ({
      name: `${name} ${days}`,
      status: 'new',
      createdAt: new Date(now - days * day),
      dueAt: new Date(now - (days - 1) * day),
      firstContactAt: null,
    })),
  )
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/admin')
  const sort = page.getByLabel('Sort by')
  const before = await sort.boundingBox()
  await button(page, 'Filters').click()
  expect(await sort.boundingBox()).toEqual(before)
  await page.getByLabel('Response', { exact: true }).selectOption('Overdue')
  await page.getByRole('searchbox').fill(name)
  await expect(page).toHaveURL(/q=/)
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([9, 5, 2].map((days) => `${name} ${days}`))
  await page.getByRole('link', { name: `${name} 9` }).click()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await page.goBack()
  await expect(button(page, 'Filters')).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByLabel('Response', { exact: true })).toHaveValue('overdue')
})

test('forced colors show what is chosen', async ({ page, site }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openRequest(page, site)
  const background = (name: string) => style(button(page, name), 'background-color')
  for (const [chosen, other] of [
    ['New', 'Completed'],
    ['Open', 'Won'],
  ] as const)
    expect(await background(chosen)).not.toBe(await background(other))
  await button(page, 'Visit').click()
  expect(await background('Visit')).not.toBe(await background('Call'))
  expect(await style(page.getByText('new', { exact: true }).locator('..'), 'border-top-width')).toBe('1px')

  const section = (name: string) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name })
  expect(await style(section('Requests'), 'border-bottom-color')).not.toBe(
    await style(section('Reports'), 'border-bottom-color'),
  )
  await section('Reports').click()
  const swatches = page.getByRole('figure').getByRole('listitem')
  await expect(swatches.nth(2)).toBeVisible()
  const colors = await swatches.evaluateAll((items) =>
    items.map((item) => getComputedStyle(item, '::before').backgroundColor),
  )
  expect(new Set(colors).size).toBe(colors.length)
})

test('on a phone the project comes before the controls, and a bar leads to the call and its log', async ({
  page,
  site,
}) => {
  await page.setViewportSize(phone)
  await openRequest(page, site)
  const log = page.getByRole('group', { name: 'Log contact' })
  expect(await top(page.getByText('New cabinets'))).toBeLessThan(await top(log))
  await expect(page.getByRole('link', { name: 'Call', exact: true })).toHaveAttribute('href', 'tel:+17185550110')
  await expect(page.getByRole('link', { name: 'Back to the list' })).toBeInViewport()

  await button(page, 'Log call').click()
  await expect(page.getByLabel('Call notes (optional)')).toBeFocused()
  await expect(page.getByLabel('Call notes (optional)')).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByText('Called', { exact: true })).toBeVisible()
  await test.step('the tabs and the bar stand at the foot, and cover nothing', () => expectFootClear(page))
})

test('on a phone one menu has Export, Home, Account, Sign Out and the Welcome line', async ({
  page,
  context,
  site,
}) => {
  await page.setViewportSize(phone)
  await insertEstimates(site.database, [{}])
  const email = await signInAs(context, site, 'admin')
  await page.goto('/admin')
  await expect(cards(page).first()).toBeVisible()
  await expect(button(page, 'Sign Out')).toBeHidden()
  await button(page, 'Menu').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Welcome,')).toContainText(email)
  for (const name of ['Export CSV', 'Export Excel', 'Sign Out']) await expect(button(page, name)).toBeVisible()
  for (const name of ['Home', 'Account']) await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(button(page, 'Export CSV')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Sign Out')).toBeHidden()
  await expect(button(page, 'Menu')).toBeFocused()
})

test('at 400 % zoom and on a phone held sideways nothing stays in the window while one scrolls', async ({
  page,
  site,
}) => {
  const sizes = [
    { width: 320, height: 225 },
    { width: 740, height: 360 },
  ]
  await openRequest(page, site, 2)
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.getByRole('heading', { name: 'Timeline' }).scrollIntoViewIfNeeded()
    await expect(page.getByRole('link', { name: 'Back to the list' })).not.toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
  }
  await page.goto('/admin?view=cards')
  for (const size of sizes) {
    await page.setViewportSize(size)
    await cards(page).nth(1).scrollIntoViewIfNeeded()
    await expect(page.getByRole('heading', { level: 2 })).not.toBeInViewport()
  }
})
