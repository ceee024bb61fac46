import type { Page, Route } from '@playwright/test'
import { maxPhotos, waitingPhotoMs } from '#shared/estimates/photos.ts'
import { queryDatabase } from '#tests/support/database/query-database.ts'
import { expectOpenInEachLook } from '#tests/support/e2e/axe.ts'
import { cameraPhoto, notedPlace } from '#tests/support/e2e/camera-photo.ts'
import { fillRequired, newEmail, submitButton } from '#tests/support/e2e/estimate-form.ts'
import { expect as expectSoon, type Site, test } from '#tests/support/e2e/fixtures.ts'
import { allButTheFirst, hold } from '#tests/support/e2e/hold-scripts.ts'

/** The server reads photos at a low priority, which takes long beside busy processes. */
const expect = expectSoon.configure({ timeout: 40_000 })
test.beforeEach(() => test.slow())

const photos = (...names: string[]) => Promise.all(names.map((name) => cameraPhoto(name)))
const noPhoto = { name: 'Plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') }

const uploads = '**/api/form-photos/**'
/** Whoever has one may also take a photo with it. */
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }

const input = (page: Page) => page.getByLabel('Photos (optional)')
const remove = (page: Page, name: string) => page.getByRole('button', { name: `Remove ${name}` })
const status = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text })

async function openForm(page: Page, email = newEmail()): Promise<void> {
  await page.goto('/estimate')
  await expect(submitButton(page)).toBeEnabled()
  await fillRequired(page, email)
}

async function submit(page: Page): Promise<void> {
  await submitButton(page).click()
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
}

/** The photos of the request of a visitor: width, height and bytes. */
async function storedFor({ database }: Site, email: string) {
  const rows = await queryDatabase<{ email: string; width: number; height: number; bytes: Buffer }>(
    database,
    `select email, width, height, bytes from stored_files
     join file_contents on file_id = stored_files.id join project_estimates on project_estimates.id = estimate_id`,
  )
  return rows.filter((row) => row.email === email)
}

const countFor = (site: Site, email: string) => async () => (await storedFor(site, email)).length

test('photos are made small, survive a reload, and go with the request', async ({ page, site }) => {
  const email = newEmail()
  await openForm(page, email)
  const large = await cameraPhoto('Floor.jpg', 3000, 2000)
  const sent: number[] = []
  await page.route(uploads, async (route) => {
    sent.push(route.request().postDataBuffer()?.length ?? 0)
    await route.continue()
  })
  await input(page).setInputFiles([...(await photos('Kitchen.jpg', 'Window.jpg')), large])
  await expect(status(page, /^3 photos added/)).toBeVisible()
  expect(Math.max(...sent)).toBeLessThan(large.buffer.length / 3)

  await remove(page, 'Kitchen.jpg').focus()
  await page.keyboard.press('Enter')
  await expect(status(page, /^2 photos added/)).toBeVisible()
  await expect(remove(page, 'Window.jpg')).toBeFocused()
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('estimateDraft')))
    .toMatch(/^(?!.*Kitchen).*Window.*Floor/)

  await page.reload()
  await expect(page.getByRole('img', { name: 'Floor.jpg' })).toBeVisible()
  await expect(status(page, /^2 photos added/)).toBeVisible()
  await submit(page)
  await expect(status(page, /^All photos were sent\.$/)).toBeVisible()
  const stored = await storedFor(site, email)
  expect(stored.map(({ width, height }) => [width, height])).toEqual([
    [400, 300],
    [2560, 1707],
  ])
  for (const { bytes } of stored) expect(Buffer.from(bytes).includes(notedPlace)).toBe(false)
})

test('a photo of whatever gets so small that six go quickly over a slow connection', async ({ page }) => {
  const sent: number[] = []
  await page.route(uploads, async (route) => {
    sent.push(route.request().postDataBuffer()?.length ?? 0)
    await route.fulfill({ json: {} })
  })
  await page.goto('/estimate')
  await input(page).setInputFiles(await cameraPhoto('Gravel.jpg', 3000, 2000, 80))
  await expect(status(page, /^1 photo added/)).toBeVisible()
  expect(sent[0]).toBeGreaterThan(50_000)
  expect(sent[0]).toBeLessThan(221_000)
})

test('photos that were chosen before the scripts loaded are sent', async ({ page }) => {
  const letScriptsCome = await hold(page, allButTheFirst)
  await page.goto('/estimate')
  await input(page).setInputFiles(await photos('Kitchen.jpg'))
  letScriptsCome()
  await expect(status(page, /^1 photo added/)).toBeVisible()
})

test('a phone also offers its camera, and a desktop does not', async ({ browser, page, baseURL }) => {
  const onPhone = await browser.newPage({ ...phone, baseURL: baseURL ?? '' })
  await onPhone.goto('/estimate')
  await expect(onPhone.getByText('Take a photo')).toBeVisible()
  await expect(onPhone.getByText('or drop them here')).toBeHidden()
  const camera = onPhone.getByLabel('Take a photo')
  await expect(camera).toHaveAttribute('capture', 'environment')
  await camera.setInputFiles(await photos('Kitchen.jpg'))
  await input(onPhone).setInputFiles(await photos('Window.jpg'))
  await expect(status(onPhone, /^2 photos added/)).toBeVisible()
  await onPhone.close()

  await page.goto('/estimate')
  await expect(input(page)).toBeAttached()
  await expect(page.getByText('Take a photo')).toBeHidden()
})

test('what is no photo is refused at once, a seventh one is too much, and neither stops the others', async ({
  page,
  site,
}) => {
  const email = newEmail()
  await openForm(page, email)
  await input(page).setInputFiles([noPhoto, ...(await photos('1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg', '6.jpg'))])
  await expect(status(page, /You can add up to six photos\./)).toBeVisible()
  await expect(status(page, /Plan\.pdf could not be sent: We can’t read this file as a photo\./)).toBeVisible()
  await expect(status(page, /5 of 6 photos added/)).toBeVisible()
  await remove(page, '5.jpg').click()
  await expect(input(page)).toBeFocused()
  await submit(page)
  await expect.poll(countFor(site, email)).toBe(maxPhotos - 2)
})

test('Start over removes photos, and Undo brings them back', async ({ page }) => {
  await openForm(page)
  await input(page).setInputFiles(await photos('Kitchen.jpg', 'Window.jpg'))
  await expect(status(page, /^2 photos added/)).toBeVisible()
  const removed = page.waitForRequest((request) => request.method() === 'DELETE')
  await page.getByRole('button', { name: 'Start over' }).click()
  await removed
  await expect(remove(page, 'Kitchen.jpg')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(status(page, /^2 photos added/)).toBeVisible()
})

test('photos that the server has no longer are asked for again', async ({ page }) => {
  await openForm(page)
  await input(page).setInputFiles(await photos('Kitchen.jpg'))
  await expect(status(page, /^1 photo added/)).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('estimateDraft'))).toContain('Kitchen.jpg')
  await page.goto('/privacy')
  await page.evaluate((ms) => {
    const draft = JSON.parse(localStorage.getItem('estimateDraft') ?? '')
    draft.photos[0].at -= ms
    localStorage.setItem('estimateDraft', JSON.stringify(draft))
  }, waitingPhotoMs)
  await page.goto('/estimate')
  await expect(status(page, /^Your photos were kept for a day\. Please add them again\.\s*$/)).toBeVisible()
})

test('photos that are on their way do not hold up the request, and arrive after it', async ({ page, site }) => {
  const email = newEmail()
  await openForm(page, email)
  const release = await hold(page, uploads)
  await input(page).setInputFiles(await photos('Kitchen.jpg', 'Window.jpg', 'Floor.jpg'))
  await expect(page.getByRole('progressbar', { name: 'Sending Kitchen.jpg' })).toBeVisible()
  await submit(page)
  await expect(status(page, /^0 of 3 photos sent\. Please keep this page open/)).toBeVisible()
  expect(await storedFor(site, email)).toEqual([])
  release()
  await expect(status(page, /^All photos were sent\.$/)).toBeVisible()
  expect(await storedFor(site, email)).toHaveLength(3)
})

test('photos go on while the visitor looks at another page', async ({ page }) => {
  await openForm(page)
  const release = await hold(page, uploads)
  await input(page).setInputFiles(await photos('Kitchen.jpg'))
  await expect(page.getByRole('progressbar', { name: 'Sending Kitchen.jpg' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Privacy' }).click()
  await page.getByRole('link', { name: 'Back to the estimate form' }).click()
  await expect(status(page, /^0 of 1 photo added/)).toBeVisible()
  release()
  await expect(status(page, /^1 photo added/)).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('estimateDraft'))).toContain('Kitchen.jpg')
})

test('photos also go with a request that was changed after its answer got lost', async ({ page, site, watch }) => {
  watch.expectConsole(/^error: Submitting the estimate request failed\./)
  watch.expectConsole(/^error: Failed to load resource/)
  const email = newEmail()
  await openForm(page, email)
  await input(page).setInputFiles(await photos('Kitchen.jpg'))
  await expect(status(page, /^1 photo added/)).toBeVisible()
  const loseAnswer = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/api/trpc/**', loseAnswer, { times: 1 })
  await submitButton(page).click()
  await expect(page.getByText('Submission Failed')).toBeVisible()
  await page.getByLabel('Project Location', { exact: true }).fill('Bronx, NY')
  await submit(page)
  await expect(status(page, /^All photos were sent\.$/)).toBeVisible()
  expect(await site.storedFor(email)).toHaveLength(2)
  expect(await storedFor(site, email)).toHaveLength(2)
})

test('photos that failed are sent again from the page after the form', async ({ page, site, watch }) => {
  test.slow()
  watch.expectConsole(/^error: Failed to load resource/)
  const email = newEmail()
  await openForm(page, email)
  await page.clock.install()
  await page.route(uploads, (route) => route.abort())
  await input(page).setInputFiles(await photos('Kitchen.jpg'))
  const retry = page.getByRole('button', { name: 'Retry Kitchen.jpg' })
  await expect(async () => {
    await page.clock.runFor(5_000)
    await expect(retry).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(status(page, /Kitchen\.jpg could not be sent: The connection broke\./)).toBeVisible()
  await page.clock.resume()
  await submit(page)
  await expectOpenInEachLook(page)
  await page.unroute(uploads)
  await retry.click()
  await expect(status(page, /^All photos were sent\.$/)).toBeVisible()
  expect(await storedFor(site, email)).toHaveLength(1)
})

test('a form with photos is open to all', async ({ page }) => {
  await openForm(page)
  await input(page).setInputFiles([noPhoto, ...(await photos('Kitchen.jpg'))])
  await expect(status(page, /^1 of 2 photos added/)).toBeVisible()
  await expectOpenInEachLook(page, async () => {
    for (const control of [input(page), remove(page, 'Kitchen.jpg')]) {
      const box = await control.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
  })
})

test('files that are dropped count in the field, and elsewhere do not replace the page', async ({ page }) => {
  await openForm(page)
  const drop = (selector: string) =>
    page.evaluate((target) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['%PDF'], 'Plan.pdf', { type: 'application/pdf' }))
      const options = { dataTransfer, bubbles: true, cancelable: true }
      const element = document.querySelector(target)
      return ['dragover', 'drop'].map((type) => !element?.dispatchEvent(new DragEvent(type, options)))
    }, selector)
  expect(await drop('h1')).toEqual([true, true])
  await expect(remove(page, 'Plan.pdf')).toBeHidden()
  expect(await drop('#estimate-photos')).toEqual([true, true])
  await expect(remove(page, 'Plan.pdf')).toBeVisible()
})

for (const javaScriptEnabled of [true, false])
  test(`photos are added on the visitor’s page ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({
    browser,
    page,
    site,
  }) => {
    const email = newEmail()
    await openForm(page, email)
    await input(page).setInputFiles(await photos('Kitchen.jpg'))
    await expect(status(page, /^1 photo added/)).toBeVisible()
    await submit(page)
    await page.getByRole('link', { name: 'the page of your request' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Your request' })).toBeVisible()

    const context = await browser.newContext({ javaScriptEnabled, ...phone })
    const own = await context.newPage()
    await own.goto(page.url())
    const shown = own.getByRole('figure', { name: /^Your photos?$/ }).getByRole('img')
    await expect(shown).toHaveCount(1)
    const loaded = (image: HTMLImageElement) => image.decode().then(() => [image.naturalWidth, image.width > 0])
    if (javaScriptEnabled) expect(await shown.evaluate(loaded)).toEqual([400, true])

    await own.getByText('Add photos').click()
    const posted: string[] = []
    own.on('request', (request) => {
      if (request.method() === 'POST') posted.push(new URL(request.url()).pathname.replace(/[\da-f-]{36}$/, 'ID'))
    })
    await own.getByLabel('Up to 5 photos').setInputFiles(await photos('Window.jpg'))
    await expect(own.getByLabel('Or take a photo')).toBeVisible()
    await own.getByLabel('Or take a photo').setInputFiles(await photos('Floor.jpg'))
    await own.getByRole('button', { name: 'Add to my request' }).click()
    await expect(status(own, /^Thank you\. We added your photos\.$/)).toBeVisible()
    await expect(shown).toHaveCount(3)
    const path = `${new URL(page.url()).pathname}/photos`
    expect(posted).toEqual(javaScriptEnabled ? [`${path}/ID`, `${path}/ID`] : [path])
    expect(await storedFor(site, email)).toHaveLength(3)

    // What is no photo is said at the form.
    await own.getByText('Add photos').click()
    await own.getByLabel('Up to 3 photos').setInputFiles([{ ...noPhoto, mimeType: 'image/jpeg' }])
    await own.getByRole('button', { name: 'Add to my request' }).click()
    await expect(own.getByText(/We can’t read this file as a photo\./)).toBeVisible()
    expect(await storedFor(site, email)).toHaveLength(3)
    await context.close()
  })
