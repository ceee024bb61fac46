import type { Manifest } from 'vite'

/** What Vite writes about a build: which source became which files. */
export type BuildManifest = Manifest

/** The files that a page needs beyond those of the site's frame. */
export type RouteAssets = { scripts: string[]; styles: string[] }

/**
 * The files that the page of a route needs from its first moment, so that the browser fetches them along with the
 * frame's instead of finding out about them one after the other.
 */
export function assetsOfRoute(manifest: BuildManifest, path: string): RouteAssets {
  const frame = new Set<string>()
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry) collect(manifest, key, frame)

  const needed = new Set<string>()
  const sources = [`routes${path}.tsx`, `routes${path === '/' ? '' : path}/index.tsx`]
  for (const key of Object.keys(manifest))
    if (sources.some((source) => key.startsWith(`${source}?tsr-split=`))) collect(manifest, key, needed)

  const extra = [...needed].filter((key) => !frame.has(key)).flatMap((key) => manifest[key] ?? [])
  return {
    scripts: extra.map((chunk) => chunk.file),
    styles: [...new Set(extra.flatMap((chunk) => chunk.css ?? []))],
  }
}

/** Adds a chunk and all that it imports, each after what it imports. */
function collect(manifest: BuildManifest, key: string, found: Set<string>): void {
  const chunk = manifest[key]
  if (!chunk || found.has(key)) return
  for (const imported of chunk.imports ?? []) collect(manifest, imported, found)
  found.add(key)
}
