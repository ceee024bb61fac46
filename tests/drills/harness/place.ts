import { randomUUID } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import pg from 'pg'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { isSqliteUrl, sqlitePath } from '#server/database/sqlite-path.ts'
import { temporaryFolder } from '#tests/support/server/server-process.ts'
import type { StartedDatabases } from '#tests/support/server/started-databases.ts'

export type Place = {
  readonly dataDir: string
  readonly databaseUrl: string
  remove(): Promise<void>
}

/** @param started what to copy; empty where left out */
export function sqlitePlace(started?: StartedDatabases): Place {
  const folder = temporaryFolder('drill')
  if (started) copyFileSync(started.sqlite, `${folder.path}/app.db`)
  return {
    dataDir: folder.path,
    databaseUrl: `file:${folder.path}/app.db`,
    remove: async () => folder.remove(),
  }
}

/** @param started what to copy; empty where left out */
export async function postgresqlPlace(serverUrl: string, started?: StartedDatabases): Promise<Place> {
  const folder = temporaryFolder('drill')
  return {
    dataDir: folder.path,
    databaseUrl: await createPostgresqlDatabase(serverUrl, started),
    remove: async () => folder.remove(),
  }
}

async function createPostgresqlDatabase(serverUrl: string, started?: StartedDatabases): Promise<string> {
  const name = `drill_${randomUUID().replaceAll('-', '')}`
  await execute(serverUrl, `CREATE DATABASE ${name}${started ? ` TEMPLATE ${started.postgresql}` : ''}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

export function filePath(databaseUrl: string): string {
  if (!isSqliteUrl(databaseUrl)) throw new Error('not a SQLite database')
  return sqlitePath(databaseUrl)
}

/** Bypasses the server. */
export async function execute(databaseUrl: string, sql: string): Promise<void> {
  if (isSqliteUrl(databaseUrl)) {
    const connection = openConnection(filePath(databaseUrl), { timeout: 10_000 })
    try {
      connection.exec(sql)
    } finally {
      connection.close()
    }
    return
  }
  const connection = new pg.Client({ connectionString: databaseUrl })
  await connection.connect()
  try {
    await connection.query(sql)
  } finally {
    await connection.end()
  }
}
