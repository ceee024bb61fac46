import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const migrationsFolder = fileURLToPath(new URL('../prisma/migrations', import.meta.url))

/** @typedef {Record<string, string>} Checksums SHA-256 by path, such as `sqlite/NAME/migration.sql` */

export function recordedChecksums(folder = migrationsFolder) {
  const file = join(folder, 'checksums.json')
  return /** @type {Checksums} */ (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
}

/** @returns {Checksums} */
export function currentChecksums(folder = migrationsFolder) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.sql'))
  return Object.fromEntries(
    paths
      .map((path) => path.replaceAll('\\', '/'))
      .sort()
      .map((path) => [
        path,
        createHash('sha256')
          .update(readFileSync(join(folder, path)))
          .digest('hex'),
      ]),
  )
}

/** @returns {Record<string, string>} the texts of the migrations that are not recorded, by path */
export function newMigrations(folder = migrationsFolder) {
  const recorded = recordedChecksums(folder)
  const paths = Object.keys(currentChecksums(folder)).filter((path) => !Object.hasOwn(recorded, path))
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}

/**
 * Recorded checksums stay, so that this cannot hide an edit.
 *
 * @returns {string[]} the added paths
 */
export function recordMigrations(folder = migrationsFolder) {
  const recorded = recordedChecksums(folder)
  const all = { ...currentChecksums(folder), ...recorded }
  const sorted = Object.fromEntries(Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1)))
  writeFileSync(join(folder, 'checksums.json'), `${JSON.stringify(sorted, null, 2)}\n`)
  return Object.keys(all).filter((path) => !Object.hasOwn(recorded, path))
}
