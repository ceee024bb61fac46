// npm run migration -- NAME [--from REVISION]
// Writes a migration per engine for the changes of prisma/schema.prisma since a git revision.
// npm run migration -- --record
// Adds the checksums of new migrations to prisma/migrations/checksums.json, after which they must not change.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { schemaSql } from '#tests/support/database/schema-sql.mjs'
import { newMigrations, recordMigrations } from './migration-checksums.mjs'
import { forbiddenMigrations } from './migration-rules.mjs'
import { derivePostgresqlSchema } from './postgresql-schema.mjs'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string', default: 'HEAD' }, record: { type: 'boolean', default: false } },
})
if (values.record) {
  const problems = forbiddenMigrations(newMigrations())
  if (problems.length > 0) {
    console.error(problems.join('\n'))
    process.exit(1)
  }
  const recorded = recordMigrations()
  console.log(recorded.length > 0 ? `Recorded:\n${recorded.join('\n')}` : 'No new migrations.')
  process.exit()
}
const [name] = positionals
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  console.error('usage: npm run migration -- NAME [--from REVISION]   (NAME in lower-case letters, digits and _)')
  console.error('       npm run migration -- --record')
  process.exit(2)
}

const root = fileURLToPath(new URL('..', import.meta.url))
const working = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8')
const before = (/** @type {string} */ path) => {
  try {
    return execFileSync('git', ['show', `${values.from}:${path}`], { cwd: root, encoding: 'utf8', stdio: 'pipe' })
  } catch {
    // The revision has no schema before the first migration.
    return undefined
  }
}

const schemas = ['prisma/schema.prisma', 'shared/field-limits.ts']
const [sqliteTo, limitsTo] = schemas.map(working)
const [sqliteFrom, limitsFrom] = schemas.map(before)
const changes = {
  sqlite: await schemaSql(sqliteTo ?? '', sqliteFrom),
  postgresql: await schemaSql(
    derivePostgresqlSchema(sqliteTo ?? '', limitsTo ?? ''),
    sqliteFrom && limitsFrom ? derivePostgresqlSchema(sqliteFrom, limitsFrom) : undefined,
  ),
}

const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
for (const [engine, sql] of Object.entries(changes)) {
  const folder = join(root, 'prisma/migrations', engine, `${stamp}_${name}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'migration.sql'), sql)
  console.log(`prisma/migrations/${engine}/${stamp}_${name}/migration.sql\n${sql}`)
}
console.log('Read and complete them, then run `npm run migration -- --record` and commit all of it.')
