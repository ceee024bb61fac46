import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { newYorkDay } from '#shared/calendar-days.ts'
import { colorSchemes, expectOpenInEachLook, expectOpenToAll } from '#tests/support/e2e/axe.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'
import { signInAs } from '#tests/support/e2e/sign-in.ts'
import { insertEstimates } from '#tests/support/estimates/insert-estimates.ts'
import { readCsv } from '#tests/support/server/read-csv.ts'
import { xlsxTable } from '#tests/support/server/read-xlsx.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'

test.use({ role: 'staff' })

test('the reports are reached from the list, Back undoes the choice of a period, they are accessible, and a reload keeps the place', async ({
  page,
  site,
}) => {
  await insertEstimates(site.database, [{}, {}])
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Reports' }).click()
  await expect(page).toHaveURL('/admin/reports')
  await expect(page.getByRole('link', { name: 'Reports' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('row', { name: /^Kitchen Remodel/ })).toBeVisible()

  await test.step('a table behind its plot is on paper, too', async () => {
    const budgets = page.getByRole('table', { name: 'From request to won' })
    await expect(budgets).toBeHidden()
    await page.emulateMedia({ media: 'print' })
    await expect(budgets).toBeVisible()
    await page.emulateMedia({ media: null })
  })

  await page.getByLabel('Period').selectOption('This month')
  await expect(page).toHaveURL('/admin/reports?period=this-month')
  await page.getByText('Show table').click()
  await expect(page.getByRole('table', { name: 'Requests per week' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Period')).toHaveValue('last-90-days')

  await page.getByLabel('Period').selectOption('Custom dates')
  await expect(page.getByLabel('First day')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Requests per week' })).toBeVisible()
  await expectOpenInEachLook(page, async () => {
    for (const link of await page.getByRole('navigation', { name: 'Sections' }).getByRole('link').all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  })

  await page.evaluate(
    () =>
      new Promise((resolve) => {
        document.addEventListener('scroll', resolve, { once: true })
        window.scrollTo(0, 500)
      }),
  )
  await page.reload()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(500)
})

test('an administrator downloads the list as a CSV file', async ({ page, context, site }) => {
  const name = `=Visitor ${randomUUID()}`
  await insertEstimates(site.database, [{ name }])
  await signInAs(context, site, 'admin')
  await page.goto('/admin')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`estimates-${newYorkDay(new Date())}.csv`)
  const rows = readCsv((await readFile(await download.path(), 'utf8')).replace(/^\uFEFF/, ''))
  expect(rows.flat()).toContain(`'${name}`)
})

test('an administrator downloads the list as a workbook', async ({ page, context, site }) => {
  const name = `=Visitor ${randomUUID()}`
  await insertEstimates(site.database, [{ name }])
  await signInAs(context, site, 'admin')
  await page.goto('/admin')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export Excel' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`estimates-${newYorkDay(new Date())}.xlsx`)
  expect(xlsxTable(await readFile(await download.path())).flat()).toContain(name)
})

test('on a phone no budget in the reports breaks over two lines, and nothing scrolls sideways, also by a long address', async ({
  page,
  site,
}) => {
  const { userId } = await insertSignedIn(site.database, { email: `${'a'.repeat(64)}@builders.example`, role: 'staff' })
  await insertEstimates(site.database, [{ budgetRange: '100k-250k', assigneeId: userId, outcome: 'won' }, {}])
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/admin/reports')
    await page.getByRole('heading', { name: 'By assignee' }).click()
    const row = page.getByRole('table', { name: 'By assignee' }).getByRole('row', { name: /^a{64}@/ })
    await expect(row.getByRole('link', { name: '100%' })).toHaveCount(1)
    const unassigned = page.getByRole('table', { name: 'By assignee' }).getByText('Unassigned')
    expect(await unassigned.evaluate((name) => name.getClientRects().length)).toBe(1)
    await page.getByText('Show budgets').click()
    const budgets = page.getByRole('table', { name: 'From request to won' }).locator('bdi')
    await expect(budgets.first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    if (width === 320) continue
    // The five numbers fit into the first window.
    expect((await page.locator('dl').first().boundingBox())?.height).toBeLessThan(450)
    const lines = await budgets.evaluateAll((all) => all.map((each) => each.getClientRects().length))
    expect(new Set(lines)).toEqual(new Set([1]))
  }
})

test('a printed estimate has all that a visit needs, and no controls', async ({ page, site }) => {
  const name = `Visitor ${randomUUID()}`
  await insertEstimates(site.database, [{ name }])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/admin')
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()

  for (const colorScheme of colorSchemes)
    await test.step(`in the ${colorScheme} scheme`, async () => {
      await page.emulateMedia({ media: null, colorScheme })
      const pdf = await page.pdf({ format: 'Letter' })
      expect(pdf.toString('latin1').match(/\/Type \/Page\n/g)).toHaveLength(1)

      await page.emulateMedia({ media: 'print' })
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
      const sheet = page.getByRole('article', { name })
      await expect(sheet.getByText('(718) 555-0110')).toBeVisible()
      await expect(sheet.getByText('New cabinets and an island.')).toBeVisible()
      await expect(sheet.getByRole('region', { name: 'On site' })).toBeVisible()
      await expect(page.getByRole('button')).toHaveCount(0)
      await expect(page.getByRole('link')).toHaveCount(0)
      await expect(page.getByRole('navigation')).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText([`${name} Urgent`])
      await expectOpenToAll(page)
    })
})
