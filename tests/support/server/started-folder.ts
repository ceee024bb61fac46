import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { inject } from 'vitest'
import { createDatabase, databaseOnServer } from '#tests/support/database/postgresql-databases.ts'
import { startOnce } from './start-once.ts'
import type { StartedDatabases } from './started-databases.ts'

const maxStartMs = 60_000

/** Has the built server make the database of an engine, once for all tests. */
export async function startedDatabases(engine: keyof StartedDatabases): Promise<StartedDatabases> {
  const { folder, ...databases } = inject('startedDatabases')
  const [dataDir, done] = [join(folder, engine), join(folder, `${engine} is done`)]
  if (claim(dataDir)) {
    if (engine === 'sqlite') await startOnce(`file:${databases.sqlite}`, { DATA_DIR: dataDir })
    else {
      const url = await newDatabase(databases.postgresql)
      await startOnce(url, { DATA_DIR: dataDir, DATABASE_URL: url })
    }
    writeFileSync(done, '')
  }
  const giveUpAt = performance.now() + maxStartMs
  while (!existsSync(done)) {
    if (performance.now() > giveUpAt) throw new Error('The first start of the built server failed in another test.')
    await delay(50)
  }
  return databases
}

/** Whether it is this caller, in any process, that made the folder. */
function claim(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function newDatabase(name: string): Promise<string> {
  const server = inject('postgresqlUrl')
  return databaseOnServer(server, await createDatabase(server, name))
}

/** Makes a data folder in which a server has started before, for tests of what comes after a first start. */
export async function createStartedFolder(path: string): Promise<void> {
  const { sqlite } = await startedDatabases('sqlite')
  mkdirSync(path, { recursive: true })
  copyFileSync(sqlite, join(path, 'app.db'))
}
