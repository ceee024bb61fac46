import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { convertPhoto } from '../../client/prerender/convert-photo.ts'

const source = /\.(?:jpe?g|png|webp|avif|tiff?)$/i

const photoFolder = fileURLToPath(new URL('../../photos', import.meta.url))
const cacheFolder = fileURLToPath(new URL('../../node_modules/.cache/photos', import.meta.url))

const moduleId = 'virtual:photos'
const resolvedId = `\0${moduleId}`

/** Converts the company's photographs. `virtual:photos` has their sizes and URLs, by file name. */
export function photos(folder = photoFolder): Plugin {
  return {
    name: 'photos',
    resolveId: (id) => (id === moduleId ? resolvedId : undefined),
    async load(id) {
      if (id !== resolvedId) return undefined
      const names = (await readdir(folder)).filter((name) => source.test(name)).sort()
      for (const name of names) this.addWatchFile(join(folder, name))
      const modules = await Promise.all(names.map((name) => photoModule(folder, name)))
      return [
        ...modules.flatMap(({ imports }) => imports),
        `export default {${modules.map(({ entry }) => entry).join()}}`,
      ].join('\n')
    },
  }
}

/** Leaves the URLs to Vite, which serves the files in development and copies them into a build. */
async function photoModule(folder: string, name: string): Promise<{ imports: string[]; entry: string }> {
  const stem = name.replace(/\.\w+$/, '').replace(/[^\w-]+/g, '-')
  const { width, height, avif, webp } = await convertPhoto(await readFile(join(folder, name)), stem, cacheFolder)
  const variable = `photo_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`
  const files = [...avif, webp].map((file, index) => ({ ...file, url: `${variable}_${index}` }))
  const imports = files.map(({ path, url }) => `import ${url} from ${JSON.stringify(path)}`)
  const srcset = files.slice(0, -1).map(({ url, width }) => `\${${url}} ${width}w`)
  const fields = `width:${width},height:${height},avif:\`${srcset.join(', ')}\`,webp:${files.at(-1)?.url}`
  return { imports, entry: `${JSON.stringify(name)}:{${fields}}` }
}

/** Names a photograph by its content already, so Vite need not add another digest. */
export function assetFileNames(asset: {
  readonly names: readonly string[]
  readonly originalFileNames: readonly string[]
}): string {
  const { names, originalFileNames } = asset
  // Each page lists its style sheets.
  if (names.some((name) => name.endsWith('.css'))) return 'assets/[hash:7][extname]'
  const isPhoto = originalFileNames.some((name) => name.includes('.cache/photos/'))
  return `assets/[name]${isPhoto ? '' : '-[hash]'}[extname]`
}
