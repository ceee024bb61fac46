import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const clientDir = fileURLToPath(new URL('../../dist/client', import.meta.url))

/** The scripts, or the style sheets, that a built page names, with those that its scripts import statically. */
function files(page: string, ending: '.js' | '.css'): Set<string> {
  const html = readFileSync(join(clientDir, page), 'utf8')
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => String(path))
  const found = new Set<string>()
  const follow = (path: string) => {
    if (found.has(path) || !path.endsWith(ending)) return
    found.add(path)
    if (ending === '.css') return
    const code = readFileSync(join(clientDir, path), 'utf8')
    for (const [, name] of code.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) follow(`/assets/${name}`)
  }
  for (const path of named) follow(path)
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

describe('what a phone has to load', () => {
  const home = files('index.html', '.js')

  it('is found at all', () => {
    expect(home.size).toBeGreaterThan(1)
    expect(kilobytes(home)).toBeGreaterThan(50)
  })

  it('is at most 110 kB of scripts for the home page', () => {
    expect(kilobytes(home)).toBeLessThanOrEqual(110)
  })

  it('is at most 70 kB of scripts more for the form', () => {
    const form = [...files('estimate.html', '.js')].filter((path) => !home.has(path))
    expect(kilobytes(form)).toBeGreaterThan(10)
    expect(kilobytes(form)).toBeLessThanOrEqual(70)
  })

  it('is no picture within the page, where the scripts expect a file', () => {
    expect(readFileSync(join(clientDir, 'index.html'), 'utf8')).not.toContain('data:image')
  })

  it('is at most 40 kB of fonts, which are fetched along with the styles', () => {
    const html = readFileSync(join(clientDir, 'index.html'), 'utf8')
    const fonts = [...html.matchAll(/<link rel="preload" as="font"[^>]+href="([^"]+)"/g)].map(([, path]) =>
      String(path),
    )
    expect(fonts).toHaveLength(2)
    expect(kilobytes(fonts)).toBeLessThanOrEqual(40)
  })

  it('is at most 90 kB of page, styles and pictures for the home page', () => {
    const html = readFileSync(join(clientDir, 'index.html'), 'utf8')
    const pictures = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:svg|webp|avif|png|jpg|woff2))"/g)].map(
      ([, path]) => String(path),
    )
    expect(kilobytes(['/index.html', ...files('index.html', '.css'), ...pictures])).toBeLessThanOrEqual(90)
  })
})
