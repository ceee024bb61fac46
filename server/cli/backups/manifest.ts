import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { BackupFailed } from '#server/database/sqlite/contents.ts'

const instant = z.iso.datetime()

const manifestSchema = z.object({
  format: z.literal(1),
  engine: z.literal('sqlite'),
  /** The time when the backup was begun. It has everything that was acknowledged before. */
  begunAt: instant,
  bytes: z.int(),
  sha256: z.hex(),
  migrations: z.array(z.string()),
  /** It counts the rows of each table. */
  tables: z.record(z.string(), z.int()),
  newestEstimate: instant.nullable(),
  newestChange: instant.nullable(),
})

/** The contents of a backup when it was made: a JSON file beside it. */
export type Manifest = Readonly<z.infer<typeof manifestSchema>>

export const manifestPath = (file: string) => `${file}.json`

/**
 * @returns undefined for a backup without a manifest
 * @throws {BackupFailed} when it is no manifest
 */
export function readManifest(file: string): Manifest | undefined {
  const path = manifestPath(file)
  if (!existsSync(path)) return undefined
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (cause) {
    throw new BackupFailed(`${path} is damaged, or is not the manifest of a backup.`, { cause })
  }
}

export async function fileDigest(path: string): Promise<Pick<Manifest, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    hash.update(part)
    bytes += part.length
  }
  return { bytes, sha256: hash.digest('hex') }
}
