import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { queryDatabase } from '#tests/support/database/query-database.ts'
import { expectOpenInEachLook } from '#tests/support/e2e/axe.ts'
import { fillOptional, fillRequired, newEmail, submitButton } from '#tests/support/e2e/estimate-form.ts'
import { expect, test, waitForHydration } from '#tests/support/e2e/fixtures.ts'
import { signInAs } from '#tests/support/e2e/sign-in.ts'
import { insertEstimates } from '#tests/support/estimates/insert-estimates.ts'

/** Sends the form like a bot that fills in every field. */
async function sendAsProgram(page: Page, email: string): Promise<void> {
  await page.goto('/estimate')
  await waitForHydration(page)
  await fillRequired(page, email)
  // What is in a field counts, without events too, and words are no square footage.
  await fillOptional(page)
  await page.locator('form input[type="text"], form input:not([type])').evaluateAll((inputs) => {
    for (const input of inputs) if (input instanceof HTMLInputElement && input.value === '') input.value = 'buy now'
  })
  await submitButton(page).click()
}

test('a bot’s estimate gets the normal page and goes to quarantine without an email; releasing it sends both emails', async ({
  page,
  context,
  site,
}) => {
  const email = newEmail()
  await sendAsProgram(page, email)
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  const [stored] = await site.storedFor(email)
  expect(stored).toMatchObject({ quarantine_reasons: 'decoy', due_at: null })
  const mails = () =>
    queryDatabase<{ kind: string; state: string }>(
      site.database,
      `select kind, state from outbox_messages where estimate_id = '${stored?.id}' order by kind`,
    )
  expect(await mails()).toEqual([])

  await signInAs(context, site, 'staff')
  await page.goto(`/admin/estimates/${stored?.id}`)
  const notice = page.getByRole('region', { name: 'Possible spam' })
  await expect(notice).toContainText('A hidden field was filled in.')
  await notice.getByRole('button', { name: 'Not spam' }).click()
  await expect(page.getByText(/^due in 2[34] h$/)).toBeVisible()
  await expect(notice).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()

  const { text } = await site.mailTo(email, 'estimate.visitor')
  expect(text).toContain('we will contact you ')
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline).toContainText('Not spam')
  // It is sent within moments, perhaps before the timeline is read.
  await expect(timeline).toContainText(/Email to staff (queued|saved to a file)/)
  await expect.poll(mails).toEqual([
    { kind: 'estimate.staff', state: 'sent' },
    { kind: 'estimate.visitor', state: 'sent' },
  ])
  await page.reload()
  await expect(timeline).toContainText('Email to staff saved to a file')
  await expect(timeline).toContainText('Confirmation to the visitor saved to a file')
})

test('the page of a quarantined estimate, or of spam, is accessible', async ({ page, context, site }) => {
  const id = randomUUID()
  await insertEstimates(site.database, [{ id, quarantinedAt: new Date(), quarantineReasons: 'decoy', dueAt: null }])
  await signInAs(context, site, 'staff')
  await page.goto(`/admin/estimates/${id}`)
  await expect(page.getByRole('button', { name: 'Not spam' })).toBeVisible()
  await expectOpenInEachLook(page)
  await page.getByRole('button', { name: 'It’s spam' }).click()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Marked as spam')
  await expectOpenInEachLook(page)
})
