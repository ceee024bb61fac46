import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '#tests/support/server/server-process.ts'
import { startOnce } from '#tests/support/server/start-once.ts'

const variable = 'STARTED_DATABASE'

/** Makes the database from which the servers of all workers begin. Workers inherit the environment. */
export default async function setup(): Promise<() => void> {
  const folder = temporaryFolder('e2e-started')
  const file = join(folder.path, 'app.db')
  await startOnce(`file:${file}`, { DATA_DIR: folder.path })
  process.env[variable] = file
  return folder.remove
}

/** Makes a temporary data folder in which a server has started before. */
export function startedFolder(prefix: string): ReturnType<typeof temporaryFolder> {
  const file = process.env[variable]
  if (!file) throw new Error(`${variable} is not set.`)
  const folder = temporaryFolder(prefix)
  copyFileSync(file, join(folder.path, 'app.db'))
  return folder
}
