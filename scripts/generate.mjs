// Derives the PostgreSQL schema, and generates missing or stale Prisma clients.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { derivePostgresqlSchema } from './postgresql-schema.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const generated = join(root, 'prisma/generated')
const sqliteSchema = join(root, 'prisma/schema.prisma')
const postgresqlSchema = join(generated, 'postgresql.prisma')
const stampFile = join(generated, 'stamp')

const require = createRequire(import.meta.url)
const postgresqlText = derivePostgresqlSchema(
  readFileSync(sqliteSchema, 'utf8'),
  readFileSync(join(root, 'shared/field-limits.ts'), 'utf8'),
)
const stamp = createHash('sha256')
  .update(readFileSync(sqliteSchema))
  .update(postgresqlText)
  .update(require('prisma/package.json').version)
  .digest('hex')

if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) {
  mkdirSync(generated, { recursive: true })
  writeFileSync(postgresqlSchema, postgresqlText)
  const prisma = join(require.resolve('prisma/package.json'), '../build/index.js')
  // Its error has what the command printed.
  const generate = (/** @type {string} */ schema) =>
    promisify(execFile)(process.execPath, [prisma, 'generate', '--schema', schema], {
      cwd: root,
      env: { ...process.env, PRISMA_HIDE_UPDATE_MESSAGE: '1', CHECKPOINT_DISABLE: '1' },
    })
  await Promise.all([generate(sqliteSchema), generate(postgresqlSchema)])
  writeFileSync(stampFile, stamp)
}
