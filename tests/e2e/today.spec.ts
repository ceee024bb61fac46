import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { dayMs, hourMs } from '#shared/durations.ts'
import { insertRow } from '#tests/support/database/insert-row.ts'
import { expectOpenInEachLook } from '#tests/support/e2e/axe.ts'
import { countPresses } from '#tests/support/e2e/count-presses.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'
import { hold } from '#tests/support/e2e/hold-scripts.ts'
import { top } from '#tests/support/e2e/top.ts'
import { buildEstimate, type EstimateColumns } from '#tests/support/estimates/build-estimate.ts'

test.use({ role: 'staff' })

const ago = (ms: number) => new Date(Date.now() - ms)
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

/** The latest of the overdue requests. */
const justLate = () => ago(dayMs + 1_000)

/** Urgent requests come first, so these are on the page whatever other tests store. */
async function storeEstimate(database: string, columns: EstimateColumns): Promise<string> {
  const estimate = buildEstimate({ urgent: true, ...columns })
  await insertRow(database, 'project_estimates', estimate)
  return estimate.id
}

test('before its first row, it needs no script that its page does not name', async ({ page, site }) => {
  await storeEstimate(site.database, { createdAt: justLate() })
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('[data-estimate]')) return
      observer.disconnect()
      const scripts = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
      Object.assign(window, { scripts: scripts.filter((path) => path.endsWith('.js')) })
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/admin/today')
  const loaded = await page.waitForFunction(() => (window as { scripts?: string[] }).scripts)
  const html = await (await page.request.get('/admin/today')).text()
  expect((await loaded.jsonValue())?.filter((path) => !html.includes(path))).toEqual([])
})

test('a link leads to its section as soon as the first rows show, before the others do', async ({ page, site }) => {
  for (let stored = 0; stored < 9; stored++) await storeEstimate(site.database, { createdAt: justLate() })
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('[data-estimate]')) return
      observer.disconnect()
      const wasThere = document.getElementById('mine') !== null
      document.querySelector<HTMLElement>('a[href="#mine"]')?.click()
      Object.assign(window, { followed: { wasThere, focused: document.activeElement?.id } })
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/admin/today')
  const followed = await page.waitForFunction(() => (window as { followed?: unknown }).followed)
  expect(await followed.jsonValue()).toEqual({ wasThere: false, focused: 'mine' })
  await expect(page.getByRole('heading', { name: 'Mine' })).toBeInViewport()
})

test('from overdue to a logged call it takes two presses, and the row stays in its place', async ({ page, site }) => {
  const name = `Late ${randomUUID()}`
  const id = await storeEstimate(site.database, { name, phone: '646 555 0177', createdAt: justLate() })
  await page.goto('/admin/today')
  await expect(row(page, name)).toContainText('overdue by')
  await expect(page.getByRole('link', { name: `Call ${name}: (646) 555-0177` })).toHaveAttribute(
    'href',
    'tel:+16465550177',
  )
  const before = await top(row(page, name))
  const presses = await countPresses(page)
  await page.getByRole('button', { name: `Log call… with ${name}` }).click()
  await page.getByRole('button', { name: 'Log call', exact: true }).click()
  await expect(row(page, name)).toContainText('Call logged. Now in progress.')
  await expect(row(page, name).locator(':focus')).toHaveCount(1)
  expect(await presses()).toBe(2)
  expect(await top(row(page, name))).toBe(before)
  await expect(page).toHaveURL('/admin/today')
  // When the page is read again, the request is no longer overdue.
  await page.reload()
  await expect(page.getByRole('region', { name: 'Mine' })).toBeVisible()
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
  await page.goto(`/admin/estimates/${id}`)
  await expect(page.getByText('Called', { exact: true })).toBeVisible()
})

for (const width of [360, 1440])
  test(`at ${width} pixels what is typed after Log call is its note, nothing jumps, and undo restores the clock and the report`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: width < 1000 ? 740 : 1000 })
    const [name, next] = [`Late ${randomUUID()}`, `Late, too ${randomUUID()}`]
    const phone = '646 555 0177'
    // This is a day without other requests.
    const createdAt = new Date('2015-03-04T15:00:00Z')
    const id = await storeEstimate(site.database, { name, phone, createdAt })
    await storeEstimate(site.database, { name: next, phone, createdAt: new Date(createdAt.getTime() - 1) })
    const report = async () => {
      const response = await page.request.get(
        `/api/trpc/reports.overview?input=${encodeURIComponent('{"from":"2015-03-04","to":"2015-03-04"}')}`,
      )
      return (await response.json()).result.data
    }
    const before = await report()
    await page.goto('/admin/today')
    await page.getByText(/^Older/).click()
    const open = page.getByRole('button', { name: `Log call… with ${name}` })
    await open.evaluate((element) => void element.scrollIntoView({ block: 'center' }))
    const [place, scrolled] = [await open.boundingBox(), await page.evaluate(() => scrollY)]
    if (!place) throw new Error('the button has no place')
    const press = () => page.mouse.click(place.x + place.width / 2, place.y + place.height / 2)
    await press()
    const form = row(page, name).locator('form')
    await expect(form).toContainText(`Log call: ${name}`)
    await expect(page.getByLabel('Call notes (optional)')).toBeFocused()
    expect(await page.evaluate(() => scrollY)).toBe(scrolled)
    const [formBox, nextBox] = [await form.boundingBox(), await row(page, next).boundingBox()]
    expect((formBox?.y ?? 0) + (formBox?.height ?? 0)).toBeLessThanOrEqual(nextBox?.y ?? 0)
    await press()
    await expect(form).toBeVisible()

    await page.getByLabel('Call notes (optional)').focus()
    await page.keyboard.type('Left voicemail')
    await page.keyboard.press('Enter')
    await expect(row(page, name)).toContainText('Call logged. Now in progress.')
    expect(await report()).toMatchObject({ contacted: before.contacted + 1 })
    await page.getByRole('button', { name: `Undo for ${name}` }).click()
    await expect(row(page, name)).toContainText('overdue by')
    // The row shows it before the server has answered.
    await expect.poll(report).toEqual(before)

    await page.goto(`/admin/estimates/${id}`)
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await expect(timeline).toContainText('Called (withdrawn)')
    await expect(timeline).toContainText('Left voicemail')
    await expect(timeline).toContainText('Call withdrawn')
    await page.keyboard.press('c')
    await page.keyboard.type('No answer')
    await page.keyboard.press('Enter')
    await expect(timeline).toContainText('No answer')
    await expect(page.getByText(/^answered late/)).toBeVisible()
    await timeline.getByRole('button', { name: 'Withdraw…' }).click()
    await timeline.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await expect(page.getByText(/^overdue by/)).toBeVisible()
    await expect.poll(report).toEqual(before)
  })

test('on a phone the link to email, its log and the follow-ups share a line, and the row is low', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const name = `Wu ${randomUUID().slice(0, 8)}`
  const email = `bartholomew.constantine.${randomUUID()}@example.com`
  await storeEstimate(site.database, { name, email, phone: null, createdAt: justLate() })
  await page.goto('/admin/today')
  const topOf = (role: 'link' | 'button', text: string | RegExp) =>
    top(row(page, name).getByRole(role, { name: text }).last())
  const first = await topOf('link', `Email ${name}`)
  await expect(row(page, name).getByRole('link', { name: email, exact: true })).toBeVisible()
  expect(await topOf('button', `Log email… with ${name}`)).toBe(first)
  expect(await topOf('button', /^Later…/)).toBe(first)
  expect((await row(page, name).boundingBox())?.height).toBeLessThan(155)

  await row(page, name)
    .getByRole('button', { name: /^Later…/ })
    .click()
  const menu = await page.getByRole('group', { name: `Follow up with ${name}` }).boundingBox()
  expect(Math.round(menu?.y ?? 0)).toBe(Math.round(first + 44 + 8))
})

test('a row leads to its estimate, where a failed email is sent again, and back, and is not moved from under a press', async ({
  page,
  site,
}) => {
  const name = `Mistyped ${randomUUID()}`
  const estimateId = await storeEstimate(site.database, { name, createdAt: justLate() })
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
  await expect(page.getByRole('heading', { name: 'Confirmation to the visitor failed' })).toBeVisible()
  await expect(page.getByText('no longer sends to this address').first()).toBeVisible()
  await page.getByRole('button', { name: 'Send again' }).click()
  // The page looks for the outcome by itself.
  await expect(page.getByText('Confirmation to the visitor saved to a file')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0)

  // Requests that have come meanwhile move the row down, but not while its button is being pressed.
  const other = `Later ${randomUUID()}`
  await storeEstimate(site.database, { name: other, createdAt: justLate() })
  await storeEstimate(site.database, { createdAt: justLate() })
  const letWorkCome = await hold(page, /admin\.today/)
  const loaded = page.waitForResponse(/admin\.today/)
  await page.getByRole('link', { name: 'Back to Today' }).click()
  await expect(page).toHaveURL('/admin/today')
  const log = page.getByRole('button', { name: `Log call… with ${name}` })
  await log.hover()
  const before = await top(log)
  await page.mouse.down()
  letWorkCome()
  await loaded
  await page.waitForTimeout(200)
  expect(await top(log)).toBe(before)
  await page.mouse.up()
  await expect(page.getByLabel('Call notes (optional)')).toBeFocused()
  await expect(row(page, other)).toBeVisible()
  await expectOpenInEachLook(page)
})
