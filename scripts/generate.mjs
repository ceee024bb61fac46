// npm run generate: derives the PostgreSQL schema, and writes the Prisma clients of both engines into prisma/generated.
// With --check it only compares: the clients are committed, so that installing the site does not need Prisma's command line.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { derivePostgresqlSchema } from './postgresql-schema.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const committed = join(root, 'prisma/generated')

/** @param {string} folder */
async function generateInto(folder) {
  const prisma = join(
    createRequire(join(root, 'tests/tools/package.json')).resolve('prisma/package.json'),
    '../build/index.js',
  )
  const schema = readFileSync(join(root, 'prisma/schema.prisma'), 'utf8')
  const limits = readFileSync(join(root, 'shared/field-limits.ts'), 'utf8')
  const schemas = {
    'sqlite.prisma': schema.replace('"./generated/sqlite"', '"./sqlite"'),
    'postgresql.prisma': derivePostgresqlSchema(schema, limits),
  }
  await Promise.all(
    Object.entries(schemas).map(async ([name, text]) => {
      const file = join(folder, name)
      writeFileSync(file, text)
      // Its error has what the command printed. Without an engine's path it would download one that it does not use.
      await promisify(execFile)(process.execPath, [prisma, 'generate', '--schema', file], {
        cwd: root,
        env: {
          ...process.env,
          PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
          PRISMA_HIDE_UPDATE_MESSAGE: '1',
          CHECKPOINT_DISABLE: '1',
        },
      })
    }),
  )
  rmSync(join(folder, 'sqlite.prisma'))
}

/** @param {string} folder */
function listFiles(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    files.map(({ parentPath, name }) => {
      const file = join(parentPath, name)
      return [file.slice(folder.length), readFileSync(file, 'utf8')]
    }),
  )
}

if (process.argv.includes('--check')) {
  const folder = mkdtempSync(join(tmpdir(), 'prisma-clients-'))
  try {
    await generateInto(folder)
    const [fresh, found] = [listFiles(folder), listFiles(committed)]
    const stale = [...fresh].filter(([file, text]) => found.get(file) !== text).map(([file]) => file)
    if (stale.length > 0 || fresh.size !== found.size) {
      console.error(`prisma/generated is stale: run npm run generate, and commit it. ${stale.join(' ')}`)
      process.exitCode = 1
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
} else {
  rmSync(committed, { recursive: true, force: true })
  mkdirSync(committed, { recursive: true })
  await generateInto(committed)
}
