import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

type Face = {
  /** The file's name without its ending, as client/theme/fonts.css has it. */
  readonly name: string
  /** The font as its package has it. */
  readonly source: string
  readonly characters: string
  readonly axes: Record<string, number>
}

const require = createRequire(import.meta.url)

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('')

const ascii = range(0x20, 0x7e)
const typographic = '\u00a0–—‘’“”…•·×©'
/** What names are written with; anything else is drawn by the fallback face. */
const accented = 'ÁÀÂÄÃÅÇÉÈÊËÍÎÏÑÓÔÖØÚÜáàâäãåçéèêëíìîïñóòôöõøúùûüýß'

const faces: readonly Face[] = [
  {
    name: 'display',
    source: require.resolve(
      '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
    ),
    characters: ascii + typographic,
    // Headings have one weight; the axis would double the file.
    axes: { wght: 750 },
  },
  {
    name: 'text',
    source: require.resolve('@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2'),
    characters: ascii + typographic + accented,
    axes: {},
  },
]

const folder = fileURLToPath(new URL('../../node_modules/.cache/subset-fonts', import.meta.url))

/**
 * Makes the site's two faces from their packages: only the characters that are used, in files that style sheets reach as
 * `@fonts/NAME.woff2`; and has every built page fetch them along with its styles, since all of them use both at once.
 */
export function subsetFonts(): Plugin {
  let written: Promise<unknown> | undefined
  return {
    name: 'subset-fonts',
    config: () => ({ resolve: { alias: { '@fonts': folder } } }),
    async buildStart() {
      // A test takes the classes of style sheets, never what they look like.
      if (process.env.VITEST) return
      // Every environment comes by here, some at the same time.
      written ??= Promise.all(faces.map(writeSubset))
      await written
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
            injectTo: 'head' as const,
          })),
    },
  }
}

/** What is there and up to date stays: it takes a second. */
async function writeSubset({ name, source, characters, axes }: Face): Promise<void> {
  const file = join(folder, `${name}.woff2`)
  const recipeFile = join(folder, `${name}.txt`)
  const font = await readFile(source)
  const recipe = JSON.stringify([source, font.length, characters, axes])
  if (existsSync(file) && existsSync(recipeFile) && (await readFile(recipeFile, 'utf8')) === recipe) return
  await mkdir(folder, { recursive: true })
  await replaceFile(file, await subsetFont(font, characters, { targetFormat: 'woff2', variationAxes: axes }))
  await replaceFile(recipeFile, recipe)
}

/** Whole or not at all, since another process may be building too. */
async function replaceFile(file: string, content: string | Buffer): Promise<void> {
  const draft = `${file}.${process.pid}`
  await writeFile(draft, content)
  await rename(draft, file)
}
