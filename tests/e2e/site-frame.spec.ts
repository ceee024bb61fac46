import type { Page } from '@playwright/test'
import { company } from '#shared/company.ts'
import { expectRuleAtHeights } from '#tests/support/e2e/axe.ts'
import { expect, test, waitForHydration } from '#tests/support/e2e/fixtures.ts'
import { signInAs } from '#tests/support/e2e/sign-in.ts'

const callBar = (page: Page) => page.getByRole('complementary', { name: 'Call us' })

const width = 360

/** The heights go from small phones to large ones. */
const heights = Array.from({ length: 23 }, (_, index) => 560 + index * 20)

test('the call bar leaves every target of a page its size in windows of any height', async ({
  page,
  context,
  site,
}) => {
  test.slow()
  for (const path of ['/', '/estimate', '/auth', '/account'])
    await test.step(path, async () => {
      if (path === '/account') await signInAs(context, site, 'staff')
      await page.setViewportSize({ width, height: 740 })
      await page.goto(path)
      await waitForHydration(page)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectRuleAtHeights(page, 'target-size', heights)
    })
})

test('pages that have the phone number themselves have no call bar', async ({ page, watch }) => {
  watch.expectConsole(/status of 404/)
  watch.expectConsole(/^error: 404: there is no page at/)
  await page.setViewportSize({ width, height: 740 })
  for (const path of ['/confirmation', '/privacy', '/accessibility', '/estimate', '/nothing-here'])
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('link', { name: company.phone.display }).last()).toBeVisible()
      await expect(callBar(page)).toBeHidden()
    })
})

test('the home page is less than 6000 pixels tall on a phone, and in a low window header and call bar scroll away', async ({
  page,
}) => {
  await page.setViewportSize({ width, height: 740 })
  await page.goto('/')
  await page.evaluate(() => document.fonts.ready)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(6000)
  await page.setViewportSize({ width: 320, height: 225 })
  const [header, call] = [page.getByRole('banner'), callBar(page)]
  await page.getByRole('heading', { name: 'What We Do' }).scrollIntoViewIfNeeded()
  await expect(header).not.toBeInViewport()
  await expect(call).not.toBeInViewport()
})

test('a long company name covers nothing of the page and makes it no wider on a phone', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  const [header, main] = [page.getByRole('banner'), page.getByRole('main')]
  const name = header.getByRole('link').getByText(company.name, { exact: true })
  for (const size of [
    { width: 320, height: 568 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(size)
    for (const long of ['Brooklyn and Queens General Contracting and Restoration Corporation', 'Generalunternehmung'])
      await test.step(`${long} at ${size.width} pixels`, async () => {
        const text = await name.elementHandle()
        await text?.evaluate((element, words) => {
          element.textContent = words
        }, long)
        const [headerBox, mainBox] = [await header.boundingBox(), await main.boundingBox()]
        expect(headerBox?.height).toBeLessThanOrEqual(mainBox?.y ?? 0)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
        await text?.evaluate((element, words) => {
          element.textContent = words
        }, company.name)
      })
  }
})

test('the privacy page has what one can do beside its text in a wide window and after it on a phone, and all of it on paper', async ({
  page,
}) => {
  const box = (name: string) => page.getByRole('main').getByRole('heading', { name }).boundingBox()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/privacy')
  const [device, contact, account] = await Promise.all(
    ['On this device', 'Questions about your data?', 'The details'].map(box),
  )
  expect(device?.x).toBeGreaterThan(720)
  expect(contact?.x).toBe(device?.x)
  expect(account?.x).toBeLessThan(720)
  await page.setViewportSize({ width, height: 740 })
  await expect(page.getByRole('heading', { name: 'Questions about your data?' })).toBeHidden()
  expect((await box('On this device'))?.x).toBeLessThan(60)
  const words = page.getByText('(SHA-256)')
  await expect(words).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(words).toBeVisible()
})

test('no borough’s picture shows a part of the next one', async ({ page }) => {
  await page.goto('/')
  const art = await page.locator('img[src*="boroughs"]').first().getAttribute('src')
  await page.goto(String(art).replace(/#.*/, ''))
  // Each view is 96 wide. Lines are 2.5 wide with round ends, which a box of the geometry leaves out.
  const reaching = await page.evaluate(() =>
    [...document.querySelectorAll<SVGGraphicsElement>('g > g, g > path')]
      .map((motif) => motif.getBBox())
      .map(({ x, width }) => [x - 1.25, x + width + 1.25] as const)
      .filter(([from, to]) => from < 0 || to > 96),
  )
  expect(reaching).toEqual([])
})
