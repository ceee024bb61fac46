import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

let ready: Promise<void> | undefined

/**
 * @param width in pixels; the height follows from the SVG
 * @param fonts TrueType; the machine's own fonts are never used
 */
export async function drawPng(svg: string, width: number, fonts: readonly Buffer[] = []): Promise<Buffer> {
  // The module rejects a second initialization.
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
