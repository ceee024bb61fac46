import { fillRequired, newEmail, requiredMessages, submitButton } from '#tests/support/e2e/estimate-form.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('/estimate')
})

test('an empty form shows every message at its field and moves to the first', async ({ page }) => {
  await submitButton(page).click()
  for (const [label, message] of Object.entries(requiredMessages)) {
    await expect(page.getByText(message, { exact: true })).toBeVisible()
    await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(new RegExp(message.replace('.', '\\.')))
  }
  await expect(page.getByLabel('Full Name')).toBeFocused()
  await expect(page.getByLabel('Full Name')).toBeInViewport()
  await expect(page).toHaveURL('/estimate')
})

test('the first wrong field gets the focus, wherever it is, and is not hidden by the header', async ({ page }) => {
  await fillRequired(page, newEmail())
  await page.getByLabel('Project Location').fill('x')
  await submitButton(page).click()
  const location = page.getByLabel('Project Location')
  await expect(location).toBeFocused()
  const header = await page.getByRole('banner').boundingBox()
  const field = await location.boundingBox()
  expect(field?.y).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0))
})

test('leaving a field shows its error without moving anything, and putting it right removes it', async ({ page }) => {
  const email = page.getByLabel('Email Address')
  const message = page.getByText(requiredMessages['Email Address'])
  const before = await submitButton(page).boundingBox()
  await email.fill('ada@')
  await expect(message).toBeHidden()
  await email.blur()
  await expect(message).toBeVisible()
  expect(await submitButton(page).boundingBox()).toEqual(before)

  await email.pressSequentially('example')
  await expect(message).toBeVisible()
  await email.pressSequentially('.com')
  await expect(message).toBeHidden()
})

test('a square footage that is no whole number is refused', async ({ page }) => {
  await page.getByLabel('Square Footage').fill('about 900')
  await submitButton(page).click()
  await expect(page.getByLabel('Square Footage')).toHaveAccessibleDescription(
    /Please enter the square footage as a whole number\./,
  )
})
