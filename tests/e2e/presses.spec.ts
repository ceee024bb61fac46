import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addDays, newYorkDay } from '#shared/calendar-days.ts'
import { dayMs } from '#shared/durations.ts'
import { insertRow } from '#tests/support/database/insert-row.ts'
import { expectOpenInEachLook } from '#tests/support/e2e/axe.ts'
import { countPresses } from '#tests/support/e2e/count-presses.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'
import { hold } from '#tests/support/e2e/hold-scripts.ts'
import { buildEstimate, type EstimateColumns } from '#tests/support/estimates/build-estimate.ts'

// How many presses the work of a morning takes. today.spec.ts and desk-list.spec.ts count a logged call and a hand-over of several.

test.use({ role: 'staff' })

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

/** Urgent requests come first, so these are on Today whatever other tests store. */
async function storeEstimate(database: string, columns: EstimateColumns = {}): Promise<{ id: string; name: string }> {
  const name = `Press ${randomUUID()}`
  const createdAt = new Date(Date.now() - 2 * dayMs)
  const estimate = buildEstimate({ urgent: true, name, phone: '646 555 0177', createdAt, ...columns })
  await insertRow(database, 'project_estimates', estimate)
  return { id: estimate.id, name }
}

test('planning a follow-up from Today takes one press on a wide window and two on a phone', async ({ page, site }) => {
  for (const [width, most] of [
    [1440, 1],
    [360, 2],
  ] as const) {
    const { name } = await storeEstimate(site.database)
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/admin/today')
    const presses = await countPresses(page)
    if (most === 1)
      await row(page, name)
        .getByRole('button', { name: `: follow up with ${name}` })
        .click()
    else {
      await row(page, name)
        .getByRole('button', { name: /^Later/ })
        .click()
      await page
        .getByRole('group', { name: `Follow up with ${name}` })
        .getByRole('button')
        .first()
        .click()
    }
    await expect(row(page, name)).toContainText('Follow up')
    expect(await presses()).toBe(most)
  }
})

for (const width of [360, 1440])
  test(`at ${width} pixels two presses log a proposal from Today, as the keyboard alone does, and undo restores its clock`, async ({
    page,
    site,
  }) => {
    const firstContactAt = new Date(Date.now() - 9 * dayMs)
    const due = addDays(newYorkDay(new Date()), -20)
    const clock = { firstContactAt, proposalPromisedOn: due, proposalDueOn: due, status: 'in_progress' }
    const { id, name } = await storeEstimate(site.database, { ...clock })
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/admin/today')
    const section = page.getByRole('region', { name: 'Proposals due' })
    await expect(section.getByRole('listitem').filter({ hasText: name })).toContainText('Proposal overdue by 20 days')
    const presses = await countPresses(page)
    await page.getByRole('button', { name: `Log proposal… for ${name}` }).click()
    await expect(page.getByLabel('Amount in $ (optional)')).toBeFocused()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(row(page, name)).toContainText('Proposal logged.')
    expect(await presses()).toBe(2)
    await page.getByRole('button', { name: `Undo for ${name}` }).click()
    await expect(row(page, name)).toContainText('Proposal overdue by 20 days')

    await page.getByRole('link', { name, exact: true }).focus()
    await page.keyboard.press('c')
    await expect(page.getByLabel('Amount in $ (optional)')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: `Log proposal… for ${name}` })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.type('48,500.50')
    await page.keyboard.press('Enter')
    await expect(row(page, name)).toContainText('Proposal logged.')
    await page.goto(`/admin/estimates/${id}`)
    const proposal = page.getByRole('region', { name: 'Proposal', exact: true })
    await expect(proposal).toContainText('$48,500.50')
    await expect(proposal).toContainText(/Proposal sent late, after \d+ days/)
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Proposal taken back')
  })

test('the open form of a proposal is open to all, on Today and on the page of its request', async ({ page, site }) => {
  const day = newYorkDay(new Date())
  const clock = { firstContactAt: new Date(), proposalPromisedOn: day, proposalDueOn: day }
  const { id, name } = await storeEstimate(site.database, clock)
  await page.goto('/admin/today')
  await page.getByRole('button', { name: `Log proposal… for ${name}` }).click()
  await page.getByLabel('Amount in $ (optional)').fill('12.345')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Please enter an amount/)).toBeVisible()
  await expectOpenInEachLook(page)
  await page.goto(`/admin/estimates/${id}`)
  await page.getByRole('button', { name: 'Log proposal…' }).click()
  await expectOpenInEachLook(page)
})

test('marking a request won takes two presses from the list, and its page hands it over', async ({ page, site }) => {
  const { name } = await storeEstimate(site.database)
  await page.goto(`/admin?q=${encodeURIComponent(name)}`)
  const presses = await countPresses(page)
  await page.getByRole('link', { name, exact: true }).first().click()
  await page.getByRole('button', { name: 'Won', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Won')
  expect(await presses()).toBe(2)
  await page.getByLabel('Assigned to').selectOption({ index: 1 })
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Assigned to')
})

test('half a phone number finds its request by the keyboard alone', async ({ page, site }) => {
  const line = String(Math.floor(1000 + Math.random() * 9000))
  const { id, name } = await storeEstimate(site.database, { phone: `(929) 318-${line}` })
  await page.goto('/admin/today')
  await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible()
  const presses = await countPresses(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`318${line}`)
  await expect(page.getByRole('option', { name: new RegExp(name) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(id))
  expect(await presses()).toBe(0)
})

test('no key is lost while the palette loads and opens', async ({ page }) => {
  await page.goto('/admin/today')
  await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible()
  const release = await hold(page, '**/assets/*.js')
  const typed = '0123456789'.repeat(18)
  await page.keyboard.press('Control+k')
  setTimeout(release, 100)
  await page.keyboard.type(typed)
  await expect(page.getByRole('combobox', { name: 'Search requests, pages and actions' })).toHaveValue(typed)
})

test('entering a call takes two presses to its form on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/today')
  const presses = await countPresses(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'New request' }).click()
  await expect(page).toHaveURL('/admin/new')
  expect(await presses()).toBe(2)
})
