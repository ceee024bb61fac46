import { fillRequired, newEmail, submitButton } from '#tests/support/e2e/estimate-form.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'

test('nothing is needed from the network to say that there is none', async ({ page, context, watch }) => {
  watch.expectConsole(/^error: Submitting the estimate request failed\./)
  watch.expectConsole(/^error: Failed to load resource/)
  await page.goto('/estimate')
  await fillRequired(page, newEmail())
  // What says it is loaded after the page.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await submitButton(page).click()
  const toast = page.getByRole('alert').filter({ hasText: 'Submission Failed' })
  await expect(toast).toContainText('Please try again or contact us directly')
  await expect(page).toHaveURL('/estimate')
  await expect(submitButton(page)).toBeEnabled()
  await expect(submitButton(page)).toBeFocused()
})
