import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, inject, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { memoryOrDisk } from './memory-folder.ts'
import { emptyDatabase, migratedDatabase, type TestDatabaseUrl } from './postgresql-databases.ts'

/** The engine of this run; see vitest.config.ts. */
export const testEngine = process.env.TEST_DATABASE_ENGINE === 'postgresql' ? 'postgresql' : 'sqlite'

export const silentLog = pino({ level: 'silent' })

export type { TestDatabaseUrl }

/**
 * Like `test`, but only on SQLite, for a rule that is decided above the database, whose statements other tests run on
 * PostgreSQL. What concurrency, isolation or notification decides runs on both.
 */
export function testOnce(name: string, run: () => Promise<void>): void {
  if (testEngine === 'sqlite') test(name, run)
}

/** Like {@link testOnce}, for several tests. */
export function describeOnce(name: string, tests: () => void): void {
  if (testEngine === 'sqlite') describe(name, tests)
}

export type TestDatabase = TestDatabaseUrl & { readonly database: Database }

export async function createTestDatabaseUrl(): Promise<TestDatabaseUrl> {
  return testEngine === 'sqlite' ? sqliteUrl() : emptyDatabase(inject('postgresqlUrl'), inject('templateDatabase'))
}

/** Opens a migrated, empty database; `dispose` closes it and removes or empties it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = inject('templateDatabase')
  const place =
    testEngine === 'sqlite' ? sqliteUrl(template) : await migratedDatabase(inject('postgresqlUrl'), template)
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

/** A commit waits for the disk longer than for anything else. */
const quickFolder = memoryOrDisk(512 * 1024 * 1024)

function sqliteUrl(template?: string): TestDatabaseUrl {
  const folder = mkdtempSync(join(quickFolder, 'sqlite-'))
  const path = join(folder, 'app.db')
  if (template) copyFileSync(template, path)
  return {
    url: `file:${path}`,
    async dispose() {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
