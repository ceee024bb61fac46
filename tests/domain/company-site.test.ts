import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { type CompanySite, createCompanySite } from '#server/company/company-site.ts'
import { addVersion, readFormerVersion, readVersions } from '#server/company/company-versions.ts'
import { firstDraft } from '#shared/company-draft.ts'
import type { Company } from '#shared/company-schema.ts'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/support/database/test-database.ts'
import { storeTestPhoto } from '#tests/support/estimates/store-file.ts'
import { temporaryFolder } from '#tests/support/server/server-process.ts'
import { storeStaff } from '#tests/support/server/staff-account.ts'

let folder: ReturnType<typeof temporaryFolder>
let place: TestDatabase
let site: CompanySite

beforeEach(async () => {
  folder = temporaryFolder('company-site')
  place = await createTestDatabase()
  for (const name of ['prerender', 'site/assets', 'site/photos', 'site/pages'])
    mkdirSync(path(name), { recursive: true })
  writeFileSync(path('prerender/site.json'), '{}')
  site = createCompanySite({
    prerenderDir: path('prerender'),
    siteDir: path('site'),
    read: place.database.read,
    log: silentLog,
  })
  renderBy(`
    const { company, pagesDir } = JSON.parse(readFileSync(0, 'utf8'))
    mkdirSync(pagesDir)
    writeFileSync(pagesDir + '/index.html', '<script src="/assets/company-' + company.name + '.js">')`)
})
afterEach(async () => {
  await place.dispose()
  folder.remove()
})

const path = (name: string) => join(folder.path, name)
const inFolder = (name: string) => readdirSync(path(`site/${name}`)).toSorted()
const called = (name: string): Company => ({ ...firstDraft(), name })

/** Takes the place of the build's renderer. */
function renderBy(program: string): void {
  const imports = "import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'\n"
  writeFileSync(path('prerender/package.json'), '{"type":"module"}')
  writeFileSync(path('prerender/render-process.js'), imports + program)
}

function age(name: string, ms: number): void {
  const at = (Date.now() - ms) / 1_000
  utimesSync(path(`site/${name}`), at, at)
}

function write(name: string, ms: number): void {
  writeFileSync(path(`site/${name}`), 'x')
  age(name, ms)
}

it.runIf(process.platform === 'linux').each([
  [
    'a full disk',
    "writeFileSync('/dev/full', 'x')",
    'The disk of the server is full. Free some space there, and try again.',
  ],
  [
    'a folder that is a file',
    "mkdirSync('/dev/null/pages')",
    'The server cannot write to the folder “site” of its data. The command doctor says more.',
  ],
  [
    'a fault of its own',
    'undefined.title',
    "The renderer says “Cannot read properties of undefined (reading 'title')”. The log of the server says more.",
  ],
  ['a fault that names a path', "throw new Error('No key in /srv/data')", 'The log of the server says why.'],
  [
    'a signal',
    "process.kill(process.pid, 'SIGKILL')",
    'It took too long. Please try again: the photographs that are ready are kept.',
  ],
])('says in plain words that %s kept the pages from being made', async (_what, program, advice) => {
  renderBy(program)
  const message = `The pages could not be made, so nothing was changed. ${advice}`
  await expect(site.render(called('Ada'))).rejects.toMatchObject({ code: 'unavailable', message })
})

it('keeps the last ten versions to go back to', async () => {
  const { database } = place
  const user = await storeStaff(database, { email: 'ada@example.com', role: 'admin' })
  for (let number = 1; number <= 11; number++)
    await addVersion({ database, clock: systemClock, user }, called(`Version ${number}`))
  const numbers = (await readVersions(database.read)).map(({ number }) => number)
  expect(numbers).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
  expect(await readFormerVersion(database.read, 2)).toMatchObject({ name: 'Version 2' })
  await expect(readFormerVersion(database.read, 1)).rejects.toMatchObject({ code: 'not_found' })
  expect(await database.readSetting('company-version-1')).toBeUndefined()
})

it('keeps the pages in force and the last ones, and nothing that was left unfinished', async () => {
  const { database } = place
  const inForce = await site.render(called('Ada'))
  const user = await storeStaff(database, { email: 'ada@example.com', role: 'admin' })
  await addVersion({ database, clock: systemClock, user }, called('Ada'))
  const half = `pages/${'h'.repeat(16)}.4711`
  mkdirSync(path(`site/${half}`))
  for (let number = 0; number < 25; number++) {
    mkdirSync(path(`site/pages/${number}`))
    age(`pages/${number}`, hourMs + number * minuteMs)
  }
  age(half, hourMs - minuteMs)
  age(`pages/${inForce.slice(-16)}`, 40 * dayMs)

  const newest = await site.render(called('Bo'))
  const others = Array.from({ length: 18 }, (_, number) => String(number))
  expect(inFolder('pages')).toEqual([...others, inForce.slice(-16), newest.slice(-16)].toSorted())
})

it('removes scripts and photographs a month after no kept page named them, and uploads that no company has', async () => {
  const { database } = place
  const [used, unused] = [randomUUID(), randomUUID()]
  await database.transaction((transaction) => storeTestPhoto(transaction, { id: used, createdAt: new Date() }))
  const user = await storeStaff(database, { email: 'ada@example.com', role: 'admin' })
  const ada = { ...called('Ada'), heroPhoto: { file: used, alt: 'A kitchen' } }
  await addVersion({ database, clock: systemClock, user }, ada)
  await site.render(ada)
  write('assets/company-Ada.js', 31 * dayMs)
  write('assets/company-Ada.js.br', 31 * dayMs)
  write('assets/company-Cy.js.br', 31 * dayMs)
  write('assets/company-Cy.js', 31 * dayMs)
  write('assets/photo-Cy-240.avif', 29 * dayMs)
  age(`photos/${used}`, 2 * dayMs)
  write(`photos/${unused}`, 2 * dayMs)

  await site.render(called('Bo'))
  expect(inFolder('assets')).toEqual(['company-Ada.js', 'company-Ada.js.br', 'photo-Cy-240.avif'])
  expect(inFolder('photos')).toEqual([used])

  // The month begins when the last page that names it goes.
  for (let number = 0; number < 20; number++) mkdirSync(path(`site/pages/${number}`))
  await addVersion({ database, clock: systemClock, user }, called('Bo'))
  for (const name of inFolder('pages').filter((each) => each.length === 16)) age(`pages/${name}`, 40 * dayMs)
  await site.render(called('Cy'))
  expect(inFolder('assets')).toContain('company-Ada.js')
  age('assets/company-Ada.js', 31 * dayMs)
  await site.render(called('Di'))
  expect(inFolder('assets')).not.toContain('company-Ada.js')
})
