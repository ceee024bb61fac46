import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AtRule, type Declaration, parse } from 'postcss'
import { expect, it } from 'vitest'

const client = fileURLToPath(new URL('../../dist/client', import.meta.url))
const assets = join(client, 'assets')

const sheets = readdirSync(assets)
  .filter((file) => file.endsWith('.css'))
  .map((file) => parse(readFileSync(join(assets, file), 'utf8')))

function fontFaces(): AtRule[] {
  const faces = new Map<string, AtRule>()
  for (const sheet of sheets) sheet.walkAtRules('font-face', (face) => void faces.set(face.toString(), face))
  return [...faces.values()]
}

function propertyOf(face: AtRule, property: string): string | undefined {
  return face.nodes?.find((node): node is Declaration => node.type === 'decl' && node.prop === property)?.value
}

it('the built style sheets show each font as soon as it has loaded', () => {
  const own = fontFaces().filter((face) => propertyOf(face, 'src')?.includes('url('))
  expect(own).toHaveLength(3)
  expect(own.map((face) => propertyOf(face, 'font-display'))).toEqual(own.map(() => 'swap'))
})

it('the built style sheets give every fallback font the measure of ours, so that text does not move', () => {
  const fallbacks = fontFaces().filter((face) => propertyOf(face, 'src')?.includes('local('))
  expect(fallbacks.length).toBeGreaterThanOrEqual(2)
  for (const face of fallbacks)
    for (const property of ['size-adjust', 'ascent-override', 'descent-override'])
      expect(propertyOf(face, property), property).toBeDefined()
})

it('the built style sheets define every variable that they read', () => {
  const defined = new Set<string>()
  const read = new Set<string>()
  for (const sheet of sheets)
    sheet.walkDecls(({ prop, value }) => {
      if (prop.startsWith('--')) defined.add(prop)
      for (const [, name = ''] of value.matchAll(/var\(\s*(--[\w-]+)\s*\)/g)) read.add(name)
    })
  // Mantine's components set these as style attributes.
  const setByComponents = /^--(notifications?|button|input|checkbox|cb|label|section|group|paper|radio|text|title)-/
  expect(read.size).toBeGreaterThan(50)
  expect([...read].filter((name) => !defined.has(name) && !setByComponents.test(name))).toEqual([])
})

it('the built style sheets name only pictures and fonts that are in the build', () => {
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(html|css)$/.test(path))
  const styles = files.map((path) => readFileSync(join(client, path), 'utf8')).join('\n')
  const urls = Array.from(styles.matchAll(/url\(["']?([^"')]+)/g), ([, url = '']) => url)
  expect(urls.some((url) => url.startsWith('data:image/svg+xml'))).toBe(true)
  // `%23` begins a reference within a drawing.
  expect(urls.filter((url) => !/^(data:|\/assets\/|%23)/.test(url))).toEqual([])
})
