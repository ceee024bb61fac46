import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ContentCoding } from '#server/http/content-coding.ts'
import { pageSecurityHeaders } from '#server/http/security-headers.ts'
import { embeddableOrigin, originPlaceholder } from '#shared/origin-placeholder.ts'
import type { Page } from '#shared/pages.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

export type BuiltPage = {
  /** The tag is weak, since all codings share it. */
  readonly etag: string
  /** They are sent with 304, too. */
  readonly headers: Readonly<Record<string, string>>
  readonly plain: Buffer
  /** Compresses when a client first asks for it: all pages at once take a third of a start, and memory that stays. */
  compressed(coding: ContentCoding): Promise<Buffer>
}

export async function readBuiltPages(
  clientDir: string,
  pages: readonly Page[],
  appOrigin: string,
  /** The texts by their placeholders. What comes from outside has no character that HTML escapes. */
  texts: Readonly<Record<string, string>> = {},
): Promise<ReadonlyMap<string, BuiltPage>> {
  const origin = embeddableOrigin(appOrigin)
  const read = pages.map(async ({ file }) => {
    const html = await readIfThere(join(clientDir, file))
    if (html === undefined) return []
    const filled = Object.entries(texts).reduce(
      (filling, [placeholder, text]) => filling.replaceAll(placeholder, text),
      html,
    )
    const headers = pageSecurityHeaders(styleDigests(filled))
    return [[file, preparePage(filled.replaceAll(originPlaceholder, origin), headers)] as const]
  })
  return new Map((await Promise.all(read)).flat())
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    // In development, Vite serves the pages.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function styleDigests(html: string): string[] {
  return [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text = '']) =>
    createHash('sha256').update(text).digest('base64'),
  )
}

function preparePage(html: string, headers: BuiltPage['headers']): BuiltPage {
  const plain = Buffer.from(html)
  const digest = createHash('sha256').update(plain).digest('base64url')
  const compressedByCoding = new Map<ContentCoding, Promise<Buffer>>()
  return {
    etag: `W/"${digest.slice(0, 11)}"`,
    headers,
    plain,
    compressed(coding) {
      const compressed = compressedByCoding.get(coding) ?? compress(plain, coding)
      compressedByCoding.set(coding, compressed)
      // The next request tries again.
      compressed.catch(() => compressedByCoding.delete(coding))
      return compressed
    },
  }
}

function compress(plain: Buffer, coding: ContentCoding): Promise<Buffer> {
  if (coding === 'gzip') return toGzip(plain, { level: constants.Z_BEST_COMPRESSION })
  return toBrotli(plain, {
    params: {
      // Two percent less than the next lower one: with its headers, the home page just fits into the first ten packets.
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  })
}
