import { join } from 'node:path'
import { expectOpenInEachLook } from '#tests/support/e2e/axe.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'
import { signInAs } from '#tests/support/e2e/sign-in.ts'
import { startedFolder } from '#tests/support/e2e/started-database.ts'
import { insertEstimates } from '#tests/support/estimates/insert-estimates.ts'
import { freePort, startServer } from '#tests/support/server/server-process.ts'

test('a request is found by the last four digits of its phone with one press and the digits', async ({
  page,
  context,
  site,
}) => {
  const name = `Phoned ${Date.now()}`
  await insertEstimates(site.database, [{ name, phone: '(718) 555-8642' }, {}])
  await signInAs(context, site, 'staff')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name, level: 3 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search requests, pages and actions' }).waitFor()
  await page.keyboard.type('8642')
  await expect(page.getByRole('option', { name })).toHaveAttribute('aria-selected', 'true')
  await expectOpenInEachLook(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
})

test('D11 Today is readable without a server, marked as old, for its account alone, and gives way once there is one', async ({
  page,
  context,
  site,
  watch,
}) => {
  watch.expectConsole(/ERR_CONNECTION_REFUSED|ERR_FAILED|Failed to (?:load|fetch)|Clear-Site-Data|503/)
  const folder = startedFolder('e2e-offline')
  const port = String(await freePort())
  watch.expectConsole(new RegExp(`^elsewhere: http://127.0.0.1:${port}/`))
  const start = () => startServer({ PORT: port, DATA_DIR: folder.path, APP_ORIGIN: `http://127.0.0.1:${port}` })
  let server = await start()
  const own = { ...site, origin: server.origin, database: `file:${join(folder.path, 'app.db')}` }
  try {
    const name = 'Ada Waiting'
    const createdAt = new Date(Date.now() - 30 * 3_600_000)
    await insertEstimates(own.database, [{ name, createdAt, dueAt: new Date(Date.now() - 6 * 3_600_000) }])
    await signInAs(context, own, 'staff')
    await page.goto(`${own.origin}/admin/today`)
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible({ timeout: 20_000 })
    await expect
      .poll(() => page.evaluate(async () => (await (await caches.open('staff-page')).keys()).length), {
        timeout: 15_000,
      })
      .toBeGreaterThan(5)

    await server.end('SIGKILL')
    await page.goto(`${own.origin}/admin/reports`)
    await expect(page.getByText(/^No connection\. This is how it was on/)).toBeVisible({ timeout: 10_000 })
    await expect(page).toHaveURL(`${own.origin}/admin/today`)
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expectOpenInEachLook(page)

    server = await start()
    // Unless the page has already tried again by itself.
    await page
      .getByRole('button', { name: 'Try again' })
      .evaluateAll(([button]) => (button as HTMLElement | undefined)?.click())
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible({ timeout: 20_000 })
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL(`${own.origin}/`)
    await expect(page.getByRole('heading', { name: 'What We Do' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('lastToday'))).toBeNull()
    // What loads late would miss the server.
    await page.goto('about:blank')
  } finally {
    await server.end('SIGTERM')
    folder.remove()
  }
})
