import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectOpenInEachLook, expectOpenToAll } from '#tests/support/e2e/axe.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'

test.use({ role: 'staff' })

test('an estimate that comes by phone is entered, corrected, and found by its number in the report', async ({
  page,
}) => {
  await page.goto('/admin')
  await page.getByRole('link', { name: 'New request' }).click()
  await page.getByRole('button', { name: 'Save request' }).click()
  await expect(page.getByText('Please fix 5 fields.')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await expectOpenInEachLook(page)

  const name = `Rosa ${randomUUID()}`
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Phone').fill('646-555-0199')
  await page.getByLabel('Location').fill('Jackson Heights')
  await page.getByLabel('Kitchen Remodel').check()
  await page.getByLabel('$25,000 - $50,000').check()
  await page.getByLabel('Timeline').selectOption('As Soon as Possible')
  await page.reload()
  await expect(page.getByText('What you typed before is here again.')).toBeVisible()
  await page.getByRole('link', { name: 'Reports' }).click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await expectPressReaches(page, 'Location', 'Save request')
  await page.getByLabel('Location').fill('Jackson Heights')
  await page.getByRole('button', { name: 'Save request' }).click()

  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByText('By phone', { exact: true })).toBeVisible()
  await expect(page.getByText('No email', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Edit details' }).click()
  await expectPressReaches(page, 'Name', 'Save details')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Phone').fill('646-555-0198')
  await expectOpenToAll(page)
  await page.getByRole('button', { name: 'Save details' }).click()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Phone: (646) 555-0199 → (646) 555-0198')

  await page.getByRole('link', { name: 'Reports' }).click()
  await page
    .getByRole('row', { name: /^\$25,000 - \$50,000/ })
    .first()
    .getByRole('link')
    .first()
    .click()
  await expect(page).toHaveURL(/\/admin\?from=.*&budget=25k-50k$/)
  await expect(page.getByRole('link', { name })).toBeVisible()
})

test('on a phone the button that saves stays in sight, and a folded field opens for its error', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/new')
  await page.getByLabel('Name').fill('Rosa Delgado')
  await expect(page.getByRole('button', { name: 'Save request' })).toBeInViewport({ ratio: 1 })
  await page.getByLabel('Phone').fill('646-555-0199')
  await page.getByLabel('Location').fill('Jackson Heights')
  await page.getByLabel('Kitchen Remodel').check()
  await page.getByLabel('$25,000 - $50,000').check()
  await page.getByLabel('Timeline').selectOption('As Soon as Possible')

  await expect(page.getByLabel('Square footage')).toBeHidden()
  await page.getByText('More about the project').click()
  await page.getByLabel('Square footage').fill('about 900')
  await page.getByText('More about the project').click()
  await page.getByRole('button', { name: 'Save request' }).click()
  await expect(page.getByLabel('Square footage')).toBeFocused()
})

/** Leaving an empty field shows its error, which moves what stands below. The press that leaves it has to count. */
async function expectPressReaches(page: Page, label: string, button: string): Promise<void> {
  await page.getByLabel(label).fill('')
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByText('Please fix 1 field.')).toBeVisible()
  await expect(page.getByLabel(label)).toBeFocused()
}
