import { submitButton } from '#tests/support/e2e/estimate-form.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('the header form leads to a page that says where the address is stored, and fills it into the estimate form', async ({
  page,
}) => {
  await page.goto('/')
  const header = page.getByRole('banner')
  await header.getByRole('textbox').fill('ada@example.com')
  await header.getByRole('textbox').press('Enter')
  await expect(page).toHaveURL('/confirmation')
  const lead = page.getByText('is saved on this device')
  await expect(lead).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Thank You!' })).toBeVisible()

  await page.reload()
  await expect(lead).toBeVisible()
  await page.getByRole('link', { name: 'Request your estimate' }).click()
  await expect(submitButton(page)).toBeEnabled()
  await expect(page.getByLabel('Email Address', { exact: true })).toHaveValue('ada@example.com')

  await page.getByRole('link', { name: 'Privacy' }).last().click()
  await page.getByRole('button', { name: 'Clear this device now' }).click()
  await expect(page.getByText('This device keeps nothing of this site.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('consultationEmail'))).toBeNull()
})

test('the confirmation page without the header form says that the request was received', async ({ page }) => {
  await page.goto('/confirmation')
  await expect(page.getByText('We have received your request')).toBeVisible()
  await expect(page.getByText('is saved on this device')).toBeHidden()
})
