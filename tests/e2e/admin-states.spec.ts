import { randomUUID } from 'node:crypto'
import { expectOpenInEachLook } from '#tests/support/e2e/axe.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'
import { openUntoldRequest } from '#tests/support/e2e/open-estimate.ts'
import { signInAs } from '#tests/support/e2e/sign-in.ts'

test.use({ role: 'staff' })

// States of the dashboard that only an error or a conflict shows.

test('a conflict and the list of keys are accessible', async ({ page, browser, site, watch }) => {
  watch.expectConsole(/status of 409/)
  await openUntoldRequest(page, site)
  await page.getByRole('button', { name: 'Lost' }).click()
  await page.getByLabel('Reason lost (optional)').fill('Too far.')

  const colleague = await browser.newContext({ baseURL: site.origin, extraHTTPHeaders: { origin: site.origin } })
  await signInAs(colleague, site, 'staff')
  const data = { id: page.url().split('/').at(-1), version: 1, outcome: 'won' }
  expect((await colleague.request.post('/api/trpc/estimates.setOutcome', { data })).status()).toBe(200)
  await colleague.close()

  await page.getByRole('button', { name: 'Save as lost' }).click()
  await expect(page.getByRole('button', { name: 'Apply my change' })).toBeVisible()
  await expectOpenInEachLook(page)
  await page.getByRole('button', { name: 'Apply my change' }).click()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Outcome: Won → Lost')
  await expect(page.getByLabel('Reason lost (optional)')).toHaveCount(0)

  await page.getByRole('button', { name: 'Shortcuts' }).click()
  await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toBeVisible()
  await expectOpenInEachLook(page)
})

test('a list that fails to load and an empty one are accessible', async ({ page, watch }) => {
  watch.expectConsole(/ERR_FAILED/)
  const list = /\/estimates\.list\?/
  await page.route(list, (route) => route.abort())
  await page.goto('/admin')
  const heading = page.getByRole('heading', { name: 'We couldn’t load the requests' })
  await expect(heading).toBeVisible()
  await expectOpenInEachLook(page)
  const toast = page.getByRole('alert').filter({ hasText: 'Failed to load estimates.' })
  for (const width of [360, 768, 992, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.reload()
    await toast.waitFor()
    const [over, under] = [await toast.boundingBox(), await heading.boundingBox()]
    if (!over || !under) throw new Error('the message and the heading are shown')
    const isBeside = over.x >= under.x + under.width || over.y >= under.y + under.height
    expect(isBeside, `at ${width}`).toBe(true)
  }
  await page.unroute(list)
  await page.route(list, (route) =>
    route.fulfill({ json: [{ result: { data: { items: [], nextCursor: null, total: 0 } } }] }),
  )
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No project estimates found')).toBeVisible()
  await expectOpenInEachLook(page)
})

test('a missing estimate and an empty report are accessible', async ({ page, watch }) => {
  watch.expectConsole(/status of 404/)
  await page.goto(`/admin/estimates/${randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'Request not found' })).toBeVisible()
  await expectOpenInEachLook(page)
  await page.goto('/admin/reports?from=2019-01-01&to=2019-01-31')
  await expect(page.getByRole('heading', { name: 'No requests in this period' })).toBeVisible()
  await expectOpenInEachLook(page)
})
