import { countPresses } from '#tests/support/e2e/count-presses.ts'
import { fillOptional, fillRequired, newEmail, submitButton, wholeRequest } from '#tests/support/e2e/estimate-form.ts'
import { expect, test, withMotion } from '#tests/support/e2e/fixtures.ts'

test.use(withMotion)

test('a visitor with a phone gets from the home page to a stored request and is thanked', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  const email = newEmail()
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Free Estimate' }).click()
  await expect(page).toHaveURL('/estimate')

  await fillRequired(page, email)
  await fillOptional(page)
  await page.getByLabel('This is an urgent project').check()
  await submitButton(page).click()

  const toast = page.getByRole('alert')
  await expect(toast).toContainText('Request Submitted Successfully!')
  await expect(toast).toContainText("We'll contact you within 24 hours to discuss your project")
  await expect(page).toHaveURL('/confirmation')
  const heading = page.getByRole('heading', { level: 1, name: 'Thank You!' })
  await expect(heading).toBeVisible()
  // It lies over the header, and covers nothing that the page says.
  const [over, first] = await Promise.all([toast.boundingBox(), heading.boundingBox()])
  expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThan(first?.y ?? 0)
  await expect(page).toHaveTitle(/Thank you/)
  await page.emulateMedia({ media: 'print' })
  await expect(toast).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await expect(
    // No mail service is set up.
    page.getByText(/^Your reference is [2-9A-Z]{4}-[2-9A-Z]{4}\. Please note it down\.$/),
  ).toBeVisible()
  await expect(page.getByText(/We’ll contact you (by .+ New York time|within 24 hours)\.$/)).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  expect(await page.evaluate(() => history.state)).toMatchObject({ type: 'estimate', name: 'Ada Romero', email })

  expect(await site.storedFor(email)).toEqual([
    expect.objectContaining({
      ...wholeRequest,
      status: 'new',
      quarantined_at: null,
    }),
  ])
})

test('the required fields take seven taps on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/estimate')
  await expect(submitButton(page)).toBeEnabled()
  const presses = await countPresses(page)
  for (const label of ['Full Name', 'Email Address', 'Project Location'])
    await page.getByLabel(label, { exact: true }).click()
  await fillRequired(page, newEmail())
  await submitButton(page).click()
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  expect(await presses()).toBe(7)
})

for (const { written, note, stored } of [
  { written: '1.200 ft²', note: 'We read this as 1,200 sq ft.', stored: { square_footage: 1200 } },
  {
    written: '1000–1200',
    note: 'We could not read this as one number, so we will pass it on as you wrote it.',
    stored: {
      square_footage: null,
      project_description: 'New cabinets.\nThe window stays.\nSquare footage, as written: 1000–1200',
    },
  },
])
  test(`the square footage ${written} and what was copied along with a name, an address and a number stop no request`, async ({
    page,
    site,
  }) => {
    const email = `r&d-${newEmail()}`
    await page.goto('/estimate')
    await fillRequired(page, `Ada <\u200bmailto:${email}>;`)
    await fillOptional(page)
    await page.getByLabel('Full Name').fill('\u2067Ada\u200b Romero\ufeff')
    await page.getByLabel('Phone Number').fill('\u202a(718) 555-0110\u202c')
    await page.getByLabel('Square Footage').fill(written)
    await page.getByLabel('Project Description').focus()
    await expect(page.getByText(note)).toBeVisible()
    await submitButton(page).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Thank You!' })).toBeVisible()
    expect(await site.storedFor(email)).toEqual([
      expect.objectContaining({ name: 'Ada Romero', phone: '(718) 555-0110', ...stored }),
    ])
  })
