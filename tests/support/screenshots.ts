// The pictures in the README and docs, taken from the production build.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { seedDemo } from '#server/demo/seed.ts'
import { comeToLife } from '#tests/e2e/fixtures.ts'
import { signInAs } from '#tests/e2e/sign-in.ts'
import { findBrowser } from './browser.ts'
import { startServer, temporaryFolder } from './server-process.ts'

const folder = fileURLToPath(new URL('../../docs/images', import.meta.url))

const pictures = [
  { name: 'home', path: '/', width: 1440, scheme: 'light' },
  { name: 'home-tablet', path: '/', width: 768, scheme: 'light' },
  { name: 'home-phone', path: '/', width: 360, scheme: 'light' },
  { name: 'home-dark', path: '/', width: 1440, scheme: 'dark' },
  { name: 'home-phone-dark', path: '/', width: 360, scheme: 'dark' },
  { name: 'estimate', path: '/estimate', width: 1440, scheme: 'light' },
  { name: 'estimate-phone-dark', path: '/estimate', width: 360, scheme: 'dark' },
  { name: 'confirmation', path: '/confirmation', width: 1440, scheme: 'light' },
] as const

/** Of the staff's pages, with the requests of the demonstration. */
const staffPictures = [
  { name: 'staff-list', path: '/admin', width: 1440, scheme: 'light' },
  { name: 'staff-list-phone', path: '/admin', width: 360, scheme: 'dark' },
  { name: 'staff-request', path: 'the newest request', width: 1440, scheme: 'light' },
  { name: 'staff-reports', path: '/admin/reports', width: 1440, scheme: 'light' },
] as const

mkdirSync(folder, { recursive: true })
const data = temporaryFolder('screenshots')
const database = `file:${join(data.path, 'app.db')}`
await seedDemo(database, 300, new Date())
const server = await startServer({ DATA_DIR: data.path })
const browser = await chromium.launch(await findBrowser())
for (const { name, path, width, scheme } of [...pictures, ...staffPictures]) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme })
  if (name.startsWith('staff')) await signInAs(context, { origin: server.origin, database }, 'admin')
  const page = await context.newPage()
  await page.goto(`${server.origin}${path.startsWith('/') ? path : '/admin'}`)
  await comeToLife(page)
  if (name.startsWith('staff-list') || !path.startsWith('/')) await page.getByRole('article').first().waitFor()
  if (!path.startsWith('/')) {
    await page.getByRole('article').first().getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Timeline' }).waitFor()
  }
  await page.evaluate(() => document.fonts.ready)
  await page.getByText('Loading…').waitFor({ state: 'hidden' })
  await page.screenshot({ path: join(folder, `${name}.png`) })
  await context.close()
}
await browser.close()
await server.end('SIGTERM')
data.remove()
