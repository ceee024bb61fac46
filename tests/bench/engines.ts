import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { openDatabase } from '#server/database/open.ts'
import { startPostgresql } from '#tests/support/database/postgresql-server.ts'
import { startServer, temporaryFolder } from '#tests/support/server/server-process.ts'

export type Engine = {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** The URL of a migrated, empty database. */
  newDatabase(): Promise<string>
  stop(): Promise<void>
}

export async function onEachEngine(work: (engine: Engine) => Promise<void>): Promise<void> {
  for (const open of [sqliteEngine, postgresqlEngine]) {
    const engine = await open()
    try {
      await work(engine)
    } finally {
      await engine.stop()
    }
  }
}

async function sqliteEngine(): Promise<Engine> {
  const folder = temporaryFolder('bench')
  return {
    name: 'SQLite',
    newDatabase: () => migrated(`file:${folder.path}/${randomUUID()}.db`),
    stop: async () => folder.remove(),
  }
}

async function postgresqlEngine(): Promise<Engine> {
  const server = await startPostgresql()
  return {
    name: 'PostgreSQL',
    async newDatabase() {
      const name = `bench_${randomUUID().replaceAll('-', '')}`
      const connection = new pg.Client({ connectionString: server.url })
      await connection.connect()
      await connection.query(`CREATE DATABASE ${name}`)
      await connection.end()
      const url = new URL(server.url)
      url.pathname = `/${name}`
      return await migrated(url.href)
    },
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
  const command = ['scripts/run-ts.mjs', 'tests/bench/raw-server.ts']
  return startServer({ ...settings, DATABASE_URL: databaseUrl }, command)
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
