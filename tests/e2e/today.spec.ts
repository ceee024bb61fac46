import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { dayMs, hourMs } from '#shared/durations.ts'
import { insertRow } from '#tests/support/database/insert-row.ts'
import { expectOpenInEachLook } from '#tests/support/e2e/axe.ts'
import { countPresses } from '#tests/support/e2e/count-presses.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'
import { signInAs } from '#tests/support/e2e/sign-in.ts'
import { buildEstimate, type EstimateColumns } from '#tests/support/estimates/build-estimate.ts'

const ago = (ms: number) => new Date(Date.now() - ms)
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

async function storeEstimate(database: string, columns: EstimateColumns): Promise<string> {
  const estimate = buildEstimate(columns)
  await insertRow(database, 'project_estimates', estimate)
  return estimate.id
}

test('from overdue to a logged call it takes two presses, and the row stays in its place', async ({
  page,
  context,
  site,
}) => {
  await signInAs(context, site, 'staff')
  const name = `Late ${randomUUID()}`
  // The longest wait of all, so that it is on the page whatever other tests store.
  const id = await storeEstimate(site.database, { name, phone: '646 555 0177', createdAt: ago(4_000 * dayMs) })
  await page.goto('/admin/today')
  await expect(row(page, name)).toContainText('overdue by')
  await expect(page.getByRole('link', { name: `Call ${name}: (646) 555-0177` })).toHaveAttribute(
    'href',
    'tel:+16465550177',
  )
  const top = async () => (await row(page, name).boundingBox())?.y
  const before = await top()
  const presses = await countPresses(page)
  await page.getByRole('button', { name: `Log call with ${name}` }).click()
  await page.getByRole('button', { name: 'Log call', exact: true }).click()
  await expect(row(page, name)).toContainText('Call logged. Now in progress.')
  expect(await presses()).toBe(2)
  expect(await top()).toBe(before)
  await expect(page).toHaveURL('/admin/today')
  // Read anew, it is no longer overdue.
  await page.reload()
  await expect(page.getByRole('region', { name: 'Mine' })).toBeVisible()
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
  await page.goto(`/admin/estimates/${id}`)
  await expect(page.getByText('Contact: Call')).toBeVisible()
})

test('on a phone the link to email and its log share a line, and the follow-ups the next', async ({
  page,
  context,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signInAs(context, site, 'staff')
  const name = `Writes ${randomUUID()}`
  const email = `bartholomew.constantine.${randomUUID()}@example.com`
  await storeEstimate(site.database, { name, email, phone: null, createdAt: ago(4_100 * dayMs) })
  await page.goto('/admin/today')
  const top = async (role: 'link' | 'button', text: string) =>
    (await row(page, name).getByRole(role, { name: text }).boundingBox())?.y
  const first = await top('link', `Email ${name}`)
  await expect(row(page, name).getByRole('link', { name: email, exact: true })).toBeVisible()
  expect(await top('button', `Log email with ${name}`)).toBe(first)
  expect(await top('button', 'Next week')).toBe((first ?? 0) + 52)
})

test('a row leads to its estimate, where a failed email is sent again, and back, and everybody can read its form', async ({
  page,
  context,
  site,
}) => {
  await signInAs(context, site, 'staff')
  const name = `Mistyped ${randomUUID()}`
  const estimateId = await storeEstimate(site.database, { name, urgent: true, createdAt: ago(3_900 * dayMs) })
  const failedAt = ago(hourMs)
  const message = { id: newId(), kind: 'estimate.visitor', estimateId, state: 'failed', attempts: 1 }
  const lastError = 'Postmark returned code 406: inactive recipient'
  await insertRow(site.database, 'outbox_messages', {
    ...message,
    createdAt: failedAt,
    nextAttemptAt: failedAt,
    lastError,
  })
  await page.goto('/admin/today')
  await page.getByRole('link', { name, exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Email to visitor failed' })).toBeVisible()
  await expect(page.getByText('no longer sends to this address').first()).toBeVisible()
  await page.getByRole('button', { name: 'Send again' }).click()
  // The page looks for the outcome by itself.
  await expect(page.getByText('Email to visitor sent')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to Today' }).click()
  await expect(page).toHaveURL('/admin/today')
  await expect(row(page, name)).toBeVisible()

  await page.getByRole('button', { name: `Log call with ${name}` }).click()
  await expect(page.getByRole('button', { name: 'Log call', exact: true })).toBeFocused()
  await expectOpenInEachLook(page)
})
