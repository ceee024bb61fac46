import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import { replaceFile } from './replace-file.ts'

const source = /\.(?:jpe?g|png|webp|avif|tiff?)$/i

type Format = 'avif' | 'webp'

/**
 * Pixels. Phones take one of the first three of AVIF, and windows of any width find one that is hardly too large. Few browsers
 * need WebP, and each URL takes room in the page, which should reach a phone with the first packets.
 */
const widths: Record<Format, readonly number[]> = { avif: [240, 480, 720, 1080, 1600], webp: [720] }

const options = { avif: { quality: 50 }, webp: { quality: 72 } } as const

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
  const content = await readFile(join(folder, name))
  // The orientation that a phone notes in the file may exchange width and height.
  const { autoOrient: size } = await sharp(content).metadata()
  const variable = `photo_${digest(name)}`
  const stem = name.replace(/\.\w+$/, '').replace(/[^\w-]+/g, '-')
  // The sizes of a photograph share one digest, which a compressed page has once.
  const photo = `${stem}-${digest(JSON.stringify({ widths, options }), sharp.versions.sharp, content)}`
  const imports: string[] = []

  const convertAll = (format: Format) =>
    Promise.all(
      fittingWidths(widths[format], size.width).map(async (width) => {
        const url = `${variable}_${format}_${width}`
        imports.push(`import ${url} from ${JSON.stringify(await convert(content, `${photo}-${width}`, width, format))}`)
        return { url, width }
      }),
    )
  const [avif, webp] = [await convertAll('avif'), await convertAll('webp')]
  const srcset = avif.map(({ url, width }) => `\${${url}} ${width}w`).join(', ')
  const fields = `width:${size.width},height:${size.height},avif:\`${srcset}\`,webp:${webp[0]?.url}`
  return { imports, entry: `${JSON.stringify(name)}:{${fields}}` }
}

function fittingWidths(widths: readonly number[], original: number): readonly number[] {
  const smaller = widths.filter((width) => width < original)
  return smaller.length < widths.length ? [...smaller, original] : widths
}

/** Drops all metadata, such as the place where a photograph was taken. */
async function convert(content: Buffer, name: string, width: number, format: Format): Promise<string> {
  const file = join(cacheFolder, `${name}.${format}`)
  if (existsSync(file)) return file
  await mkdir(cacheFolder, { recursive: true })
  const converted = sharp(content).autoOrient().resize({ width }).toFormat(format, options[format])
  await replaceFile(file, await converted.toBuffer())
  return file
}

/** Names a photograph by its content already, so Vite need not add another digest. */
export function assetFileNames({ originalFileNames }: { readonly originalFileNames: readonly string[] }): string {
  const isPhoto = originalFileNames.some((name) => name.includes('.cache/photos/'))
  return `assets/[name]${isPhoto ? '' : '-[hash]'}[extname]`
}

function digest(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('base64url').replace(/[-_]/g, '').slice(0, 8)
}
