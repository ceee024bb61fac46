import { randomUUID } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { addDays, newYorkDay } from '#shared/calendar-days.ts'
import { hourMs } from '#shared/durations.ts'
import { insertRow } from '#tests/support/database/insert-row.ts'
import { expectOpenInEachLook } from '#tests/support/e2e/axe.ts'
import { newEmail } from '#tests/support/e2e/estimate-form.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'
import { insertEstimates } from '#tests/support/estimates/insert-estimates.ts'

const phone = { width: 360, height: 800 }

test.use({ role: 'staff', viewport: phone })

const dueOn = '2099-12-01'

test('a visit is planned on a phone, changed, and logged, and the day of the proposal is moved after it', async ({
  page,
  site,
}) => {
  const email = newEmail()
  const contact = { firstContactAt: new Date(), proposalPromisedOn: dueOn, proposalDueOn: dueOn, status: 'in_progress' }
  await insertEstimates(site.database, [{ name: 'Ada Romero', email, ...contact }])
  const [{ id } = { id: '' }] = await site.storedFor(email)
  await page.goto(`/admin/estimates/${id}`)
  const visit = page.getByRole('region', { name: 'Visit' })
  const dialog = page.getByRole('dialog')

  await visit.getByRole('button', { name: 'Plan a visit…' }).click()
  await dialog.getByLabel('Day').fill(addDays(newYorkDay(new Date()), 7))
  await dialog.getByLabel('From').fill('10:00')
  await dialog.getByLabel('To', { exact: true }).fill('11:30')
  await expect(dialog.getByLabel('Place')).not.toHaveValue('')
  await expect(dialog.getByLabel('Who')).not.toHaveValue('')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await expectOpenInEachLook(page)
  await page.setViewportSize(phone)
  await dialog.getByRole('button', { name: 'Plan' }).click()
  await expect(visit).toContainText('10:00 AM–11:30 AM')
  expect((await site.mailTo(email, 'visit.visitor')).text).toContain('10:00 AM–11:30 AM, New York time')

  await visit.getByRole('button', { name: 'Change…' }).click()
  await dialog.getByLabel('To', { exact: true }).fill('12:00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(visit).toContainText('10:00 AM–12:00 PM')
  await expect(page.getByText(/^Visit moved to .*, 10:00 AM–12:00 PM$/)).toBeVisible()

  await visit.getByRole('button', { name: 'Visited' }).click()
  await visit.getByRole('button', { name: 'Move the proposal’s date…' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveValue('visit')
  await dialog.getByLabel('Proposal due on').fill(addDays(newYorkDay(new Date()), 14))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('After the site visit')).toBeVisible()
  await expect(visit.getByRole('button', { name: 'Plan a visit…' })).toBeVisible()
})

test('a visit that has begun is logged on Today in one press, which leads to its request', async ({ page, site }) => {
  const [name, email] = [`Visited ${randomUUID()}`, newEmail()]
  const contact = { firstContactAt: new Date(), proposalPromisedOn: dueOn, proposalDueOn: dueOn, status: 'in_progress' }
  await insertEstimates(site.database, [{ name, email, phone: '646 555 0177', ...contact }])
  const [{ id: estimateId } = { id: '' }] = await site.storedFor(email)
  const times = { startsAt: new Date(Date.now() - hourMs), endsAt: new Date(Date.now() + hourMs) }
  const columns = {
    estimateId: String(estimateId),
    place: 'Service entrance behind the bakery, 1184 Bedford Avenue, Brooklyn 11216',
    assigneeId: null,
    sequence: 0,
  }
  await insertRow(site.database, 'visits', { id: newId(), ...times, ...columns, doneAt: null, calledOffAt: null })
  await page.goto('/admin/today')
  const row = page.getByRole('region', { name: 'Visits' }).getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('Nobody goes yet')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await expectOpenInEachLook(page)
  await page.setViewportSize(phone)
  await row.getByRole('button', { name: `Visited ${name}` }).click()
  await expect(row).toContainText('Visit logged.')
  await row.getByRole('link', { name: /^Open the request/ }).click()
  await expect(page).toHaveURL(`/admin/estimates/${estimateId}`)
  await expect(page.getByRole('region', { name: 'Visit' }).getByRole('button', { name: 'Plan a visit…' })).toBeVisible()
})
