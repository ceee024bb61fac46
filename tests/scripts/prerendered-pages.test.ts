import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { assetsOfRoute } from '../../scripts/vite/build-manifest.ts'
import { compressFolder } from '../../scripts/vite/compressed-siblings.ts'
import { fillPageTemplate, withSessionHint } from '../../scripts/vite/page-template.ts'

const template = `<!doctype html><html><head>
<title>Site</title><meta name="description" content="" />
<script type="module" crossorigin src="/assets/index.js"></script></head><body><div id="root"></div></body></html>`
const page = { path: '/a', file: 'a.html', title: 'Kitchens & "baths"', description: 'All <five> of them' }
const noAssets = { scripts: [], styles: [] }

describe('the template of a page', () => {
  it('gets title, description, files and markup', () => {
    const html = fillPageTemplate(
      template,
      page,
      { scripts: ['assets/a.js'], styles: ['assets/a.css'] },
      '<p>$& costs $1</p>',
    )
    expect(html).toContain('<title>Kitchens &amp; &quot;baths&quot;</title>')
    expect(html).toContain('<meta name="description" content="All &lt;five&gt; of them">')
    expect(html).toContain('<link rel="stylesheet" crossorigin href="/assets/a.css">')
    expect(html).toContain('<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/a.js">')
    expect(html).toContain('<script type="module" fetchpriority="low" crossorigin src="/assets/index.js">')
    expect(html).toContain('<div id="root"><p>$& costs $1</p></div>')
    expect(html).toContain('<meta property="og:title" content="Kitchens &amp; &quot;baths&quot;">')
  })

  it('is refused when it has lost a place', () => {
    const broken = template.replace('<div id="root"></div>', '<div id="app"></div>')
    expect(() => fillPageTemplate(broken, page, noAssets, '')).toThrow('<div id="root"></div>')
  })
})

it('a page says whether it is for a browser with a session', () => {
  expect(withSessionHint('<!doctype html><html lang="en"><head>', 'some')).toBe(
    '<!doctype html><html data-session="some" lang="en"><head>',
  )
  expect(() => withSessionHint('<p>', 'none')).toThrow('root element')
})

describe('the files that a page needs at once', () => {
  const manifest = {
    'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_shared.js'], css: ['assets/index.css'] },
    '_shared.js': { file: 'assets/shared.js' },
    '_form.js': { file: 'assets/form.js', css: ['assets/form.css'] },
    'routes/estimate.tsx?tsr-split=component': {
      file: 'assets/estimate.js',
      isDynamicEntry: true,
      imports: ['index.html', '_shared.js', '_form.js'],
      css: ['assets/estimate.css'],
    },
    'routes/admin/index.tsx?tsr-split=component': { file: 'assets/admin.js', isDynamicEntry: true },
    'routes/index.tsx?tsr-split=component': { file: 'assets/home.js', isDynamicEntry: true, imports: ['index.html'] },
  }

  it('are those of its own chunks, without those of the frame', () => {
    expect(assetsOfRoute(manifest, '/estimate')).toEqual({
      scripts: ['assets/form.js', 'assets/estimate.js'],
      styles: ['assets/form.css', 'assets/estimate.css'],
    })
    expect(assetsOfRoute(manifest, '/')).toEqual({ scripts: ['assets/home.js'], styles: [] })
    expect(assetsOfRoute(manifest, '/admin')).toEqual({ scripts: ['assets/admin.js'], styles: [] })
  })

  it('are none for a page without a route', () => {
    expect(assetsOfRoute(manifest, '/404')).toEqual(noAssets)
  })
})

it('text files of a kilobyte and more get compressed copies, but pages do not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'compressed-'))
  try {
    const text = 'a'.repeat(1024)
    for (const file of ['page.html', 'entry.js', 'small.css', 'picture.png']) writeFileSync(join(folder, file), text)
    writeFileSync(join(folder, 'small.css'), 'a')
    await compressFolder(folder)
    expect(readdirSync(folder).sort()).toEqual([
      'entry.js',
      'entry.js.br',
      'entry.js.gz',
      'page.html',
      'picture.png',
      'small.css',
    ])
    expect(brotliDecompressSync(readFileSync(join(folder, 'entry.js.br'))).toString()).toBe(text)
    expect(gunzipSync(readFileSync(join(folder, 'entry.js.gz'))).toString()).toBe(text)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
