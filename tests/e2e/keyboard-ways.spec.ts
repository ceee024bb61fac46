import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { dayMs } from '#shared/durations.ts'
import { cheapHash, goodPassword } from '#tests/support/e2e/accounts.ts'
import { newEmail } from '#tests/support/e2e/estimate-form.ts'
import { expect, test, waitForHydration } from '#tests/support/e2e/fixtures.ts'
import { focusedName, reach } from '#tests/support/e2e/keyboard.ts'
import { insertEstimates } from '#tests/support/estimates/insert-estimates.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'

// Each stop is named by the keys that lead to it; docs/accessibility.md lists them.

test.use({ viewport: { width: 1440, height: 900 } })

const main = (page: Page) => page.getByRole('main')

test('a visitor gets from the home page to the thank-you page by keyboard alone', async ({ page, site }) => {
  const email = newEmail()
  await page.goto('/')
  await waitForHydration(page)
  const stop = (name: string) => reach(page, name)
  const fill = async (name: string, text: string) => {
    await stop(name)
    await page.keyboard.type(text)
  }
  await stop('Skip to content')
  await stop('Free Estimate')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/estimate')
  await expect(main(page)).toBeFocused()
  await fill('Full Name', 'Ada Romero')
  await fill('Email Address', email)
  await fill('Phone Number', '646 555 0177')
  await fill('Best time to call', 'Evening')
  await fill('Project Type', 'Kitchen')
  await fill('Property Type', 'Condo')
  await fill('Square Footage', '1200')
  await fill('Project Location', 'Astoria, NY 11102')
  await fill('Desired Timeline', 'As Soon')
  await stop('Get My Free Estimate')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Budget Range')).toBeFocused()
  await page.keyboard.type('$50,000')
  await stop('This is an urgent project')
  await page.keyboard.press('Space')
  await stop('Get My Free Estimate')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/confirmation')
  await expect(main(page)).toBeFocused()
  await stop('Call Now for Immediate Help')
  await stop('Return to Homepage')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  expect(await site.storedFor(email)).toMatchObject([
    {
      best_time: 'evening',
      project_type: 'kitchen-remodel',
      property_type: 'condo',
      square_footage: 1200,
      timeline: 'asap',
      budget_range: '50k-100k',
      urgent: 1,
    },
  ])
})

test('a colleague works a day by keyboard alone', async ({ page, site, watch }) => {
  // Chromium logs this when signing out.
  watch.expectConsole(/Clear-Site-Data/)
  test.slow()
  const mark = randomUUID().slice(0, 8)
  const [waiting, colleague] = [`Ida ${mark}`, `ben-${mark}@example.com`]
  // It is the latest that is overdue, so that it comes first.
  await insertEstimates(site.database, [
    { name: waiting, status: 'new', createdAt: new Date(Date.now() - dayMs - 1_000) },
  ])
  const { email } = await insertSignedIn(site.database, { role: 'admin', passwordHash: await cheapHash() })
  const stop = (name: string, key?: 'Tab' | 'Shift+Tab') => reach(page, name, key)
  const press = async (name: string, key?: 'Tab' | 'Shift+Tab') => {
    await stop(name, key)
    await page.keyboard.press('Enter')
  }

  await page.goto('/auth?next=/admin/today')
  await waitForHydration(page)
  await stop('Email')
  await page.keyboard.type(email)
  await stop('Password')
  await page.keyboard.type(goodPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/today')
  await expect(main(page)).toBeFocused()
  await expect(main(page).getByRole('link', { name: waiting, exact: true })).toBeVisible()

  // Past the header to the counts of the day.
  await press('Skip to content')
  await page.keyboard.press('Tab')
  expect(await focusedName(page)).toMatch(/^Overdue/)

  await press(`Log call… with ${waiting}`)
  await expect(main(page).getByLabel('Call notes (optional)')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(main(page).getByText('Call logged. Now in progress.')).toBeVisible()

  // Back: other tests may have left many rows ahead.
  await press('Requests', 'Shift+Tab')
  await expect(page.getByRole('heading', { name: /^Project Estimates/ })).toBeVisible()
  await stop('Search')
  await page.keyboard.type(mark)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Project Estimates (1)')
  await press(waiting)
  await expect(page.getByRole('heading', { level: 2, name: waiting })).toBeVisible()
  await stop('Note')
  await page.keyboard.type('Wants oak')
  await press('Add note')
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Wants oak')

  await press('People')
  await press('Invite a colleague')
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  await page.keyboard.type(colleague)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Invitation saved to a file')).toBeVisible()
  await expect(main(page).getByText(colleague, { exact: true })).toBeVisible()

  await press('Sign Out')
  await expect(page).toHaveURL('/')
})
