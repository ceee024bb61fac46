import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTRPCClient, httpLink } from '@trpc/client'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { AppRouter } from '#server/trpc/router.ts'
import { companyFile } from '#shared/company-file.ts'
import type { Company } from '#shared/company-schema.ts'
import { createDatabase, databaseOnServer, dropDatabase } from '#tests/support/database/postgresql-databases.ts'
import { readMails } from '#tests/support/e2e/mailbox.ts'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { type ServerProcess, startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { createStartedFolder } from '#tests/support/server/started-folder.ts'

const data = temporaryFolder('company')
const settings = { DATA_DIR: data.path, LOG_LEVEL: 'info' }
const password = 'plum tiles, warm grout'

let server: ServerProcess
let cookie = ''

const root = fileURLToPath(new URL('../..', import.meta.url))

/** @returns what the command prints */
function ops(words: readonly string[], environment: Record<string, string>): string {
  const env = { PATH: process.env.PATH, ...environment }
  return execFileSync(process.execPath, [join(root, 'dist/server/cli.js'), ...words], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
}

const page = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(server.origin + path, { headers })).text()

/** Everything that the page's company script says. */
async function companyScript(html: string): Promise<string> {
  const path = /data-entry="(\S+)/.exec(html)?.[1] ?? ''
  const response = await fetch(server.origin + path)
  expect(response.headers.get('cache-control')).toContain('immutable')
  return await response.text()
}

const api = () =>
  createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${server.origin}/api/trpc`, headers: () => ({ cookie, origin: server.origin }) })],
  })

/** Expects that another server shows the home page of this one, and has its scripts and photographs. */
async function expectSame(others: Record<string, string>): Promise<void> {
  const withoutOrigin = (html: string) => html.replaceAll(/http:\/\/localhost:\d+/g, '')
  const own = await page('/')
  const other = await startServer(others)
  try {
    const home = await (await fetch(other.origin)).text()
    expect(withoutOrigin(home)).toBe(withoutOrigin(own))
    for (const path of new Set(home.match(/\/assets\/(?:company|photo)-[\w.-]+/g))) {
      const bytes = async (origin: string) => Buffer.from(await (await fetch(origin + path)).arrayBuffer())
      expect((await bytes(other.origin)).equals(await bytes(server.origin)), path).toBe(true)
    }
  } finally {
    await other.end('SIGTERM')
  }
}

async function save(changes: Partial<Company>): Promise<{ revision: number }> {
  const { draft, revision } = await api().company.read.query()
  return await api().company.save.mutate({ revision, company: { ...draft, ...changes } })
}

async function saveWithPhone(display: string): Promise<{ revision: number }> {
  const { draft, revision } = await api().company.read.query()
  const company = {
    ...draft,
    name: 'Queens Kitchen Company',
    legalName: 'Queens Kitchen, Inc.',
    phone: { ...draft.phone, display },
    email: 'office@queens.example',
  }
  return await api().company.save.mutate({ revision, company })
}

beforeAll(async () => {
  await createStartedFolder(data.path)
  server = await startServer(settings)
  const invited = ops(['staff', 'add', 'owner@mail.example', '--role', 'admin'], settings)
  const token = /token=([\w-]{43})/.exec(invited)?.[1] ?? ''
  await api().auth.resetPassword.mutate({ token, password })
  const answer = await fetch(`${server.origin}/api/trpc/auth.signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@mail.example', password }),
  })
  cookie = answer.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ')
})
afterAll(async () => {
  await server.end('SIGKILL')
  data.remove()
})

it('no script of the build but the company’s own says what the sample invents', () => {
  const { name, email, address, projects, projectManager, testimonials, socialProof } = companyFile
  const said = [
    ...[name, email, address.street, projectManager?.name ?? ''],
    ...[...projects, ...testimonials].map((shown) => shown.name),
    // A longer part may have characters that scripts write in another way.
    ...testimonials.map(({ text }) => text.slice(0, 30)),
    ...socialProof.notices.map(({ neighborhood }) => neighborhood),
  ]
  const assets = join(root, 'dist/client/assets')
  const found = readdirSync(assets)
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => {
      const script = readFileSync(join(assets, file), 'utf8')
      return said.filter((text) => script.includes(text)).map((text) => ({ file, text }))
    })
  expect(found.filter(({ file }) => !file.startsWith('company-'))).toEqual([])
  expect(found.map(({ text }) => text)).toEqual(said)
})

describe('publishing the company', () => {
  it('shows it on all pages at once, keeps it over a restart, and goes back', async () => {
    expect(await page('/')).toContain('(212) 555-0142')
    const shareImage = await page('/share-image.png')
    const saved = await saveWithPhone('(718) 555-0123')
    expect(await page('/')).toContain('(212) 555-0142')

    await api().company.publish.mutate(saved)
    for (const path of ['/', '/estimate', '/privacy', '/auth', '/request/no']) {
      const html = await page(path, { accept: 'text/html' })
      expect(html, path).toContain('(718) 555-0123')
      expect(html, path).not.toContain('(212) 555-0142')
      expect(html, path).not.toContain('Five Borough Builders')
    }
    const home = await page('/')
    expect(home).toContain('"telephone":"+17185550123"')
    expect(await companyScript(home)).toContain('Queens Kitchen Company')
    expect(await page('/.well-known/security.txt')).toContain('mailto:office@queens.example')
    expect(JSON.parse(await page('/site.webmanifest'))).toMatchObject({ name: 'Queens Kitchen Company' })
    expect(await page('/share-image.png')).not.toBe(shareImage)
    await api().estimates.submit.mutate(estimateInput({ email: 'ada@mail.example' }))
    const mails = () => readMails(join(data.path, 'mail'), 'ada@mail.example', 'estimate.visitor')
    await expect.poll(mails, { timeout: 10_000 }).toHaveLength(1)
    const [mail] = await mails()
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain('Queens Kitchen, Inc.')
      expect(text).toContain('(718) 555-0123')
      expect(text).not.toContain('Five Borough Builders')
    }
    expect(await api().company.read.query()).toMatchObject({ isPublished: true, versions: [{ number: 1 }] })

    await server.end('SIGTERM')
    server = await startServer(settings)
    expect(await page('/')).toContain('(718) 555-0123')

    await api().company.publish.mutate(await saveWithPhone('(929) 555-0199'))
    expect(await page('/')).toContain('(929) 555-0199')
    await api().company.back.mutate({ number: 1 })
    expect(await page('/')).toContain('(718) 555-0123')
    const [third, second] = (await api().company.read.query()).versions
    expect([third, second]).toMatchObject([{ number: 3, sameAs: 1 }, { number: 2 }])
    expect(second).not.toHaveProperty('sameAs')
    const notKept = { data: { code: 'NOT_FOUND' } }
    await expect(api().company.back.mutate({ number: 4 })).rejects.toMatchObject(notKept)
  })

  it('shows photographs in the sizes of today, without the place where they were taken', async () => {
    const id = randomUUID()
    const place = 'PLANTED 40.7484N 73.9857W'
    const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: '#a06040' } })
    const body = new FormData()
    const file = await picture
      .withExif({ IFD3: { GPSProcessingMethod: place } })
      .jpeg()
      .toBuffer()
    body.append('photo', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'Front.jpg')
    const url = `${server.origin}/api/company-photos/${id}`
    const stranger = { method: 'PUT', headers: { origin: server.origin }, body }
    expect((await fetch(url, stranger)).status).toBe(401)
    const sent = await fetch(url, { ...stranger, headers: { cookie, origin: server.origin } })
    expect(await sent.json()).toEqual({ id, width: 900, height: 600 })
    expect((await fetch(url)).status).toBe(401)
    expect((await fetch(url, { headers: { cookie } })).headers.get('content-type')).toBe('image/jpeg')

    const { draft, revision } = await api().company.read.query()
    const company = { ...draft, heroPhoto: { file: id, alt: 'Our shop front' } }
    await api().company.publish.mutate(await api().company.save.mutate({ revision, company }))
    const home = await page('/')
    expect(home).toMatch(/<img [^>]*alt="Our shop front" width="900" height="600"/)
    const urls = home.match(/\/assets\/photo-[\w-]+\.(?:avif|webp)/g) ?? []
    expect(new Set(urls).size).toBe(5)
    for (const path of urls) {
      const response = await fetch(server.origin + path)
      expect(response.headers.get('content-type')).toMatch(/^image\/(?:avif|webp)$/)
      expect(Buffer.from(await response.arrayBuffer()).includes('PLANTED')).toBe(false)
    }
  })

  it('shows it with its photograph after a restore and a move, with nothing but the database', async () => {
    const others = [temporaryFolder('company-restored'), temporaryFolder('company-moved')] as const
    const [restored, moved] = others.map(({ path }) => ({ DATA_DIR: path }))
    const serverUrl = inject('postgresqlUrl')
    const name = await createDatabase(serverUrl)
    const databaseUrl = databaseOnServer(serverUrl, name)
    const backup = join(data.path, 'backup.db')
    try {
      ops(['backup', backup], settings)
      ops(['restore', backup], { ...restored })
      await expectSame({ ...restored })
      ops(['move', '--from', `file:${join(others[0].path, 'app.db')}`, '--to', databaseUrl], {})
      await expectSame({ ...moved, DATABASE_URL: databaseUrl })
    } finally {
      await dropDatabase(serverUrl, name)
      for (const other of others) other.remove()
    }
  }, 120_000)

  it('previews the draft for administrators alone', async () => {
    const saved = await saveWithPhone('(646) 555-0111')
    const answer = await fetch(`${server.origin}/api/trpc/company.preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, origin: server.origin },
      body: JSON.stringify(saved),
    })
    expect(answer.status).toBe(200)
    const [preview = ''] = answer.headers.getSetCookie().map((header) => header.split(';')[0] ?? '')
    // As in a process with folders of its own: the page and its script are made when they are asked for.
    const folder = join(data.path, 'site/pages', preview.split('=')[1] ?? '')
    const [, script = ''] = /"(\/assets\/company-\w+\.js)/.exec(readFileSync(join(folder, 'index.html'), 'utf8')) ?? []
    const forget = () => {
      rmSync(folder, { recursive: true })
      rmSync(join(data.path, 'site', script))
    }
    forget()
    const load = async (headers: Record<string, string>) => (await fetch(server.origin + script, { headers })).status
    expect([await load({}), await load({ cookie: `${cookie}; ${preview}` })]).toEqual([404, 200])
    forget()
    const shown = await fetch(`${server.origin}/estimate`, { headers: { cookie: `${cookie}; ${preview}` } })
    expect(shown.headers.get('x-robots-tag')).toBe('noindex')
    const html = await shown.text()
    expect(html).toContain('(646) 555-0111')
    expect(html).toContain('Only you see this page.')
    for (const headers of [{ cookie: preview }, { cookie }, {}] as Record<string, string>[])
      expect(await page('/estimate', headers)).not.toContain('(646) 555-0111')
  })

  it('makes the page of a service as soon as it has a text, and takes it away again', async () => {
    const path = '/services/kitchen-remodels'
    const status = async () => (await fetch(server.origin + path)).status
    expect(await status()).toBe(404)
    const { draft, revision } = await api().company.read.query()
    const ownPage = { text: `We build kitchens. ${'And we say so. '.repeat(40)}`, questions: [] }
    const services = draft.services.map((service, index) => (index === 0 ? { ...service, page: ownPage } : service))
    await api().company.publish.mutate(await api().company.save.mutate({ revision, company: { ...draft, services } }))
    const html = await page(path)
    expect(html).toContain('And we say so.')
    expect(html).toContain('<meta name="description" content="We build kitchens.">')
    expect(html).toMatch(/<style>[^<]+</)
    expect(await page('/')).toContain(`href="${path}"`)
    expect(await page('/sitemap.xml')).toContain(`${path}</loc>`)
    const [, before] = (await api().company.read.query()).versions
    await api().company.back.mutate({ number: before?.number ?? 0 })
    expect(await status()).toBe(404)
    expect(await page('/sitemap.xml')).not.toContain(path)
  })

  it('refuses a save and a publication of what somebody else has changed', async () => {
    const { draft, revision } = await api().company.read.query()
    await saveWithPhone('(646) 555-0112')
    const conflict = { data: { code: 'CONFLICT' } }
    await expect(api().company.save.mutate({ revision, company: draft })).rejects.toMatchObject(conflict)
    await expect(api().company.publish.mutate({ revision })).rejects.toMatchObject(conflict)
  })

  it('says which photograph is missing', async () => {
    const { draft } = await api().company.read.query()
    const lost = await save({ heroPhoto: { file: randomUUID(), alt: 'A porch' } })
    await expect(api().company.publish.mutate(lost)).rejects.toMatchObject({
      message: 'The photograph “A porch” is missing. Please upload it again.',
    })
    await save({ heroPhoto: draft.heroPhoto })
  })

  it('leaves the site as it was when its pages cannot be made, says why, and publishes as soon as they can', async () => {
    const before = await page('/')
    const saved = await saveWithPhone('(347) 555-0150')
    const assets = join(data.path, 'site/assets')
    renameSync(assets, `${assets}-moved`)
    writeFileSync(assets, 'a file in the way')
    await expect(api().company.publish.mutate(saved)).rejects.toMatchObject({
      message:
        'The pages could not be made, so nothing was changed. The server cannot write to the folder “site” of its data. The command doctor says more.',
      data: { code: 'SERVICE_UNAVAILABLE' },
    })
    expect(await page('/')).toBe(before)
    expect(readdirSync(join(data.path, 'site/pages')).filter((name) => name.includes('.'))).toEqual([])

    rmSync(assets)
    renameSync(`${assets}-moved`, assets)
    await api().company.publish.mutate(saved)
    expect(await page('/')).toContain('(347) 555-0150')
  })

  it('shows what looks like HTML as text', async () => {
    const name = `Smith & Sons</script><script>alert('1')</script>`
    await api().company.publish.mutate(await save({ name, legalName: name, otherWork: '<img src=x onerror=alert(2)>' }))
    for (const path of ['/', '/estimate', '/privacy', '/request/no']) {
      const html = await page(path, { accept: 'text/html' })
      expect(html, path).toContain('Smith &amp; Sons&lt;/script&gt;')
      expect(html, path).not.toContain('<script>alert')
      expect(html, path).not.toContain('<img src=x')
    }
    const script = await companyScript(await page('/'))
    expect(script).not.toContain('</script>')
    expect(JSON.parse(script.replace('globalThis.publishedCompany=', ''))).toMatchObject({ name })
    expect(JSON.parse(await page('/site.webmanifest'))).toMatchObject({ name })
    expect((await fetch(`${server.origin}/share-image.png`)).headers.get('content-type')).toBe('image/png')
    const [, before] = (await api().company.read.query()).versions
    await api().company.back.mutate({ number: before?.number ?? 0 })
  })
})
