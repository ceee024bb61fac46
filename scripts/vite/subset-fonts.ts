import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'
import { replaceFile } from '../../client/prerender/replace-file.ts'

type Face = {
  /** Appears in client/theme/fonts.css, without extension. */
  readonly name: string
  readonly source: string
  readonly characters: string
  readonly axes: Record<string, number>
  readonly features: string[]
  /** Every page uses it. */
  readonly preloaded: boolean
}

const require = createRequire(import.meta.url)

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('')

const without = (text: string, unwanted: string) =>
  [...text].filter((character) => !unwanted.includes(character)).join('')

const ascii = range(0x20, 0x7e)
const typographic = '\u00a0–—‘’“”…•·×©'
/** Visitors type these, but our pages do not contain them. Other characters use the fallback font. */
const rare = '"<=>[\\]^_`{|}~ÁÀÂÄÃÅÇÉÈÊËÍÎÏÑÓÔÖØÚÜáàâäãåçéèêëíìîïñóòôöõøúùûüýß'

const shaping = ['kern', 'ccmp', 'locl', 'mark', 'mkmk', 'liga', 'calt', 'clig', 'rlig', 'rvrn']
const textSource = require.resolve('@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2')

const faces: readonly Face[] = [
  {
    name: 'display',
    source: require.resolve(
      '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
    ),
    characters: ascii + typographic,
    // Headings have one weight, and the axis would double the file.
    axes: { wght: 750 },
    features: shaping,
    preloaded: true,
  },
  {
    name: 'text',
    source: textSource,
    characters: without(ascii, rare) + typographic,
    axes: {},
    features: [...shaping, 'tnum'],
    preloaded: true,
  },
  {
    name: 'text-rare',
    source: textSource,
    characters: rare,
    axes: {},
    features: shaping,
    preloaded: false,
  },
]

export const fontFiles: readonly string[] = [...new Set(faces.map((face) => face.source))]

const folder = fileURLToPath(new URL('../../node_modules/.cache/subset-fonts', import.meta.url))

/** Style sheets use `@fonts/NAME.woff2`. */
export function subsetFonts(): Plugin {
  let written: Promise<unknown> | undefined
  return {
    name: 'subset-fonts',
    config: () => ({ resolve: { alias: { '@fonts': folder } } }),
    async buildStart() {
      // Tests use no fonts.
      if (process.env.VITEST) return
      // Environments build concurrently.
      written ??= Promise.all(faces.map(writeSubset))
      await written
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => faces.some(({ name, preloaded }) => preloaded && isFontFile(name, file)))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
            injectTo: 'head' as const,
          })),
    },
  }
}

/** Built names contain a digest of eight characters. */
function isFontFile(name: string, file: string): boolean {
  return /^assets\/(.+)-[\w-]{8}\.woff2$/.exec(file)?.[1] === name
}

/** Subsetting takes a second. */
async function writeSubset({ name, source, characters, axes, features }: Face): Promise<void> {
  const file = join(folder, `${name}.woff2`)
  const recipeFile = join(folder, `${name}.txt`)
  const font = await readFile(source)
  const recipe = JSON.stringify([source, font.length, characters, axes, features])
  if (existsSync(file) && existsSync(recipeFile) && (await readFile(recipeFile, 'utf8')) === recipe) return
  await mkdir(folder, { recursive: true })
  const options = { targetFormat: 'woff2', variationAxes: axes, keepFeatures: features } as const
  await replaceFile(file, await subsetFont(font, characters, options))
  await replaceFile(recipeFile, recipe)
}
