import { expectOpenInEachLook } from '#tests/support/e2e/axe.ts'
import { fillOptional, fillRequired, newEmail, submitButton } from '#tests/support/e2e/estimate-form.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'

test('a visitor opens the page of the request from the confirmation, with and without scripts, and prints it', async ({
  browser,
  page,
  site,
  watch,
}) => {
  const email = newEmail()
  await page.goto('/estimate')
  await fillRequired(page, email)
  await fillOptional(page)
  await submitButton(page).click()
  await expect(page).toHaveURL('/confirmation')
  await page.reload()
  const [row] = await site.storedFor(email)
  const { text } = await site.mailTo(email, 'estimate.visitor')
  await page.getByRole('link', { name: 'See your request' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your request' })).toBeVisible()
  expect(text).toContain(`See your request:\n${page.url()}\n`)

  const main = page.getByRole('main')
  await expect(main).toContainText(String(row?.reference))
  await expect(main).toContainText('New cabinets.\nThe window stays.')
  await expect(main.getByRole('listitem')).toHaveText([
    /^Review Your ProjectWe received your request on \w{3}, \w{3} \d+\.$/,
    /^Personal ConsultationWe’ll contact you .+\.$/,
    'Detailed ProposalYour proposal follows within 2-3 business days after we talk.',
  ])
  expect(await page.locator('script').count()).toBe(0)
  await expectOpenInEachLook(page)

  const banner = page.getByRole('banner')
  await page.emulateMedia({ media: 'print' })
  await expect(banner.getByRole('link')).toHaveText(['Five Borough Builders'])
  await expect(main).toContainText('Astoria, NY 11102')
  await page.emulateMedia({ media: 'screen' })

  const without = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } })
  const plain = await without.newPage()
  await plain.goto(page.url())
  await expect(plain.getByRole('main')).toContainText(String(row?.reference))
  await without.close()

  watch.expectConsole(/404/)
  await page.goto(`${page.url()}A`)
  await expect(page.getByRole('heading', { level: 1, name: 'We can’t find this request' })).toBeVisible()
  await expectOpenInEachLook(page)
})
