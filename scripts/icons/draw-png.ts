import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

let ready: Promise<void> | undefined

/**
 * A picture of an SVG, as PNG.
 *
 * @param width in pixels; the height follows from the SVG
 * @param fonts what its texts are set in, TrueType; the machine's own fonts are never used
 */
export async function drawPng(svg: string, width: number, fonts: readonly Buffer[] = []): Promise<Buffer> {
  // The module refuses to be initialised twice.
  ready ??= readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')).then((code) =>
    initWasm(code),
  )
  await ready
  const drawing = new Resvg(svg, { fitTo: { mode: 'width', value: width }, font: { fontBuffers: [...fonts] } })
  const picture = drawing.render()
  const png = Buffer.from(picture.asPng())
  picture.free()
  drawing.free()
  return png
}
