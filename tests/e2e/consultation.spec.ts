import { company } from '#shared/company.ts'
import { submitButton } from '#tests/support/e2e/estimate-form.ts'
import { expect, test, waitForHydration } from '#tests/support/e2e/fixtures.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('the header form makes no call, leads to a page that says where the address is stored, and fills it into the estimate form', async ({
  page,
}) => {
  await page.goto('/')
  await waitForHydration(page)
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' || new URL(request.url()).pathname.startsWith('/api')) calls.push(request.url())
  })
  const form = page.getByRole('form', { name: company.guide.label })
  await form.getByRole('button').click()
  await expect(page).toHaveURL('/')
  await form.getByRole('textbox').fill('ada@example.com')
  await form.getByRole('button').click()
  await expect(page).toHaveURL('/confirmation')
  await expect(form.getByRole('textbox')).toHaveValue('')
  expect(await page.evaluate(() => localStorage.getItem('consultationEmail'))).toBe('ada@example.com')
  expect(calls).toEqual([])
  const lead = page.getByText('We saved your email on this device')
  await expect(lead).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Thank You!' })).toBeVisible()

  await page.reload()
  await expect(lead).toBeVisible()
  await page.getByRole('link', { name: 'Start your estimate' }).click()
  await expect(submitButton(page)).toBeEnabled()
  await expect(page.getByLabel('Email Address', { exact: true })).toHaveValue('ada@example.com')

  await page.getByRole('link', { name: 'Privacy' }).last().click()
  await page.getByRole('button', { name: 'Clear saved data' }).click()
  await expect(page.getByText('This device keeps nothing from this site.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('consultationEmail'))).toBeNull()
})
