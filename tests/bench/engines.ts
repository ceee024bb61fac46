import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { pino } from 'pino'
import { openDatabase } from '#server/database/open.ts'
import { sqlitePath } from '#server/database/sqlite-path.ts'
import { createDatabase, databaseOnServer, dropDatabase } from '#tests/support/database/postgresql-databases.ts'
import { startPostgresql } from '#tests/support/database/postgresql-server.ts'
import { startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { options } from './options.ts'

export type Engine = {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** The URL of an empty database, which a server migrates when it starts. */
  emptyDatabase(): Promise<string>
  /** The URL of an empty database with this checkout's migrations. */
  newDatabase(): Promise<string>
  dropDatabase(url: string): Promise<void>
  stop(): Promise<void>
}

const openers = { sqlite: sqliteEngine, postgresql: postgresqlEngine }

/** @param installed the folder of PostgreSQL's programs, those from npm where left out */
export async function onEachEngine(work: (engine: Engine) => Promise<void>, installed?: string): Promise<void> {
  for (const name of options.engines) {
    const engine = await openers[name](installed)
    try {
      await work(engine)
    } finally {
      await engine.stop()
    }
  }
}

async function sqliteEngine(): Promise<Engine> {
  const folder = temporaryFolder('bench')
  const emptyDatabase = async () => `file:${folder.path}/${randomUUID()}.db`
  return {
    name: 'SQLite',
    emptyDatabase,
    newDatabase: async () => migrated(await emptyDatabase()),
    async dropDatabase(url) {
      const path = sqlitePath(url)
      for (const suffix of ['', '-wal', '-shm', '.lock', '.owner']) rmSync(`${path}${suffix}`, { force: true })
    },
    stop: async () => folder.remove(),
  }
}

export async function postgresqlEngine(installed?: string): Promise<Engine> {
  const server = await startPostgresql([], installed ? { installed } : {})
  const emptyDatabase = async () => databaseOnServer(server.url, await createDatabase(server.url))
  return {
    name: 'PostgreSQL',
    emptyDatabase,
    newDatabase: async () => migrated(await emptyDatabase()),
    dropDatabase: (url) => dropDatabase(server.url, new URL(url).pathname.slice(1)),
    stop: () => server.stop(),
  }
}

async function migrated(url: string): Promise<string> {
  const database = await openDatabase({ url, log: pino({ level: 'silent' }) })
  await database.close()
  return url
}

/** See raw-server.ts. */
export function startRawServer(databaseUrl: string, settings: Record<string, string> = {}) {
  return startServer({ ...settings, DATABASE_URL: databaseUrl }, ['scripts/run-ts.mjs', 'tests/bench/raw-server.ts'])
}
