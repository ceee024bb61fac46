import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Migration, migrationHistory } from '#server/database/migrations.ts'

/** Reads all migrations of an engine, oldest first. */
export function historyOf(engine: 'sqlite' | 'postgresql'): Migration[] {
  const folder = fileURLToPath(new URL(`../../../prisma/migrations/${engine}`, import.meta.url))
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const files = names.map(({ name }) => join(folder, name, 'migration.sql'))
  return migrationHistory(Object.fromEntries(files.map((path) => [path, readFileSync(path, 'utf8')])))
}
