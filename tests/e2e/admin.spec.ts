import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { hash } from 'bcryptjs'
import { goodPassword, sendCredentials } from '#tests/support/e2e/accounts.ts'
import { expectOpenInEachLook } from '#tests/support/e2e/axe.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'
import { hostileTexts } from '#tests/support/e2e/hostile-texts.ts'
import { signInAs } from '#tests/support/e2e/sign-in.ts'
import { insertEstimates } from '#tests/support/estimates/insert-estimates.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'

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

test.describe('a signed-out visitor', () => {
  test('a signed-out visitor is sent to sign in, and Back leads to the page before', async ({ page }) => {
    await page.goto('/')
    await page.goto('/admin')
    await expect(page).toHaveURL('/auth?next=%2Fadmin')
    await page.goBack()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL('/')
  })

  test('a signed-out visitor comes back to the whole address after signing in', async ({ page, site }) => {
    const email = `${randomUUID()}@example.com`
    await insertSignedIn(site.database, { email, role: 'staff', passwordHash: await hash(goodPassword, 4) })
    await page.goto('/admin?status=new&sort=budget')
    await expect(page).toHaveURL(`/auth?next=${encodeURIComponent('/admin?status=new&sort=budget')}`)
    await sendCredentials(page, 'Sign In', email, goodPassword)
    await expect(page).toHaveURL('/admin?status=new&sort=budget')
    await expect(page.getByLabel('Sort by')).toHaveValue('budget')
  })
})

test.describe('an account without a role', () => {
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
})

test.describe('the staff', () => {
  test('a staff member sees the estimates, newest first', async ({ page, context, site }) => {
    await insertEstimates(site.database, numbered(3))
    await signInAs(context, site, 'staff')
    await page.goto('/admin')
    await expect(page.getByRole('heading', { level: 2, name: /^Project Estimates \([\d,]+\)$/ })).toBeVisible()
    const [first, second, third] = await page.getByRole('heading', { level: 3 }).allTextContents()
    expect([first, second, third]).toEqual(['Visitor 1', 'Visitor 2', 'Visitor 3'])
  })

  test('the list loads further pages on scrolling, and Back restores the place in it', async ({
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
  })

  test('the dashboard is accessible, and every card is reached by keyboard', async ({ page, context, site }) => {
    await insertEstimates(site.database, numbered(60))
    await signInAs(context, site, 'admin')
    await page.goto('/admin')
    await cards(page).first().getByRole('link').first().focus()
    // A card has three links; rows behind unmount while those ahead mount.
    for (let press = 0; press < 100; press += 1) await page.keyboard.press('Tab')
    const row = page.locator('li[aria-posinset]').filter({ has: page.locator(':focus') })
    await expect(row).toHaveAttribute('aria-posinset', '34')
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
    const counted = page.waitForResponse((response) => response.url().includes('/admin.todayCounts'))
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
})

test('visitors’ texts are shown as text and run nothing', async ({ page, context, site }) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const hostile = hostileTexts.map((text) => ({
    name: text,
    email: text,
    phone: text,
    location: text,
    projectDescription: text,
    specificRequirements: text,
  }))
  await insertEstimates(site.database, hostile)
  await signInAs(context, site, 'admin')
  await page.goto('/admin')
  for (const payload of hostileTexts) {
    const card = cards(page).filter({ has: page.getByRole('heading', { name: payload, exact: true }) })
    await card.first().scrollIntoViewIfNeeded()
    // Name, email, phone, location and both texts.
    await expect(card.first().getByText(payload, { exact: true })).toHaveCount(6)
  }
  expect(await cards(page).locator('script, img, iframe, input, video, style, link, meta, details').count()).toBe(0)
  // The watch fixture fails on policy violations and foreign requests.
  expect(dialogs).toEqual([])
})
