import { initWasm, Resvg } from '@resvg/resvg-wasm'

let ready: Promise<void> | undefined

/**
 * Loads the drawing library.
 *
 * @param code its WebAssembly
 */
export function prepareDrawing(code: Buffer): void {
  // The module rejects a second initialization.
  ready ??= initWasm(code)
}

/**
 * @param width in pixels; the height follows from the SVG
 * @param fonts TrueType; the machine's own fonts are never used
 */
export async function drawPng(svg: string, width: number, fonts: readonly Buffer[] = []): Promise<Buffer> {
  if (!ready) throw new Error('Call prepareDrawing first.')
  await ready
  const drawing = new Resvg(svg, { fitTo: { mode: 'width', value: width }, font: { fontBuffers: [...fonts] } })
  const picture = drawing.render()
  const png = Buffer.from(picture.asPng())
  picture.free()
  drawing.free()
  return png
}
