import { copyFileSync } from 'node:fs'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { isSqliteUrl, sqlitePath } from '#server/database/sqlite-path.ts'
import { createCopy, createDatabase, databaseOnServer } from '#tests/support/database/postgresql-databases.ts'
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
    databaseUrl: databaseOnServer(
      serverUrl,
      await (started ? createCopy(serverUrl, started.postgresql) : createDatabase(serverUrl)),
    ),
    remove: async () => folder.remove(),
  }
}

export function filePath(databaseUrl: string): string {
  if (!isSqliteUrl(databaseUrl)) throw new Error('not a SQLite database')
  return sqlitePath(databaseUrl)
}

/** The request keys in a file of SQLite; none where it finds no database. */
export function storedKeys(path: string): ReadonlySet<string> {
  try {
    const connection = openConnection(path, { fileMustExist: true })
    try {
      return new Set(connection.prepare<[], string>('SELECT request_key FROM project_estimates').pluck().all())
    } finally {
      connection.close()
    }
  } catch {
    return new Set()
  }
}
