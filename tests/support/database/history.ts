import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Migration, migrationHistory } from '#server/database/migrations.ts'

type Migrations = {
  readonly init: Migration
  /** All of this program, beginning with `init`. */
  readonly history: readonly Migration[]
  /** A database of 0.2 lacks these parts of `init`. */
  readonly bridge: readonly Migration[]
}

export function migrationsOf(engine: 'sqlite' | 'postgresql'): Migrations {
  const history = migrationsIn(engine)
  const [init] = history
  if (!init) throw new Error('no migration')
  return { init, history, bridge: migrationsIn(`from-0.2/${engine}`) }
}

function migrationsIn(name: string): Migration[] {
  const folder = fileURLToPath(new URL(`../../../prisma/migrations/${name}`, import.meta.url))
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const files = folders.map((entry) => join(folder, entry.name, 'migration.sql'))
  return migrationHistory(Object.fromEntries(files.map((path) => [path, readFileSync(path, 'utf8')])))
}
