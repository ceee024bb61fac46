import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The server changes pages before it compresses them. */
const compressible = new Set(['.css', '.js', '.svg', '.json', '.txt'])
const minBytes = 1024

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))))
}

/** Writes the siblings of one file, unless it is too small to gain by it. */
export async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < minBytes) return
  const brotli = toBrotli(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  })
  await Promise.all([
    brotli.then((compressed) => writeFile(`${file}.br`, compressed)),
    toGzip(content, { level: constants.Z_BEST_COMPRESSION }).then((compressed) => writeFile(`${file}.gz`, compressed)),
  ])
}
