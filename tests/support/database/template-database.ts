import { join } from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { migratePostgresql } from '#server/database/postgresql/migrate.ts'
import { migrateSqlite } from '#server/database/sqlite/migrate.ts'
import { temporaryFolder } from '#tests/support/server/server-process.ts'
import { createDatabase, databaseOnServer, dropWithCopies } from './postgresql-databases.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A migrated, empty database: a file's path, or a name on the PostgreSQL server. */
    templateDatabase: string
  }
}

const log = pino({ level: 'silent' })

/** Migrates one database for the run. Each test database is a copy, because migrating takes longer than copying. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  return project.config.env.TEST_DATABASE_ENGINE === 'postgresql'
    ? postgresqlTemplate(project)
    : sqliteTemplate(project)
}

async function sqliteTemplate(project: TestProject): Promise<() => Promise<void>> {
  const folder = temporaryFolder('template')
  const path = join(folder.path, 'app.db')
  migrateSqlite(path, log)
  project.provide('templateDatabase', path)
  return async () => folder.remove()
}

async function postgresqlTemplate(project: TestProject): Promise<() => Promise<void>> {
  const server = project.getProvidedContext().postgresqlUrl
  const name = await createDatabase(server)
  await migratePostgresql(databaseOnServer(server, name), log)
  project.provide('templateDatabase', name)
  // A server of the run goes as a whole.
  return async () => {
    if (process.env.TEST_DATABASE_URL) await dropWithCopies(server, name)
  }
}
