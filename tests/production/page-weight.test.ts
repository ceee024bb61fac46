import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { publicPages } from '#shared/pages.ts'
import { firstPacketsBytes, receivedBytes } from '#tests/support/server/first-packets.ts'
import { startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { createStartedFolder } from '#tests/support/server/started-folder.ts'

const clientDir = fileURLToPath(new URL('../../dist/client', import.meta.url))

const read = (path: string) => readFileSync(join(clientDir, path), 'utf8')

/** The scripts of a page: those that it names, early or late, with all that they import statically. */
function scripts(page: string): Set<string> {
  const found = new Set<string>()
  const follow = (path: string) => {
    if (found.has(path)) return
    found.add(path)
    for (const [, name] of read(path).matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
      follow(`/assets/${name}`)
  }
  for (const [path] of read(page).matchAll(/\/assets\/[\w.-]+\.js/g)) follow(path)
  return found
}

/** Kilobytes (of 1000) as sent to a browser that takes brotli. */
function kilobytes(paths: Iterable<string>): number {
  let bytes = 0
  for (const path of paths) {
    const file = join(clientDir, path)
    try {
      bytes += statSync(`${file}.br`).size
    } catch {
      // A page, which the server compresses, or a file too small to be worth it.
      bytes += path.endsWith('.html') ? brotliCompressSync(readFileSync(file)).length : statSync(file).size
    }
  }
  return bytes / 1000
}

describe('the weight of a page', () => {
  const home = scripts('index.html')

  it('finds the scripts of every page', () => {
    expect(home.size).toBeGreaterThan(1)
    expect(kilobytes(home)).toBeGreaterThan(50)
  })

  it('names all scripts of a page in the page, so that none has to load first to name another', () => {
    for (const { file } of publicPages) {
      const named = new Set(Array.from(read(file).matchAll(/\/assets\/[\w.-]+\.js/g), ([path]) => path))
      expect([...scripts(file)].sort()).toEqual([...named].sort())
    }
  })

  it('loads nothing of the notifications of the staff', () => {
    for (const { file } of publicPages)
      for (const path of scripts(file)) expect(read(path), path).not.toMatch(/pushManager|staff-worker\.js/i)
  })

  it('loads one small script before the first paint, which loads the others afterward', () => {
    for (const { file } of publicPages) {
      const html = read(file)
      expect(html).not.toContain('modulepreload')
      const early = Array.from(html.matchAll(/<script[^>]* src="([^"]+)"/g), ([, path]) => String(path))
      expect(early).toHaveLength(1)
      expect(kilobytes(early)).toBeLessThanOrEqual(1)
      expect(read(String(early[0]))).not.toMatch(/\bfrom\s*["'`]/)
    }
  })

  it('sends a page with its headers and styles in the first packets', async () => {
    const folder = temporaryFolder('page-weight')
    onTestFinished(() => folder.remove())
    await createStartedFolder(folder.path)
    const server = await startServer({ DATA_DIR: folder.path })
    onTestFinished(async () => void (await server.end('SIGKILL')))
    for (const { file, path } of publicPages) {
      expect(read(file)).not.toMatch(/<link rel="stylesheet"/)
      expect(await receivedBytes(`${server.origin}${path}`), path).toBeLessThanOrEqual(firstPacketsBytes)
    }
  })

  it('loads at most 110 kB of scripts for the home page', () => {
    expect(kilobytes(home)).toBeLessThanOrEqual(110)
  })

  it('loads at most 70 kB more scripts for the form', () => {
    const form = [...scripts('estimate.html')].filter((path) => !home.has(path))
    expect(kilobytes(form)).toBeGreaterThan(10)
    expect(kilobytes(form)).toBeLessThanOrEqual(70)
  })

  it('loads at most 30 scripts for the frame of the dashboard', () => {
    expect(scripts('admin.html').size).toBeGreaterThan(10)
    expect(scripts('admin.html').size).toBeLessThanOrEqual(30)
  })

  it('has at most 260 kB more scripts for all of the dashboard than for the home page', () => {
    const frame = scripts('admin.html')
    const visitors = new Set(publicPages.flatMap(({ file }) => [...scripts(file)]))
    const staff = readdirSync(join(clientDir, 'assets'))
      .filter((name) => name.endsWith('.js'))
      .map((name) => `/assets/${name}`)
      .filter((path) => !home.has(path) && (frame.has(path) || !visitors.has(path)))
    expect(kilobytes(staff)).toBeGreaterThan(100)
    expect(kilobytes(staff)).toBeLessThanOrEqual(260)
  })

  it('has no inline image in the page’s markup, only in its styles', () => {
    const [styles = '', markup = ''] = read('index.html').split('</style>')
    expect(styles).toContain('data:image/svg+xml')
    expect(markup).not.toContain('data:image')
  })

  it('loads at most 40 kB of fonts, along with the styles', () => {
    const html = read('index.html')
    const fonts = [...html.matchAll(/<link rel="preload" as="font"[^>]+href="([^"]+)"/g)].map(([, path]) =>
      String(path),
    )
    expect(fonts).toHaveLength(2)
    expect(kilobytes(fonts)).toBeLessThanOrEqual(40)
  })

  it('has no font subset for text that only visitors write', () => {
    for (const { file } of publicPages) {
      const text = read(file)
        .replace(/^.*<body>/s, '')
        .replace(/<[^>]+>/g, '')
      expect(text.length).toBeGreaterThan(500)
      // The characters of the face that is not fetched along, as scripts/vite/subset-fonts.ts has them.
      expect(text.match(/[=[\\\]^_`{|}~À-ÖØ-ÿ]|&(?:quot|lt|gt);/g)).toBeNull()
    }
  })

  it('loads at most 90 kB of page, styles and images for the home page', () => {
    const html = read('index.html')
    const pictures = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:svg|webp|avif|png|jpg|woff2))"/g)].map(
      ([, path]) => String(path),
    )
    expect(kilobytes(['/index.html', ...pictures])).toBeLessThanOrEqual(90)
  })
})
