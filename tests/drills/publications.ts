import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { firstDraft } from '#shared/company-draft.ts'
import { freePort } from '#tests/support/server/server-process.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { type Drill, type DrillRun, onBothEngines } from './harness/drill.ts'
import { type Scene, startScene } from './harness/scene.ts'
import { send } from './harness/submit.ts'
import { Tally } from './harness/tally.ts'
import { smallDisk } from './sqlite-faults.ts'

const paths = ['/', '/estimate', '/privacy', '/auth', '/request/none']
const phoneNumber = /\(\d{3}\) 555-\d{4}/
const publishedFiles = /\/assets\/(?:company|photo)-[\w.-]+/g
const firstPhone = firstDraft().phone.display
const newPhone = (number: number) => `(718) 555-${String(1_000 + number)}`

/** @returns the revision of the draft that was saved */
async function save(scene: Scene, cookie: string, revision: number, display: string): Promise<number> {
  const draft = firstDraft()
  const company = { ...draft, phone: { ...draft.phone, display } }
  const { status } = await send(`${scene.origin}/api/trpc/company.save`, { revision, company }, { cookie })
  if (status !== 200) throw new Error(`a save got ${status}`)
  return revision + 1
}

/** @returns the phone numbers that the pages and the scripts that they name have, each once */
async function shownPhones(origin: string): Promise<string[]> {
  const read = async (path: string) => (await fetch(origin + path, { headers: { accept: 'text/html' } })).text()
  const pages = await Promise.all(paths.map(read))
  const scripts = pages.flatMap((page) => /data-entry="(\S+)/.exec(page)?.[1] ?? [])
  const texts = [...pages, ...(await Promise.all(scripts.map(read)))]
  return [...new Set(texts.map((text) => phoneNumber.exec(text)?.[0] ?? 'none'))]
}

async function killWhilePublishing(drill: DrillRun): Promise<void> {
  const scene = await startScene(drill)
  const { cookie } = await insertSignedIn(scene.place.databaseUrl, { role: 'admin' })
  const random = drill.random.fork('publications')
  const kills = drill.count(100)
  const outcomes = new Tally()
  const mixed: unknown[] = []
  const lost: unknown[] = []
  const strange: unknown[] = []
  let revision = 0
  let before = firstPhone
  for (let kill = 0; kill < kills; kill++) {
    const phone = newPhone(kill)
    revision = await save(scene, cookie, revision, phone)
    let isAcknowledged = false
    const publication = send(`${scene.origin}/api/trpc/company.publish`, { revision }, { cookie }).then(
      ({ status }) => {
        isAcknowledged = status === 200
      },
      () => undefined,
    )
    await Promise.race([publication, delay(random.integer(0, 3_000) * drill.slowness())])
    await scene.server.end('SIGKILL')
    await publication
    await scene.start()
    const phones = await shownPhones(scene.origin)
    const [shown = ''] = phones
    if (phones.length !== 1) mixed.push(phones)
    if (isAcknowledged && shown !== phone) lost.push({ shown, phone })
    if (shown !== phone && shown !== before) strange.push({ shown, phone, before })
    outcomes.note(shown === phone ? (isAcknowledged ? 'acknowledged' : 'new') : 'before')
    before = shown
  }
  drill.figure('kills', kills)
  drill.figure('companies after them', outcomes.summary())
  drill.check('all pages are of one company', mixed.length === 0, mixed)
  drill.check('what was acknowledged is shown', lost.length === 0, lost)
  drill.check('it is the new company or the one before', strange.length === 0, strange)
}

async function publishOnFullDisk(drill: DrillRun): Promise<void> {
  const scene = await startScene(drill, { place: smallDisk(drill, 128) })
  const { cookie } = await insertSignedIn(scene.place.databaseUrl, { role: 'admin' })
  const random = drill.random.fork('free space')
  const filler = join(scene.place.dataDir, 'filler')
  const outcomes = new Tally()
  const problems: unknown[] = []
  const expectShown = async (phone: string, seen: unknown) => {
    const phones = (await shownPhones(scene.origin)).join()
    const files = readdirSync(join(scene.place.dataDir, 'site'), { recursive: true, encoding: 'utf8' })
    const unfinished = files.filter((name) => /\.\d+(?:\.\w+)?$/.test(name))
    if (phones !== phone || unfinished.length > 0) problems.push({ seen, phones, phone, unfinished })
  }
  const publish = (revision: number) =>
    send(`${scene.origin}/api/trpc/company.publish`, { revision }, { cookie, timeoutMs: 60_000 })
  let revision = 0
  let before = firstPhone
  for (let publication = 0; publication < drill.count(50); publication++) {
    const phone = newPhone(publication)
    revision = await save(scene, cookie, revision, phone)
    const { bavail, bsize } = statfsSync(scene.place.dataDir)
    // The pages of a company take four megabytes.
    writeFileSync(filler, Buffer.alloc(bavail * bsize - random.integer(100_000, 4_000_000)))
    const { status, body } = await publish(revision)
    outcomes.note(/disk of the server is full/.exec(body)?.[0] ?? status)
    await expectShown(status === 200 ? phone : before, body)
    rmSync(filler)
    await expectShown((await publish(revision)).status === 200 ? phone : 'none', 'the next publication')
    before = phone
  }
  drill.figure('publications', outcomes.summary())
  drill.check('some find the disk full', outcomes.has('disk of the server is full'), outcomes.summary())
  drill.check(
    'the site is whole, nothing unfinished stays, and the next publication succeeds',
    problems.length === 0,
    problems,
  )
}

async function publishUnderLoad(drill: DrillRun): Promise<void> {
  const scene = await startScene(drill)
  const { cookie } = await insertSignedIn(scene.place.databaseUrl, { role: 'admin' })
  const origins = [scene.origin]
  if (drill.engine === 'postgresql')
    for (let more = 0; more < 2; more++) {
      const port = await freePort()
      // Each machine has a folder of its own.
      const server = scene.spawn({ port, settings: { DATA_DIR: `${scene.place.dataDir}-${more}` } })
      await server.ready()
      origins.push(`http://127.0.0.1:${port}`)
    }
  const responses = new Tally()
  const files = new Tally()
  let isOver = false
  let turn = 0
  const at = (number: number) => origins[number % origins.length]
  const load = async (number: number) => {
    const response = await fetch(`${at(number)}${paths[number % 4]}`)
    const page = await response.text()
    responses.note(response.status)
    // A proxy sends the requests of one browser to any process.
    for (const path of new Set(page.match(publishedFiles))) files.note((await fetch(`${at(number + 1)}${path}`)).status)
  }
  const loadAll = async () => {
    const loading: Promise<void>[] = []
    while (!isOver) {
      loading.push(load(turn).catch(() => responses.note('broken')))
      turn += 1
      await delay(beganAt + turn * 20 - performance.now())
    }
    await Promise.all(loading)
  }
  const beganAt = performance.now()
  const loaded = loadAll()
  const seconds: number[] = []
  let revision = 0
  for (let publication = 0; publication < drill.count(10); publication++) {
    const phone = newPhone(publication)
    revision = await save(scene, cookie, revision, phone)
    const startedAt = performance.now()
    const { status } = await send(`${scene.origin}/api/trpc/company.publish`, { revision }, { cookie })
    drill.check('a publication succeeds', status === 200, status)
    const isShown = async (origin: string) => (await shownPhones(origin)).join() === phone
    while (!(await Promise.all(origins.map(isShown))).every(Boolean) && performance.now() < startedAt + 60_000)
      await delay(100)
    seconds.push((performance.now() - startedAt) / 1_000)
  }
  isOver = true
  await loaded
  const others = [...responses.except('200'), ...files.except('200')]
  drill.figure('page loads', responses.summary())
  drill.figure('page loads per second', Math.round(turn / ((performance.now() - beganAt) / 1_000)))
  drill.figure('files that the pages name', files.summary())
  drill.figure('seconds until all processes show it', seconds.map((each) => each.toFixed(1)).join(' '))
  drill.check('no load of a page or of its files fails', others.length === 0, others)
  drill.check('all show it within ten seconds', Math.max(...seconds) < 10 * drill.slowness(), seconds)
}

export const publicationDrills: readonly Drill[] = [
  { id: 'PUBLISH', title: 'kill -9 while the company is published', engine: 'sqlite', run: killWhilePublishing },
  { id: 'PUBLISH', title: 'the disk is full', engine: 'sqlite', run: publishOnFullDisk },
  ...onBothEngines({ id: 'PUBLISH', title: 'another phone number under load', run: publishUnderLoad }),
]
