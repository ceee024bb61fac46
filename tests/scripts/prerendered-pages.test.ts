import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { compressFolder } from '../../client/prerender/compressed-siblings.ts'
import { fillPageTemplate, withSessionHint } from '../../client/prerender/page-template.ts'
import { assetsOfPage } from '../../scripts/vite/build-manifest.ts'

const template = `<!doctype html><html><head>
<title>Site</title><meta name="description" content="" />
<script type="module" crossorigin src="/assets/index.js"></script>
<link rel="modulepreload" crossorigin href="/assets/frame.js">
<link rel="stylesheet" crossorigin href="/assets/frame.css">
<link rel="preload" as="font" href="/assets/text.woff2"></head><body><div id="root"></div></body></html>`
const page = { path: '/a', file: 'a.html', title: 'Kitchens & "baths"', description: 'All <five> of them' }
const assets = {
  starter: 'assets/start.js',
  entry: 'assets/index.js',
  company: 'assets/company.js',
  scripts: ['assets/frame.js', 'assets/a.js'],
  styles: ['assets/frame.css', 'assets/a.css'],
}

it('the page template is filled with title, description, metadata and markup', () => {
  const html = fillPageTemplate(template, page, { css: '', markup: '<p>$& costs $1</p>' })
  expect(html).toContain('<title>Kitchens &amp; &quot;baths&quot;</title>')
  expect(html).toContain('<meta name="description" content="All &lt;five&gt; of them">')
  expect(html).toContain('<div id="root"><p>$& costs $1</p></div>')
  expect(html).toContain('<meta property="og:title" content="Kitchens &amp; &quot;baths&quot;">')
})

it('the page template is filled with inlined styles and only the script that starts the others', () => {
  const html = fillPageTemplate(template, page, { assets, css: 'a{content:"$&"}', markup: '' })
  expect(html).toContain('<style>a{content:"$&"}</style>')
  expect(html.match(/<link rel="[^p][^>]*>/g)).toEqual([
    '<link rel="canonical" href="https://app-origin.invalid/a">',
    '<link rel="manifest" href="/site.webmanifest">',
  ])
  expect(html.match(/<script[^>]*>/g)).toEqual([
    '<script type="module" fetchpriority="low" crossorigin src="/assets/start.js" data-entry="/assets/company.js /assets/index.js" data-scripts="/assets/frame.js /assets/a.js" data-styles="/assets/frame.css /assets/a.css">',
  ])
  expect(html).not.toContain('modulepreload')
  expect(html).toContain('<link rel="preload" as="font" href="/assets/text.woff2">')
})

it('a page of the staff asks for its scripts at once', () => {
  const html = fillPageTemplate(template, { ...page, path: '/admin/today' }, { assets, css: '', markup: '' })
  expect(html).toContain('<script type="module" data-eager="true" crossorigin')
})

it('the page template is rejected when it has lost a place', () => {
  const broken = template.replace('<div id="root"></div>', '<div id="app"></div>')
  expect(() => fillPageTemplate(broken, page, { css: '', markup: '' })).toThrow('<div id="root"></div>')
})

it('the page template rejects styles that would end their element', () => {
  const css = 'a{content:"</STYLE>"}'
  expect(() => fillPageTemplate(template, page, { assets, css, markup: '' })).toThrow('cannot stand in a page')
})

it('a page is marked as one for browsers with or without a session', () => {
  expect(withSessionHint('<!doctype html><html lang="en"><head>', 'some')).toBe(
    '<!doctype html><html data-session="some" lang="en"><head>',
  )
  expect(() => withSessionHint('<p>', 'none')).toThrow('root element')
})

describe('the assets of a page', () => {
  const manifest = {
    'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_frame.js'] },
    'start.ts': { file: 'assets/start.js', isEntry: true },
    '_frame.js': { file: 'assets/frame.js', css: ['assets/frame.css'] },
    '_form.js': { file: 'assets/form.js', css: ['assets/form.css'] },
    'routes/estimate.tsx?tsr-split=component': {
      file: 'assets/estimate.js',
      isDynamicEntry: true,
      imports: ['_frame.js', '_form.js'],
      css: ['assets/estimate.css'],
    },
    'routes/admin/reports.tsx?tsr-split=component': { file: 'assets/reports.js', isDynamicEntry: true },
    'lib/auth/auth-engine.ts': { file: 'assets/session.js', isDynamicEntry: true },
    'lib/public-client.ts': { file: 'assets/client.js', isDynamicEntry: true },
    'routes/admin/route.tsx?tsr-split=component': { file: 'assets/staff.js', isDynamicEntry: true },
    'routes/admin/index.tsx?tsr-split=component': { file: 'assets/admin.js', isDynamicEntry: true },
    'routes/index.tsx?tsr-split=component': { file: 'assets/home.js', isDynamicEntry: true, imports: ['_frame.js'] },
  }
  const frame = { starter: 'assets/start.js', entry: 'assets/index.js' }

  it("are the frame's and those of its own chunks, in order of their imports", () => {
    expect(assetsOfPage(manifest, '/estimate')).toEqual({
      ...frame,
      scripts: ['assets/frame.js', 'assets/form.js', 'assets/estimate.js'],
      styles: ['assets/frame.css', 'assets/form.css', 'assets/estimate.css'],
    })
    expect(assetsOfPage(manifest, '/')).toEqual({
      ...frame,
      scripts: ['assets/frame.js', 'assets/home.js'],
      styles: ['assets/frame.css'],
    })
  })

  it('begin with the chunk of the layout route around the page, and end with what a session needs', () => {
    for (const [path, own] of [
      ['/admin', 'assets/admin.js'],
      ['/admin/reports', 'assets/reports.js'],
    ] as const)
      expect(assetsOfPage(manifest, path).scripts).toEqual([
        'assets/frame.js',
        'assets/staff.js',
        own,
        'assets/session.js',
        'assets/client.js',
      ])
  })

  it("are the frame's alone for a page without a route", () => {
    expect(assetsOfPage(manifest, '/404')).toEqual({
      ...frame,
      scripts: ['assets/frame.js'],
      styles: ['assets/frame.css'],
    })
  })

  it('cannot be collected without the starter script', () => {
    expect(() => assetsOfPage({ 'index.html': manifest['index.html'] }, '/')).toThrow('The build has no start.ts.')
  })
})

it('text files of a kilobyte or more get compressed copies, but pages do not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'compressed-'))
  try {
    const text = 'a'.repeat(1024)
    for (const file of ['page.html', 'entry.js', 'small.css', 'picture.png']) writeFileSync(join(folder, file), text)
    writeFileSync(join(folder, 'small.css'), 'a')
    await compressFolder(folder)
    expect(readdirSync(folder).sort()).toEqual([
      ...['entry.js', 'entry.js.br', 'entry.js.gz', 'page.html', 'picture.png', 'small.css'],
    ])
    expect(brotliDecompressSync(readFileSync(join(folder, 'entry.js.br'))).toString()).toBe(text)
    expect(gunzipSync(readFileSync(join(folder, 'entry.js.gz'))).toString()).toBe(text)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
