import type { Page } from '@playwright/test'
import { expectOpenInEachLook, expectOpenToAll } from '#tests/support/e2e/axe.ts'
import { cameraPhoto } from '#tests/support/e2e/camera-photo.ts'
import { newEmail } from '#tests/support/e2e/estimate-form.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'
import { reach } from '#tests/support/e2e/keyboard.ts'
import { signInAs } from '#tests/support/e2e/sign-in.ts'
import { insertEstimates } from '#tests/support/estimates/insert-estimates.ts'

test.use({ role: 'admin', ownSite: true })
// The first publishes what the others begin with.
test.describe.configure({ mode: 'serial' })

const reviewLink = 'https://g.page/r/queens-kitchens/review'
const field = (page: Page, name: RegExp) => page.getByRole('textbox', { name }).last()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const room = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

test('an administrator makes the site the company’s own, without a file or a restart', async ({
  page,
  site,
  context,
  browser,
}) => {
  await page.goto('/admin/company')
  await field(page, /^Name/).fill('Queens Kitchen Company')
  await field(page, /^Phone/).fill('718.555.0123')
  await field(page, /^License number/).fill('123')
  await press(page, 'Save')
  await expect(field(page, /^License number/)).toBeFocused()
  await expect(page.getByText('A home improvement license looks like 2098714-DCA or 2098714-DCWP.')).toBeVisible()
  await field(page, /^License number/).fill('2111111-DCA')
  await field(page, /^Link for reviews/).fill(reviewLink)

  await room(page, 'Projects')
  await press(page, 'Add a project')
  await field(page, /^Name/).fill('Kitchen in Astoria')
  await field(page, /^Place/).fill('Astoria, Queens')
  await field(page, /^What was done/).fill('New cabinets, counters and light.')
  await page.getByRole('combobox', { name: 'Kind of work' }).selectOption('Home Addition')
  await press(page, 'Save')
  await expect(page.getByText('Saved changes are not on the site yet')).toBeVisible()
  await expectOpenInEachLook(page)

  const [preview] = await Promise.all([context.waitForEvent('page'), press(page, 'Preview')])
  await expect(preview.getByText('Only you see this page.')).toBeVisible({ timeout: 30_000 })
  await expect(preview.getByRole('heading', { name: 'Kitchen in Astoria' })).toBeVisible()
  await preview.getByRole('link', { name: 'End the preview' }).click()
  await expect(preview).toHaveTitle(/^Company \|/)
  await preview.close()

  const visitor = await browser.newPage({ baseURL: site.origin })
  await visitor.goto('/')
  await expect(visitor).toHaveTitle(/^Five Borough Builders/)
  await press(page, 'Publish')
  await expect(page.getByText('The site shows this', { exact: true })).toBeVisible({ timeout: 30_000 })
  await visitor.goto('/')
  await expect(visitor).toHaveTitle(/^Queens Kitchen Company/)
  await expect(visitor.getByRole('heading', { name: 'Kitchen in Astoria' })).toBeVisible()
  // The scripts know the company that the page has.
  await visitor.getByRole('link', { name: 'Get a free consultation' }).click()
  await expect(visitor).toHaveTitle('Free estimate | Queens Kitchen Company')
  await expect(visitor.getByRole('link', { name: '(718) 555-0123' }).first()).toBeVisible()
  await visitor.close()
})

test('a service with a text of its own has a page, which is open to all', async ({ page }) => {
  await page.goto('/admin/company?room=services')
  await page.getByText('Home additions', { exact: true }).click()
  const service = page.getByRole('group', { name: 'Home additions' })
  await service.getByRole('switch').check()
  await service.getByRole('textbox', { name: /^Text/ }).fill('We build above and behind your home. '.repeat(20))
  await press(page, 'Add a question')
  await service.getByRole('textbox', { name: /^Question/ }).fill('How long does it take?')
  await service.getByRole('textbox', { name: /^Answer/ }).fill('About nine weeks.')
  await press(page, 'Save')
  await press(page, 'Publish')
  await expect(page.getByText('The site shows this', { exact: true })).toBeVisible({ timeout: 30_000 })

  await page.goto('/')
  await page.getByRole('link', { name: 'More about home additions' }).click()
  await expect(page.getByRole('heading', { name: 'Kitchen in Astoria' })).toBeVisible()
  await expectOpenInEachLook(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectOpenToAll(page)
  await page.getByRole('heading', { level: 1 }).click()
  await reach(page, 'Get my free estimate')
  await reach(page, 'How long does it take?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('About nine weeks.')).toBeVisible()
})

test('of two administrators who edit at once, the later one sees what the other has changed', async ({
  page,
  site,
  browser,
  watch,
}) => {
  watch.expectConsole(/409 \(Conflict\)/)
  await page.goto('/admin/company')
  await field(page, /^Service area/).fill('Queens and Brooklyn')
  const other = await browser.newContext({ baseURL: site.origin })
  await signInAs(other, site, 'admin')
  const theirs = await other.newPage()
  await theirs.goto('/admin/company')
  await field(theirs, /^Street/).fill('31-10 Steinway Street')
  await press(theirs, 'Save')
  await expect(theirs.getByText('Saved changes are not on the site yet')).toBeVisible()
  await other.close()

  await press(page, 'Save')
  const notice = page.getByRole('alert').filter({ hasText: 'Street' })
  await expect(notice).toBeVisible()
  await press(page, 'Keep mine')
  await expect(page.getByText('Saved changes are not on the site yet')).toBeVisible()
  await page.reload()
  await expect(field(page, /^Street/)).toHaveValue('31-10 Steinway Street')
  await expect(field(page, /^Service area/)).toHaveValue('Queens and Brooklyn')
})

test('a customer whose project is done is asked for a review once, and ends these emails', async ({
  page,
  site,
  browser,
}) => {
  const email = newEmail()
  const done = { status: 'completed', outcome: 'won', firstContactAt: new Date() }
  await insertEstimates(site.database, [{ name: 'Ada Romero', email, ...done }])
  const [{ id } = { id: '' }] = await site.storedFor(email)
  await page.goto(`/admin/estimates/${id}`)
  await press(page, 'Ask for a review…')
  await expect(page.getByRole('dialog')).toContainText('Thank you for choosing us')
  await expectOpenInEachLook(page)
  await press(page, 'Send this email')
  await expect(page.getByText(/^Asked on .*\. One request a year\.$/)).toBeVisible()
  await expectOpenInEachLook(page)
  const { text } = await site.mailTo(email, 'review.request')
  expect(text).toContain(reviewLink)

  const visitor = await browser.newPage({ baseURL: site.origin })
  const link = new URL(text.match(/\S+\/request\/reviews\/\S+/)?.[0] ?? '')
  await visitor.goto(link.pathname)
  await expectOpenInEachLook(visitor)
  await visitor.getByRole('button', { name: 'Don’t ask me for reviews again' }).click()
  await expect(visitor.getByRole('status')).toContainText('Queens Kitchen Company won’t send you any more')
  await visitor.close()
  await page.reload()
  await expect(page.getByText('Ada Romero asked not to be asked.')).toBeVisible()
})

test('a photograph is made small, seen on its way, and sent again after the connection broke', async ({
  page,
  watch,
}) => {
  watch.expectConsole(/ERR_CONNECTION_RESET/)
  const large = await cameraPhoto('Front.jpg', 4000, 3000, 3)
  const sent: number[] = []
  let goOn = () => {}
  await page.route('**/api/company-photos/*', async (route) => {
    if (route.request().method() !== 'PUT') return await route.continue()
    sent.push(route.request().postDataBuffer()?.length ?? 0)
    if (sent.length === 1) return await route.abort('connectionreset')
    await new Promise<void>((resolve) => {
      goOn = resolve
    })
    await route.continue()
  })
  await page.goto('/admin/company?room=home')
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, 'Choose a photograph')])
  await chooser.setFiles(large)
  await expect(page.getByRole('progressbar', { name: 'Uploading the photograph' })).toBeVisible()
  await expect(page.locator('img[src^="data:image/jpeg"]')).toBeVisible()
  await expect.poll(() => sent.length).toBe(2)
  goOn()
  await expect(page.getByRole('textbox', { name: /^What it shows/ })).toBeVisible()
  await expect(page.locator('img[src^="/api/company-photos/"]')).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  expect(sent[1]).toBeLessThan(Math.min(1_600_000, large.buffer.length / 2))
})
