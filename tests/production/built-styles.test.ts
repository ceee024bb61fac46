import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const client = 'dist/client'
const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(html|css)$/.test(path))

it('every picture and font that a built style names is in the build', () => {
  const styles = files.map((path) => readFileSync(join(client, path), 'utf8')).join('\n')
  const urls = Array.from(styles.matchAll(/url\(["']?([^"')]+)/g), ([, url = '']) => url)
  expect(urls.some((url) => url.startsWith('data:image/svg+xml'))).toBe(true)
  // `%23` begins a reference within a drawing.
  expect(urls.filter((url) => !/^(data:|\/assets\/|%23)/.test(url))).toEqual([])
})
