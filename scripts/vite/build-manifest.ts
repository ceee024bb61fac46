import type { Manifest } from 'vite'
import type { PageAssets } from '../../client/prerender/page-template.ts'
import { isStaffPath } from '../../shared/pages.ts'

export type BuildManifest = Manifest

/** Each rendering adds what it has of its own. */
export type BuiltAssets = Omit<PageAssets, 'company'>

const pageSource = 'index.html'
const starterSource = 'start.ts'

/** Pages without a session never load them. */
const sessionSources = ['lib/auth/auth-engine.ts', 'lib/public-client.ts']

/**
 * Browsers fetch these files together instead of one after another.
 *
 * @throws {Error} when the build did not begin with the page and the starter
 */
export function assetsOfPage(manifest: BuildManifest, path: string): BuiltAssets {
  const [entry, starter] = [manifest[pageSource], manifest[starterSource]]
  if (!entry || !starter) throw new Error(`The build has no ${entry ? starterSource : pageSource}.`)

  const needed = new Set<string>()
  collect(manifest, pageSource, needed)
  const sources = [...findLayouts(path), `routes${path}.tsx`, `routes${path === '/' ? '' : path}/index.tsx`]
  for (const source of sources)
    for (const key of Object.keys(manifest)) if (key.startsWith(`${source}?tsr-split=`)) collect(manifest, key, needed)
  if (isStaffPath(path)) for (const source of sessionSources) collect(manifest, source, needed)

  const chunks = [...needed].flatMap((key) => manifest[key] ?? [])
  return {
    starter: starter.file,
    entry: entry.file,
    scripts: chunks.map((chunk) => chunk.file).filter((file) => file !== entry.file),
    styles: [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))],
  }
}

/** The outermost layout comes first. */
function findLayouts(path: string): string[] {
  const folders = path.split('/').filter(Boolean)
  return folders.map((_folder, index) => `routes/${folders.slice(0, index + 1).join('/')}/route.tsx`)
}

/** A chunk comes after its imports. */
function collect(manifest: BuildManifest, key: string, found: Set<string>): void {
  const chunk = manifest[key]
  if (!chunk || found.has(key)) return
  for (const imported of chunk.imports ?? []) collect(manifest, imported, found)
  found.add(key)
}
