import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { replaceFile } from './replace-file.ts'

type Format = 'avif' | 'webp'

/**
 * Pixels. Phones take one of the first three of AVIF, and windows of any width find one that is hardly too large. Few browsers
 * need WebP, and each URL takes room in the page, which should reach a phone with the first packets.
 */
const widths: Record<Format, readonly number[]> = { avif: [240, 480, 720, 1080, 1600], webp: [720] }

const options = { avif: { quality: 50 }, webp: { quality: 72 } } as const

type ConvertedFile = { readonly path: string; readonly width: number }

export type ConvertedPhoto = {
  /** The original has so many pixels when it is upright. */
  readonly width: number
  readonly height: number
  readonly avif: readonly ConvertedFile[]
  readonly webp: ConvertedFile
}

/**
 * Writes the files of a photograph that the folder does not have yet, without metadata such as the place where it was taken.
 *
 * @param stem begins their names, which end with a digest of the photograph
 */
export async function convertPhoto(content: Buffer, stem: string, folder: string): Promise<ConvertedPhoto> {
  // The orientation that a phone notes in the file may exchange width and height.
  const { autoOrient: size } = await sharp(content).metadata()
  // The sizes of a photograph share one digest, which a compressed page has once.
  const name = `${stem}-${digest(JSON.stringify({ widths, options }), sharp.versions.sharp, content)}`
  const convertAll = (format: Format) =>
    Promise.all(
      fittingWidths(widths[format], size.width).map(async (width) => ({
        path: await convert(content, join(folder, `${name}-${width}.${format}`), width, format),
        width,
      })),
    )
  const avif = await convertAll('avif')
  const [webp] = await convertAll('webp')
  if (!webp) throw new Error('A photograph has no width.')
  return { width: size.width, height: size.height, avif, webp }
}

function fittingWidths(widths: readonly number[], original: number): readonly number[] {
  const smaller = widths.filter((width) => width < original)
  return smaller.length < widths.length ? [...smaller, original] : widths
}

async function convert(content: Buffer, file: string, width: number, format: Format): Promise<string> {
  if (existsSync(file)) return file
  await mkdir(join(file, '..'), { recursive: true })
  const converted = sharp(content).autoOrient().resize({ width }).toFormat(format, options[format])
  await replaceFile(file, await converted.toBuffer())
  return file
}

function digest(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('base64url').replace(/[-_]/g, '').slice(0, 8)
}
