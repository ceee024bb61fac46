import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'

/** The engine of this run; see vitest.config.ts. */
export const testEngine = process.env.TEST_DATABASE_ENGINE === 'postgresql' ? 'postgresql' : 'sqlite'

export const silentLog = pino({ level: 'silent' })

/** The URL of a missing or empty database. */
export type TestDatabaseUrl = { readonly url: string; dispose(): Promise<void> }

export type TestDatabase = TestDatabaseUrl & { readonly database: Database }

export async function createTestDatabaseUrl(): Promise<TestDatabaseUrl> {
  return testEngine === 'sqlite' ? sqliteUrl() : postgresqlUrl()
}

/** Creates a migrated, empty database; `dispose` closes and removes it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const place = await createTestDatabaseUrl()
  const database = await openDatabase({ url: place.url, log: silentLog })
  return {
    database,
    url: place.url,
    async dispose() {
      await database.close()
      await place.dispose()
    },
  }
}

function sqliteUrl(): TestDatabaseUrl {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-'))
  return {
    url: `file:${join(folder, 'app.db')}`,
    async dispose() {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function postgresqlUrl(): Promise<TestDatabaseUrl> {
  const server = inject('postgresqlUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, dispose: () => onServer(server, `DROP DATABASE ${name} WITH (FORCE)`) }
}

async function onServer(url: string, sql: string): Promise<void> {
  const connection = new pg.Client({ connectionString: url })
  await connection.connect()
  try {
    await connection.query(sql)
  } finally {
    await connection.end()
  }
}
