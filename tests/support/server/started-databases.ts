import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { dropDatabase, unusedName } from '#tests/support/database/postgresql-databases.ts'
import { temporaryFolder } from './server-process.ts'

/** Databases that the built server has opened once, so that they have its tables and settings, and no other rows. */
export type StartedDatabases = {
  /** The path of a file. */
  readonly sqlite: string
  /** A name on the PostgreSQL server. */
  readonly postgresql: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** The first test that needs them makes them, since the server may not be built yet. */
    startedDatabases: StartedDatabases & { readonly folder: string }
  }
}

export default function setup(project: TestProject): () => Promise<void> {
  const { path: folder, remove } = temporaryFolder('started')
  const name = unusedName()
  project.provide('startedDatabases', { folder, sqlite: join(folder, 'sqlite', 'app.db'), postgresql: name })
  return async () => {
    remove()
    // A server of the run goes as a whole.
    if (process.env.TEST_DATABASE_URL) await dropDatabase(process.env.TEST_DATABASE_URL, name)
  }
}
