import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { insertRow } from '#tests/support/database/insert-row.ts'
import { expectOpenInEachLook } from '#tests/support/e2e/axe.ts'
import { expect, type Site, test } from '#tests/support/e2e/fixtures.ts'
import { buildEstimate, type EstimateColumns } from '#tests/support/estimates/build-estimate.ts'

test.use({ role: 'staff' })

const sizes = [
  { width: 800, height: 600 },
  { width: 600, height: 800 },
  { width: 300, height: 200 },
] as const

/** Stores a request with a photo of each size. */
async function storeRequest({ database }: Site, columns: EstimateColumns = {}): Promise<string> {
  const [id, createdAt] = [randomUUID(), new Date()]
  await insertRow(database, 'project_estimates', buildEstimate({ id, reference: id.slice(0, 9), ...columns }))
  for (const [index, size] of sizes.entries()) {
    const picture = sharp({ create: { ...size, channels: 3, background: ['#a43', '#3a4', '#34a'][index] ?? '' } })
    const bytes = new Uint8Array(await picture.jpeg().toBuffer())
    const fileId = randomUUID()
    const name = `photo-${fileId.slice(0, 8)}.jpg`
    const file = { id: fileId, estimateId: id, name, type: 'image/jpeg', ...size }
    await insertRow(database, 'stored_files', { ...file, createdAt: new Date(createdAt.getTime() + index) })
    await insertRow(database, 'file_contents', { fileId: file.id, bytes, small: bytes })
  }
  return id
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Photos' })
const thumbnail = (page: Page, number: number) => page.getByRole('link', { name: `Photo ${number} of 3` })
const shown = (page: Page) => dialog(page).getByRole('status')

/** Whether the large picture is loaded, and whole in the window. */
async function expectWhole(page: Page, number: number): Promise<void> {
  await expect(shown(page)).toHaveText(`${number} of 3`)
  const picture = dialog(page).getByRole('img', { name: `Photo ${number} of 3` })
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBe(sizes[number - 1]?.width)
  await expect(picture).toBeInViewport({ ratio: 1 })
  const box = await picture.boundingBox()
  const { width, height } = sizes[number - 1] ?? sizes[0]
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(width / height, 1)
}

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]) {
  test(`photos are looked at by keys alone, ${viewport.width} wide`, async ({ page, site }) => {
    await page.setViewportSize(viewport)
    await page.goto(`/admin/estimates/${await storeRequest(site)}`)
    await thumbnail(page, 2).focus()
    await page.keyboard.press('Enter')
    await expectWhole(page, 2)
    await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expectWhole(page, 3)
    await page.keyboard.press('ArrowRight')
    await expectWhole(page, 3)
    await page.keyboard.press('Home')
    await expectWhole(page, 1)

    for (const name of ['Download', 'Previous', 'Next']) {
      await page.keyboard.press('Tab')
      await expect(dialog(page).getByRole(name === 'Download' ? 'link' : 'button', { name })).toBeFocused()
    }
    await page.keyboard.press('Enter')
    await expectWhole(page, 2)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(thumbnail(page, 2)).toBeFocused()
  })
}

test('the photos of a request are accessible, are downloaded, and are tried again', async ({ page, site, watch }) => {
  watch.expectConsole(/net::ERR_FAILED/)
  await page.goto(`/admin/estimates/${await storeRequest(site)}`)
  await expect(thumbnail(page, 3)).toBeVisible()
  await expectOpenInEachLook(page)
  await thumbnail(page, 1).click()
  await expectWhole(page, 1)
  await expectOpenInEachLook(page)

  const saved = page.waitForEvent('download')
  await dialog(page).getByRole('link', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^photo-[\da-f]{8}\.jpg$/)

  await page.route('**/api/photos/*/large', (route) => route.abort())
  await dialog(page).getByRole('button', { name: 'Next' }).click()
  await dialog(page).getByRole('button', { name: 'Next' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('This photo could not be loaded.')
  await page.unrouteAll()
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await expectWhole(page, 3)
})

test('photos are on paper, also those that were not scrolled to', async ({ page, site }) => {
  const loaded: string[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/photos/')) loaded.push(response.url())
  })
  await page.goto(`/admin/estimates/${await storeRequest(site, { projectDescription: 'More.\n'.repeat(800) })}`)
  await expect(page.getByRole('heading', { name: 'Photos' })).toBeVisible()
  await expect.poll(() => new Set(loaded).size).toBe(3)
  const bytes = await page.pdf()
  expect(bytes.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(3)
})
