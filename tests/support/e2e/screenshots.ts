// The pictures in the README and docs, taken from the production build. They show the day on which they are taken.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, chromium, expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { seedDemo } from '#server/demo/seed.ts'
import { insertRow } from '#tests/support/database/insert-row.ts'
import { waitForHydration } from '#tests/support/e2e/fixtures.ts'
import { startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { findBrowser } from './browser.ts'

const folder = fileURLToPath(new URL('../../../docs/images', import.meta.url))

type Picture = {
  readonly name: string
  readonly path: string
  readonly width: number
  readonly scheme: 'light' | 'dark'
  /** Brings the page to what the picture shows, and waits for it. */
  readonly show?: (page: Page) => Promise<unknown>
  /** What the picture shows of it, or of another page. */
  readonly part?: (page: Page) => Page | Locator
}

const pictures: readonly Picture[] = [
  { name: 'home', path: '/', width: 1440, scheme: 'light' },
  { name: 'home-tablet', path: '/', width: 768, scheme: 'light' },
  { name: 'home-phone', path: '/', width: 360, scheme: 'light' },
  { name: 'home-dark', path: '/', width: 1440, scheme: 'dark' },
  { name: 'home-phone-dark', path: '/', width: 360, scheme: 'dark' },
  { name: 'estimate', path: '/estimate', width: 1440, scheme: 'light' },
  { name: 'estimate-phone-dark', path: '/estimate', width: 360, scheme: 'dark' },
  { name: 'confirmation', path: '/confirmation', width: 1440, scheme: 'light' },
]

const firstCard = (page: Page) => page.getByRole('article').first()
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name }).waitFor()

const overdue = heading('Overdue')
const firstRow = (page: Page) => page.getByRole('row').nth(1).waitFor()

/** Pictures of the staff's pages, with the estimates of the demonstration. */
const staffPictures: readonly Picture[] = [
  { name: 'staff-today', path: '/admin/today', width: 1440, scheme: 'light', show: overdue },
  { name: 'staff-today-phone', path: '/admin/today', width: 360, scheme: 'light', show: overdue },
  { name: 'staff-compact', path: '/admin?view=compact', width: 1440, scheme: 'light', show: firstRow },
  {
    name: 'staff-compact-phone',
    path: '/admin?view=compact',
    width: 360,
    scheme: 'light',
    show: (page) => firstCard(page).waitFor(),
  },
  { name: 'staff-palette', path: '/admin/today', width: 1440, scheme: 'light', show: showPalette },
  { name: 'staff-palette-phone', path: '/admin/today', width: 360, scheme: 'dark', show: showPalette },
  {
    name: 'staff-reports-phone',
    path: '/admin/reports',
    width: 360,
    scheme: 'light',
    show: heading('By project type'),
  },
  { name: 'staff-list', path: '/admin', width: 1440, scheme: 'light', show: (page) => firstCard(page).waitFor() },
  { name: 'staff-list-phone', path: '/admin', width: 360, scheme: 'dark', show: (page) => firstCard(page).waitFor() },
  {
    name: 'staff-request',
    path: '/admin?status=in_progress&assignee=me&type=kitchen-remodel',
    width: 1440,
    scheme: 'light',
    async show(page) {
      await page.getByRole('article').first().getByRole('link').first().click()
      await heading('Timeline')(page)
    },
  },
  { name: 'staff-reports', path: '/admin/reports', width: 1440, scheme: 'light', show: heading('By project type') },
]

const firstDay = (page: Page) => page.getByRole('region', { name: 'First day' })

/** Pictures for the owner, before the demonstration's first day is over. */
const ownerPictures: readonly Picture[] = [
  {
    name: 'first-day',
    path: '/admin/today',
    width: 1100,
    scheme: 'light',
    // It is folded beside overdue requests.
    show: (page) => firstDay(page).locator('summary').click(),
    part: firstDay,
  },
  { name: 'company', path: '/admin/company?room=projects', width: 1100, scheme: 'light', show: addProject },
  {
    name: 'company-preview',
    path: '/admin/company',
    width: 1100,
    scheme: 'light',
    show: showPreview,
    part: (page) => page.context().pages().at(-1) ?? page,
  },
]

mkdirSync(folder, { recursive: true })
const data = temporaryFolder('screenshots')
const database = `file:${join(data.path, 'app.db')}`
const demoAdmin = await seedDemo(database, 300, new Date())
const server = await startServer({ DATA_DIR: data.path })
const browser = await chromium.launch(await findBrowser())
const session = await signIn()
for (const picture of pictures) await take(picture)
for (const picture of ownerPictures) await take(picture, session)
// Today without the checklist of the first day.
const isDone = JSON.stringify({ declined: [], isDone: true })
await insertRow(database, 'settings', { name: 'first-day', value: isDone, createdAt: new Date() })
for (const picture of staffPictures) await take(picture, session)
await browser.close()
await server.end('SIGTERM')
data.remove()

async function showPalette(page: Page): Promise<void> {
  await overdue(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('kitchen')
  await page.getByRole('option').nth(2).waitFor()
}

/** The photograph is the drawing of the row of houses. */
async function addProject(page: Page): Promise<void> {
  const button = (name: string) => page.getByRole('button', { name })
  const field = (name: RegExp) => page.getByRole('textbox', { name }).last()
  await button('Add a project').click()
  await field(/^Name/).fill('Two fronts on one block')
  await field(/^Place/).fill('Bedford-Stuyvesant, Brooklyn')
  await field(/^What was done/).fill('Cornices, windows and a fire escape. 14 months.')
  await page.getByRole('switch', { name: 'Photographs' }).press(' ')
  const drawing = fileURLToPath(new URL('../../../client/components/row-of-houses.svg', import.meta.url))
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button('Choose a photograph').first().click()])
  await chooser.setFiles({
    name: 'houses.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp(drawing, { density: 140 })
      .resize(1200, 800, { fit: 'cover' })
      .flatten({ background: '#17233b' })
      .jpeg()
      .toBuffer(),
  })
  await field(/^What it shows/).fill('Two brick houses with lit windows')
  await button('Save').click()
  await page.getByText('Saved changes are not on the site yet').waitFor()
  await page.evaluate(() => scrollTo(0, 0))
}

async function showPreview(page: Page): Promise<void> {
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = await opened
  await preview.getByText('Only you see this page.').waitFor({ timeout: 60_000 })
  await preview.getByRole('heading', { name: 'Recent work' }).evaluate((heading) => heading.scrollIntoView())
  await preview.getByRole('img', { name: 'Two brick houses' }).waitFor()
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

async function signIn(): Promise<Session> {
  const context = await browser.newContext()
  const headers = { origin: server.origin }
  const answer = await context.request.post(`${server.origin}/api/trpc/auth.signIn`, { data: demoAdmin, headers })
  expect(answer.status()).toBe(200)
  return await context.storageState()
}

async function take({ name, path, width, scheme, show, part }: Picture, storageState?: Session): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: scheme,
    ...(storageState && { storageState }),
  })
  const page = await context.newPage()
  await page.goto(`${server.origin}${path}`)
  await waitForHydration(page)
  await show?.(page)
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
  // With a palette, a picture has half the bytes.
  await sharp(await (part?.(page) ?? page).screenshot())
    .png({ palette: true, quality: 95, effort: 10 })
    .toFile(join(folder, `${name}.png`))
  await context.close()
}
