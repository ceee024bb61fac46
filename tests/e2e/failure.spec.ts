import type { Page } from '@playwright/test'
import { fillRequired, newEmail, submitButton } from '#tests/support/e2e/estimate-form.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'

// The form's call for its token is no part of this.
const api = '**/api/trpc/estimates.submit?*'

async function expectFailure(page: Page): Promise<void> {
  const toast = page.getByRole('alert').filter({ hasText: 'Submission Failed' })
  await expect(toast).toContainText('Please try again or contact us directly')
  await expect(page).toHaveURL('/estimate')
  await expect(submitButton(page)).toBeEnabled()
}

test.beforeEach(async ({ page, watch }) => {
  watch.expectConsole(/^error: Submitting the estimate request failed\./)
  watch.expectConsole(/^error: Failed to load resource/)
  await page.goto('/estimate')
})

test('a send that fails keeps everything, and a second press succeeds', async ({ page, site }) => {
  const email = newEmail()
  await page.route(api, (route) => route.abort())
  await fillRequired(page, email)
  await page.getByLabel('Project Description').fill('New cabinets.')
  await submitButton(page).click()
  await expectFailure(page)
  await expect(submitButton(page)).toBeFocused()
  await expect(page.getByLabel('Full Name')).toHaveValue('Ada Romero')
  await expect(page.getByLabel('Email Address')).toHaveValue(email)
  await expect(page.getByLabel('Project Type')).toHaveValue('kitchen-remodel')
  await expect(page.getByLabel('Project Description')).toHaveValue('New cabinets.')
  expect(await site.storedFor(email)).toEqual([])

  await page.unroute(api)
  await submitButton(page).click()
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  await expect(page.getByText('Submission Failed')).toBeHidden()
  expect(await site.storedFor(email)).toHaveLength(1)
})

test('what is changed after a lost answer is stored too', async ({ page, site, watch }) => {
  watch.expectConsole(/^error: Failed to load resource: the server responded with a status of 409/)
  const email = newEmail()
  await page.route(
    api,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await fillRequired(page, email)
  await submitButton(page).click()
  await expectFailure(page)

  await page.getByLabel('Phone Number').fill('(718) 555-0199')
  await submitButton(page).click()
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  const phones = (await site.storedFor(email)).map((row) => row.phone)
  expect(new Set(phones)).toEqual(new Set([null, '(718) 555-0199']))
})

test('nothing is needed from the network to say that there is none', async ({ page, context }) => {
  await fillRequired(page, newEmail())
  // What says it is loaded after the page.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await submitButton(page).click()
  await expectFailure(page)
})
