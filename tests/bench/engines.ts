import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { pino } from 'pino'
import { openDatabase } from '#server/database/open.ts'
import { isSqliteUrl, sqlitePath } from '#server/database/sqlite-path.ts'
import { startPostgresql } from '#tests/support/database/postgresql-server.ts'
import { queryDatabase } from '#tests/support/database/query-database.ts'
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

export async function onEachEngine(work: (engine: Engine) => Promise<void>): Promise<void> {
  for (const name of options.engines) {
    const engine = await openers[name]()
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

/** The account that reads PostgreSQL's statistics, so that its own statements can be told apart. */
const observer = 'bench_observer'

/** The same database, or another of the same server, as the observer. */
export function asObserver(url: string, database = new URL(url).pathname): string {
  if (isSqliteUrl(url)) return url
  const address = new URL(url)
  address.username = observer
  address.pathname = database
  return address.href
}

/** PostgreSQL with statistics of statements, by pg_stat_statements. */
export async function postgresqlEngine(): Promise<Engine> {
  const server = await startPostgresql()
  await execute(server.url, "ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'")
  await server.crash()
  await server.start()
  await execute(server.url, 'CREATE EXTENSION pg_stat_statements')
  await execute(server.url, `CREATE ROLE ${observer} SUPERUSER LOGIN`)
  async function emptyDatabase(): Promise<string> {
    const name = `bench_${randomUUID().replaceAll('-', '')}`
    await execute(server.url, `CREATE DATABASE ${name}`)
    const url = new URL(server.url)
    url.pathname = `/${name}`
    return url.href
  }
  return {
    name: 'PostgreSQL',
    emptyDatabase,
    newDatabase: async () => migrated(await emptyDatabase()),
    dropDatabase: (url) => execute(server.url, `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`),
    stop: () => server.stop(),
  }
}

async function execute(url: string, sql: string): Promise<void> {
  await queryDatabase(url, sql)
}

async function migrated(url: string): Promise<string> {
  const database = await openDatabase({ url, log: pino({ level: 'silent' }) })
  await database.close()
  return url
}

/** See raw-server.ts. */
export function startRawServer(
  databaseUrl: string,
  settings: Record<string, string> = {},
  nodeOptions: readonly string[] = [],
) {
  const command = [...nodeOptions, 'scripts/run-ts.mjs', 'tests/bench/raw-server.ts']
  return startServer({ ...settings, DATABASE_URL: databaseUrl }, command)
}
