import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import { replaceFile } from './replace-file.ts'

const source = /\.(?:jpe?g|png|webp|avif|tiff?)$/i

/** Pixels. Phones take one of the first three, and windows of any width find one that is hardly too large. */
const widths = [240, 480, 720, 1080, 1600]
/** Browsers without `srcset` take this one. */
const plainWidth = 720

const formats = { avif: { quality: 50 }, webp: { quality: 72 } } as const

type Format = keyof typeof formats

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

/** Leaves the URLs to Vite, which serves the files in development and names them by their content in a build. */
async function photoModule(folder: string, name: string): Promise<{ imports: string[]; entry: string }> {
  const content = await readFile(join(folder, name))
  // The orientation that a phone notes in the file may exchange width and height.
  const { autoOrient: size } = await sharp(content).metadata()
  const fitting = widths.filter((width) => width < size.width)
  const used = fitting.length < widths.length ? [...fitting, size.width] : widths
  const variable = `photo_${digest(name)}`
  const imports: string[] = []

  const srcset = async (format: Format) => {
    const files = await Promise.all(used.map((width) => convert(content, name, width, format)))
    return files
      .map((file, index) => {
        const url = `${variable}_${format}_${used[index]}`
        imports.push(`import ${url} from ${JSON.stringify(file)}`)
        return `\${${url}} ${used[index]}w`
      })
      .join(', ')
  }
  const [avif, webp] = [await srcset('avif'), await srcset('webp')]
  const plain = used.findLast((width) => width <= plainWidth) ?? used[0]
  const fields = `width:${size.width},height:${size.height},avif:\`${avif}\`,webp:\`${webp}\`,src:${variable}_webp_${plain}`
  return { imports, entry: `${JSON.stringify(name)}:{${fields}}` }
}

/** Drops all metadata, such as the place where a photograph was taken. */
async function convert(content: Buffer, name: string, width: number, format: Format): Promise<string> {
  const options = formats[format]
  const recipe = `${width} ${format} ${JSON.stringify(options)} ${sharp.versions.sharp}`
  const stem = name.replace(/\.\w+$/, '').replace(/[^\w-]+/g, '-')
  const file = join(cacheFolder, `${stem}-${width}-${digest(recipe, content)}.${format}`)
  if (existsSync(file)) return file
  await mkdir(cacheFolder, { recursive: true })
  await replaceFile(file, await sharp(content).autoOrient().resize({ width }).toFormat(format, options).toBuffer())
  return file
}

function digest(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex').slice(0, 12)
}
