import type { Manifest } from 'vite'

/** What Vite writes about a build: which source became which files. */
export type BuildManifest = Manifest

/** The files of a page. Paths are relative to the built client's folder. */
export type PageAssets = {
  /** The small script that starts the others. */
  starter: string
  /** The script that brings the page to life. */
  entry: string
  /** What the entry imports, now or for this page, in the order in which they run. */
  scripts: string[]
  /** The style sheets, those of the site's frame first. */
  styles: string[]
}

/** The sources that the build begins with. */
const pageSource = 'index.html'
const starterSource = 'start.ts'

/**
 * The files that the page of a route needs from its first moment, so that the browser fetches them together instead of
 * finding out about them one after the other.
 *
 * @throws {Error} when the build has not begun with the page and the starter
 */
export function assetsOfPage(manifest: BuildManifest, path: string): PageAssets {
  const [entry, starter] = [manifest[pageSource], manifest[starterSource]]
  if (!entry || !starter) throw new Error(`The build has no ${entry ? starterSource : pageSource}.`)

  const needed = new Set<string>()
  collect(manifest, pageSource, needed)
  const sources = [...layoutsOf(path), `routes${path}.tsx`, `routes${path === '/' ? '' : path}/index.tsx`]
  for (const source of sources)
    for (const key of Object.keys(manifest)) if (key.startsWith(`${source}?tsr-split=`)) collect(manifest, key, needed)

  const chunks = [...needed].flatMap((key) => manifest[key] ?? [])
  return {
    starter: starter.file,
    entry: entry.file,
    scripts: chunks.map((chunk) => chunk.file).filter((file) => file !== entry.file),
    styles: [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))],
  }
}

/** The sources of the layout routes around a page, the outermost first. */
function layoutsOf(path: string): string[] {
  const folders = path.split('/').filter(Boolean)
  return folders.map((_folder, index) => `routes/${folders.slice(0, index + 1).join('/')}/route.tsx`)
}

/** Adds a chunk and all that it imports, each after what it imports. */
function collect(manifest: BuildManifest, key: string, found: Set<string>): void {
  const chunk = manifest[key]
  if (!chunk || found.has(key)) return
  for (const imported of chunk.imports ?? []) collect(manifest, imported, found)
  found.add(key)
}
