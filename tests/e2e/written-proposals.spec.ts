import { expectOpenInEachLook } from '#tests/support/e2e/axe.ts'
import { newEmail } from '#tests/support/e2e/estimate-form.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'
import { insertEstimates } from '#tests/support/estimates/insert-estimates.ts'

const phone = { width: 360, height: 800 }

test.use({ role: 'staff', viewport: phone })

const dueOn = '2099-12-01'

test('a proposal is written by the keyboard alone on a phone, previewed, sent, and shows its state', async ({
  page,
  context,
  site,
}) => {
  const email = newEmail()
  const contact = { firstContactAt: new Date(), proposalPromisedOn: dueOn, proposalDueOn: dueOn, status: 'in_progress' }
  await insertEstimates(site.database, [{ name: 'Ada Romero', email, ...contact }])
  const [{ id } = { id: '' }] = await site.storedFor(email)
  await page.goto(`/admin/estimates/${id}`)
  await page.getByRole('button', { name: 'Write proposal…' }).press('Enter')
  await expect(page.getByLabel('Line 1', { exact: true })).toBeFocused()
  await page.keyboard.type('Kitchen cabinets')
  await page.keyboard.press('Enter')
  await page.keyboard.type('12,400')
  await page.keyboard.press('Enter')
  await page.keyboard.type('A countertop')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1250.50')
  await expect(page.getByRole('button', { name: 'Send to Ada Romero, $13,650.50' })).toBeEnabled()
  await expect(page.getByText('Draft saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Discard draft…' }).press('Enter')
  await expectOpenInEachLook(page)
  await page.getByRole('button', { name: 'Keep it' }).press('Enter')

  await page.setViewportSize(phone)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await page.reload()
  await page.getByRole('button', { name: 'Go on writing…' }).press('Enter')
  await expect(page.getByLabel('Amount of line 2 in $')).toHaveValue('1,250.50')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Preview' }).press('Enter')
  const preview = await opened
  await expect(preview.getByRole('main')).toContainText('A countertop')
  await expect(preview.getByRole('main')).toContainText('$13,650.50')
  await preview.close()

  await page.getByRole('button', { name: /^Send to/ }).press('Enter')
  await expect(page.getByText('Proposal saved to a file, not sent to Ada Romero.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Written proposals' })).toBeFocused()
  const row = page.getByRole('list', { name: 'Written proposals' }).getByRole('listitem')
  await expect(row).toContainText(/Proposal 1, \$13,650\.50\s*Saved to a file/)
  await expect(page.getByText(/^Sent on .*, \$13,650\.50$/)).toBeVisible()
  await row.getByRole('button', { name: 'Withdraw…' }).press('Enter')
  await expectOpenInEachLook(page)
  expect((await site.mailTo(email, 'proposal.sent')).text).toContain('$13,650.50')
})
