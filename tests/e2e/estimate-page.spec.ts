import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { addDays, newYorkDay } from '#shared/calendar-days.ts'
import { dayMs } from '#shared/durations.ts'
import { insertRow } from '#tests/support/database/insert-row.ts'
import { expectOpenInEachLook } from '#tests/support/e2e/axe.ts'
import { newEmail } from '#tests/support/e2e/estimate-form.ts'
import { expect, test, withMotion } from '#tests/support/e2e/fixtures.ts'
import { openRequest } from '#tests/support/e2e/open-estimate.ts'
import { top } from '#tests/support/e2e/top.ts'
import { insertEstimates } from '#tests/support/estimates/insert-estimates.ts'

test.use({ ...withMotion, role: 'staff' })

const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const isPressed = (page: Page, name: string) => expect(button(page, name)).toHaveAttribute('aria-pressed', 'true')

test('work on an estimate’s page, which is accessible, shows in the list', async ({ page, account: email, site }) => {
  const names = await openRequest(page, site)
  const [name = ''] = names
  await expect(page).toHaveTitle(new RegExp(`^${name} · `))

  await button(page, 'Completed').click()
  await isPressed(page, 'Completed')
  await expect(timeline(page).getByText('Status: New → Completed')).toBeVisible()

  await button(page, 'Call').click()
  await button(page, 'Log call').click()
  await expect(timeline(page).getByText('Called', { exact: true })).toBeVisible()
  await expect(page.getByText('answered in 1 min')).toBeVisible()

  await page.getByLabel('Note', { exact: true }).fill('One.\nTwo.')
  await button(page, 'Add note').click()
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('')
  await expect(timeline(page).getByText('One.\nTwo.')).toBeVisible()
  await expect(timeline(page).getByText(email)).toHaveCount(3)

  await page.reload()
  await isPressed(page, 'Completed')
  await expect(timeline(page).getByText('One.\nTwo.')).toBeVisible()
  await button(page, 'Visit').click()
  await button(page, 'Lost').click()
  await expectOpenInEachLook(page)

  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(page).toHaveURL('/admin')
  // The page of the request is an article of the same name.
  await expect(page.getByRole('heading', { name: 'Project Estimates' })).toBeVisible()
  await expect(page.getByRole('article', { name }).getByText('completed')).toBeVisible()
})

test('a note and a contact whose responses were lost are sent again after a reload and added once', async ({
  page,
  site,
  watch,
}) => {
  watch.expectConsole(/net::ERR_FAILED/)
  await openRequest(page, site)
  const loseAnswers = (procedure: string) =>
    page.route(`**/api/trpc/estimates.${procedure}*`, async (route) => {
      await route.fetch()
      await route.abort()
    })

  await loseAnswers('addNote')
  await page.getByLabel('Note', { exact: true }).fill('Call after six.')
  await button(page, 'Add note').click()
  await expect(page.getByText(/^Note not saved/)).toBeVisible()
  await loseAnswers('logContact')
  await button(page, 'Visit').click()
  await page.getByLabel('Visit notes (optional)').fill('Measured.')
  await button(page, 'Log visit').click()
  await expect(page.getByText(/^Visit not logged/)).toBeVisible()

  await page.unrouteAll()
  await page.reload()
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('Call after six.')
  await button(page, 'Add note').click()
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Visit notes (optional)')).toHaveValue('Measured.')
  await button(page, 'Log visit').click()
  await expect(page.getByLabel('Visit notes (optional)')).toHaveCount(0)
  await page.reload()
  await expect(timeline(page).getByText('Call after six.')).toHaveCount(1)
  await expect(timeline(page).getByText('Measured.')).toHaveCount(1)
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('')
})

test('on a phone a text of more than twelve lines is folded until a button is pressed', async ({ page, site }) => {
  const name = `Visitor ${randomUUID()}`
  const projectDescription = Array.from({ length: 30 }, (_, index) => `Line ${index + 1}`).join('\n')
  await insertEstimates(site.database, [{ name, projectDescription, specificRequirements: 'A short text.' }])
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin')
  await page.getByRole('link', { name }).click()
  const text = page.getByText('Line 1\nLine 2', { exact: false })
  const more = page.getByRole('button', { name: 'Show more of Description' })
  const lines = () =>
    text.evaluate((element) =>
      Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)),
    )
  await expect(more).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Show more/ })).toHaveCount(1)
  expect(await lines()).toBe(12)
  await more.focus()
  await page.keyboard.press('Enter')
  expect(await lines()).toBe(30)
  const less = page.getByRole('button', { name: 'Show less of Description' })
  await expect(less).toBeFocused()
  await less.press('Enter')
  expect(await lines()).toBe(12)

  await expectOpenInEachLook(page)
  await expect(more).toBeHidden()
  expect(await lines()).toBe(30)
})

test('on a phone the newest entries and what people wrote come before the controls, the others at a press', async ({
  page,
  site,
}) => {
  const email = newEmail()
  await insertEstimates(site.database, [{ email }])
  const [{ id: estimateId } = { id: '' }] = await site.storedFor(email)
  const kinds = ['note', 'exported', 'exported', 'exported', 'exported', 'exported', 'exported']
  for (const [index, kind] of kinds.entries()) {
    const details = JSON.stringify({ text: 'Call after six.', version: index + 1 })
    await insertRow(site.database, 'estimate_events', { id: newId(), estimateId, kind, at: new Date(), details })
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/admin/estimates/${estimateId}`)
  const exported = timeline(page).getByText('Exported')
  const said = timeline(page).getByText('Call after six.')
  await expect(said).toBeVisible()
  await expect(exported).toHaveCount(5)
  expect(await top(said)).toBeLessThan(await top(page.getByRole('group', { name: 'Status' })))
  await page.getByRole('button', { name: /^Show all \d entries$/ }).press('Enter')
  await expect(exported).toHaveCount(6)
  await expect(button(page, 'Show fewer')).toBeFocused()

  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(button(page, 'Show fewer')).toHaveCount(0)
  await expect(exported).toHaveCount(6)
})

test('a customer’s long answer is folded beside the request on a desktop, too', async ({ page, site }) => {
  const email = newEmail()
  await insertEstimates(site.database, [{ email }])
  const [{ id } = { id: '' }] = await site.storedFor(email)
  const at = new Date()
  const add = async (kind: string, details: object) => {
    const event = { id: newId(), estimateId: id, kind, at, details: JSON.stringify(details) }
    await insertRow(site.database, 'estimate_events', event)
  }
  await add('proposal_sent', { number: 1, cents: 1, version: 2 })
  await add('proposal_answered', { number: 1, answer: 'changes', text: 'A longer sentence. '.repeat(100), version: 3 })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/admin/estimates/${id}`)
  const more = page.getByRole('button', { name: 'Show more of the customer’s answer' })
  await more.click()
  await page.getByRole('button', { name: 'Show less of the customer’s answer' }).click()
  await expect(more).toBeVisible()
  await expect(page.getByRole('button', { name: /^Show more/ })).toHaveCount(1)
})

test('a long name in the list of a phone leaves a badge its number', async ({ page, site }) => {
  const contact = { firstContactAt: new Date(Date.now() - 30 * dayMs), status: 'in_progress' }
  const dueOn = addDays(newYorkDay(new Date()), -23)
  const name = `Maximiliana Featherstonehaugh ${randomUUID().slice(0, 8)}`
  await insertEstimates(site.database, [{ name, ...contact, proposalPromisedOn: dueOn, proposalDueOn: dueOn }])
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/admin?view=compact&q=${encodeURIComponent(name)}`)
  const badge = page.getByText('Proposal 23 days late')
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 })
    await expect(badge).toBeInViewport({ ratio: 1 })
    const isWhole = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement) =>
      scrollWidth === clientWidth && scrollHeight === clientHeight
    expect(await badge.evaluate(isWhole)).toBe(true)
    const [link, box] = await Promise.all([page.getByRole('link', { name }).boundingBox(), badge.boundingBox()])
    expect((link?.x ?? 0) + (link?.width ?? 0)).toBeLessThan(box?.x ?? 0)
  }
})

test('a long email address is no wider than a phone, and a badge cuts no name off', async ({ page, site }) => {
  const name = `Esther ${randomUUID().slice(0, 8)}`
  const email = `${'long.'.repeat(8)}${newEmail()}`
  await insertEstimates(site.database, [{ name, email, withdrawnAt: new Date() }])
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin')
  const link = page.getByRole('link', { name })
  await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible()
  expect(await link.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await link.click()
  await expect(page.getByRole('link', { name: email })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('no fact of an estimate is alone in a row on a desktop or a tablet', async ({ page, site }) => {
  const name = `Visitor ${randomUUID()}`
  await insertEstimates(site.database, [{ name, location: 'Tottenville, Staten Island, NY 10307', squareFootage: 950 }])
  await page.goto('/admin')
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  const budget = page.locator('dt', { hasText: /^Budget$/ })
  await expect(budget).toBeVisible()
  const alone: number[] = []
  for (let width = 900; width <= 1440; width += 40) {
    await page.setViewportSize({ width, height: 900 })
    const tops = await budget.evaluate((term) =>
      Array.from(term.closest('dl')?.querySelectorAll('dt') ?? [], (each) =>
        Math.round(each.getBoundingClientRect().top),
      ),
    )
    expect(tops.length).toBeGreaterThan(4)
    if (tops.some((top) => tops.filter((other) => other === top).length === 1)) alone.push(width)
  }
  expect(alone).toEqual([])
})
