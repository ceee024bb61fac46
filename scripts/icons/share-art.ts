import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import type { ShareArt } from '../../client/prerender/share-image.ts'

const require = createRequire(import.meta.url)

export const publicFolder = fileURLToPath(new URL('../../client/public', import.meta.url))

const artFolder = fileURLToPath(new URL('../../client/features/home', import.meta.url))

/** Space to tilde, the Latin letters of Western Europe, and what typesetters use. */
const characters = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index),
  ...Array.from({ length: 0x100 - 0xa0 }, (_, index) => 0xa0 + index),
]
  .map((code) => String.fromCodePoint(code))
  .concat([...'\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u2022'])
  .join('')

/** Reads the WebAssembly of the drawing library. */
export function readDrawingCode(): Promise<Buffer> {
  return readFile(require.resolve('@resvg/resvg-wasm/index_bg.wasm'))
}

/** The fonts of headings and texts. The drawing library reads only TrueType. */
export function readShareFonts(): Promise<Buffer[]> {
  const fonts = [
    ['@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2', 750],
    ['@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2', 500],
  ] as const
  const toTrueType = async ([source, weight]: (typeof fonts)[number]) =>
    subsetFont(await readFile(require.resolve(source)), characters, {
      targetFormat: 'sfnt',
      variationAxes: { wght: weight },
    })
  return Promise.all(fonts.map(toTrueType))
}

export async function readShareArt(): Promise<ShareArt> {
  const [icon = '', skyline = '', windows = ''] = await Promise.all(
    [`${publicFolder}/favicon.svg`, `${artFolder}/skyline.svg`, `${artFolder}/skyline-windows.svg`].map((file) =>
      readFile(file, 'utf8'),
    ),
  )
  const [lit = ''] = /<path.*\/>/.exec(windows) ?? []
  return { icon, skyline: skyline.replace('</svg>', `${lit}</svg>`) }
}
