import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { test as base, expect } from '#tests/support/e2e/fixtures.ts'
import { recordShifts } from '#tests/support/e2e/layout-shifts.ts'
import { buildWithPhotos } from '#tests/support/e2e/site-with-photos.ts'
import { startedFolder } from '#tests/support/e2e/started-database.ts'
import { firstPacketsBytes, receivedBytes } from '#tests/support/server/first-packets.ts'
import { startServer } from '#tests/support/server/server-process.ts'

const test = base.extend<object, { origin: string }>({
  origin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright takes the names of what is needed from this pattern
    async ({}, use) => {
      const folder = startedFolder('photos')
      const server = await startServer({ DATA_DIR: folder.path }, [await buildWithPhotos(folder.path)])
      await use(server.origin)
      await server.end('SIGTERM')
      folder.remove()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ origin }, use) => use(origin),
  account: ({ page: _page }, use) => use(''),
  watch: ({ page: _page }, use) => use({ expectConsole: () => undefined }),
})

// One worker, since each builds the site.
test.describe.configure({ mode: 'default' })

const files = ['hero.jpg', 'kitchen.jpg', 'before.jpg', 'after.jpg', 'client.png', 'manager.jpg']

const currentSource = (photo: Locator) => photo.evaluate((image: HTMLImageElement) => image.currentSrc)

test('photographs replace the drawings, keep their place while they load, and those below the hero load late', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const fetched: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'image') fetched.push(new URL(request.url()).pathname)
  })
  const shifted = await recordShifts(page)
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(fetched.some((path) => path.startsWith('/assets/hero-'))).toBe(true)

  for (const file of files) {
    const photo = page.getByRole('img', { name: `Shows ${file}` })
    await photo.scrollIntoViewIfNeeded()
    await expect.poll(() => currentSource(photo), file).toMatch(/\.avif$/)
    expect(await photo.evaluate((image: HTMLImageElement) => image.width > 0 && image.height > 0)).toBe(true)
    await expect(photo).toHaveAttribute('loading', file === 'hero.jpg' ? 'eager' : 'lazy')
    await expect(photo).toHaveAttribute('src', /-\w{8}-(?:67|200|300|400|720)\.webp$/)
  }
  expect(await shifted()).toBeLessThan(0.01)
})

test('the page with photographs arrives with its headers in the first packets', async ({ origin }) => {
  expect(await receivedBytes(`${origin}/`)).toBeLessThanOrEqual(firstPacketsBytes)
})

test('a photograph is turned as its camera noted, and loses the place where it was taken', async ({ page }) => {
  await page.goto('/')
  const photo = page.getByRole('img', { name: 'Shows after.jpg' })
  await expect(photo).toHaveAttribute('width', '400')
  await expect(photo).toHaveAttribute('height', '300')
  await photo.scrollIntoViewIfNeeded()
  await expect.poll(() => currentSource(photo)).toMatch(/\.avif$/)
  const response = await page.request.get(await currentSource(photo))
  expect(response.headers()).toMatchObject({
    'content-type': 'image/avif',
    'cache-control': expect.stringContaining('immutable'),
  })
  const { width = 0, height = 0, exif, orientation } = await sharp(await response.body()).metadata()
  expect(width / height).toBeCloseTo(4 / 3, 1)
  expect({ exif, orientation }).toEqual({ exif: undefined, orientation: undefined })
})
