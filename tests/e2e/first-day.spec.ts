import { expectOpenInEachLook } from '#tests/support/e2e/axe.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'
import { recordShifts } from '#tests/support/e2e/layout-shifts.ts'

test.use({ role: 'admin', ownSite: true })

test('an administrator works through the checklist of the first day, and tests the email by key', async ({
  page,
  site,
  account,
}) => {
  const shifts = await recordShifts(page)
  await page.goto('/admin/today')
  const card = page.getByRole('region', { name: 'First day' })
  await expect(card).toContainText('of 7 done')
  // It comes with the rows.
  expect(await shifts()).toBeLessThan(0.01)
  await expectOpenInEachLook(page)
  await card.getByRole('button', { name: 'Not for us: A backup made' }).press('Enter')
  await card.getByRole('button', { name: 'Undo: A backup made' }).press('Enter')
  await card.getByRole('link', { name: 'Email works' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Email', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save a test email to a file' }).press('Enter')
  await expect(page.getByText(/^Saved at .* It is a file/)).toBeVisible()
  await expectOpenInEachLook(page)
  await site.mailTo(account, 'account.test')
})
