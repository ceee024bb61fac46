// The pictures in the README and docs, taken from the production build.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
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

mkdirSync(folder, { recursive: true })
const data = temporaryFolder('screenshots')
const server = await startServer({ DATA_DIR: data.path })
const browser = await chromium.launch(await findBrowser())
for (const { name, path, width, scheme } of pictures) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme })
  await page.goto(`${server.origin}${path}`, { waitUntil: 'networkidle' })
  await page.screenshot({ path: join(folder, `${name}.png`) })
  await page.close()
}
await browser.close()
await server.end('SIGTERM')
data.remove()
