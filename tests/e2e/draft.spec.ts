import type { Page } from '@playwright/test'
import { fillRequired, newEmail, submitButton } from '#tests/support/e2e/estimate-form.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'
import { recordShifts } from '#tests/support/e2e/layout-shifts.ts'

const kept = 'Your answers are saved on this device.'
const draftOf = (page: Page) => page.evaluate(() => localStorage.getItem('estimateDraft'))
const startOver = (page: Page) => page.getByRole('button', { name: 'Start over' })

async function openForm(page: Page, address = '/estimate'): Promise<void> {
  await page.goto(address)
  await expect(submitButton(page)).toBeEnabled()
}

test('what was typed is there again in another tab of any width, without anything moving', async ({
  page,
  context,
}) => {
  await openForm(page)
  await fillRequired(page, 'ada@example.com')
  await page.getByLabel('Project Description').fill('New cabinets.\n'.repeat(60))
  await page.getByLabel('This is an urgent project').check()
  await expect(page.getByText(kept)).toBeVisible()

  for (const width of [320, 390, 1440])
    await test.step(`${width} wide`, async () => {
      const other = await context.newPage()
      await other.setViewportSize({ width, height: 800 })
      const shifted = await recordShifts(other)
      await other.goto(page.url(), { waitUntil: 'networkidle' })
      await expect(other.getByText(kept)).toBeVisible()
      await expect(other.getByLabel('Full Name')).toHaveValue('Ada Romero')
      await expect(other.getByLabel('Email Address')).toHaveValue('ada@example.com')
      await expect(other.getByLabel('Project Type')).toHaveValue('kitchen-remodel')
      await expect(other.locator('[value="kitchen-remodel"][type=radio]')).toBeChecked()
      await expect(other.getByLabel('Project Description')).toHaveValue('New cabinets.\n'.repeat(60))
      await expect(other.getByLabel('This is an urgent project')).toBeChecked()
      expect(await shifted()).toBeLessThanOrEqual(0.01)
      expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await other.close()
    })
})

test('what was typed survives a reload right after the last key', async ({ page }) => {
  await openForm(page)
  await page.getByLabel('Full Name').pressSequentially('Ada Romero')
  await page.reload()
  await expect(submitButton(page)).toBeEnabled()
  await expect(page.getByLabel('Full Name')).toHaveValue('Ada Romero')
  await expect(page.getByText(kept)).toBeVisible()
})

test('Start over empties form and draft by the keyboard alone, and Undo brings both back', async ({ page }) => {
  await openForm(page)
  await page.getByLabel('Full Name').fill('Ada Romero')
  await expect(startOver(page)).toBeVisible()
  await startOver(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Full Name')).toHaveValue('')
  expect(await draftOf(page)).toBeNull()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Full Name')).toHaveValue('Ada Romero')
  expect(await draftOf(page)).toContain('Ada Romero')

  await startOver(page).click()
  await page.reload()
  await expect(submitButton(page)).toBeEnabled()
  await expect(page.getByLabel('Full Name')).toHaveValue('')
})

test('a send whose answer got lost is still the same request after a reload, and success clears', async ({
  page,
  site,
  watch,
}) => {
  watch.expectConsole(/^error: Submitting the estimate request failed\./)
  watch.expectConsole(/^error: Failed to load resource/)
  const email = newEmail()
  await openForm(page)
  await fillRequired(page, email)
  await page.route(
    '**/api/trpc/**',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await submitButton(page).click()
  await expect(page.getByText('Submission Failed')).toBeVisible()
  expect(await site.storedFor(email)).toHaveLength(1)

  await page.reload()
  await expect(submitButton(page)).toBeEnabled()
  await expect(page.getByLabel('Email Address')).toHaveValue(email)
  await submitButton(page).click()
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  expect(await site.storedFor(email)).toHaveLength(1)
  expect(await draftOf(page)).toBeNull()

  await openForm(page)
  await expect(page.getByLabel('Full Name')).toHaveValue('')
})

test('storage that is switched off keeps nobody from sending', async ({ page, site }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('No.', 'SecurityError')
      },
    })
  })
  const email = newEmail()
  await openForm(page)
  await fillRequired(page, email)
  await expect(page.getByText('This browser can’t save a draft')).toBeVisible()
  await submitButton(page).click()
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  expect(await site.storedFor(email)).toHaveLength(1)
})

test('typing into a long text causes no long tasks', async ({ page }) => {
  await openForm(page)
  const description = page.getByLabel('Project Description')
  await description.fill('New cabinets. '.repeat(140))
  await expect(page.getByText(kept)).toBeVisible()
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      const { tasks } = window as unknown as { tasks: number[] }
      for (const entry of list.getEntries()) tasks.push(entry.duration)
    }).observe({ type: 'longtask' })
  })
  // A machine that is busy with something else makes any task long now and then, but not in every round.
  await expect(async () => {
    await page.evaluate(() => Object.assign(window, { tasks: [] }))
    await description.pressSequentially(' and a window', { delay: 20 })
    expect(await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks)).toEqual([])
  }).toPass({ timeout: 20_000 })
  await expect(page.locator('[aria-hidden="true"]', { hasText: /left$|will be cut off$/ })).toBeVisible()
})
