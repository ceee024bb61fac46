import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { MigrationRefused } from '#server/database/migrations.ts'
import { openDatabase, openDatabaseBeside } from '#server/database/open.ts'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { lockForThisProcess } from '#server/database/sqlite/process-lock.ts'
import { silentLog } from '#tests/support/database/test-database.ts'
import { temporaryFolder } from '#tests/support/server/server-process.ts'

let folder: ReturnType<typeof temporaryFolder>
let path: string
const setting = (name: string) => ({ data: { name, value: name, createdAt: new Date() } })

beforeEach(() => {
  folder = temporaryFolder('beside')
  path = join(folder.path, 'app.db')
})
afterEach(() => folder.remove())

it('a command writes to the file that a server has open, and both see the writes of the other', async () => {
  const server = await openDatabase({ url: `file:${path}`, log: silentLog })
  const command = await openDatabaseBeside({ url: `file:${path}`, log: silentLog })
  await command.transaction((transaction) => transaction.setting.create(setting('by the command')))
  await server.transaction((transaction) => transaction.setting.create(setting('by the server')))
  for (const database of [server, command]) expect(await database.read.setting.count()).toBe(2)
  await command.close()
  // The server's hold on the file outlasts the command.
  await expect(openDatabase({ url: `file:${path}`, log: silentLog })).rejects.toThrow('in use')
  await server.close()
})

it('a command without a server creates, migrates and locks the file', async () => {
  const command = await openDatabaseBeside({ url: `file:${path}`, log: silentLog })
  expect(await command.read.user.count()).toBe(0)
  await expect(openDatabase({ url: `file:${path}`, log: silentLog })).rejects.toThrow('in use')
  await command.close()
  await (await openDatabase({ url: `file:${path}`, log: silentLog })).close()
})

it('a command changes nothing when the running server has an older schema, and says what to do', async () => {
  await (await openDatabase({ url: `file:${path}`, log: silentLog })).close()
  const connection = openConnection(path)
  connection.exec(
    `DELETE FROM "_prisma_migrations" WHERE migration_name = (SELECT max(migration_name) FROM "_prisma_migrations")`,
  )
  const history = () => connection.prepare('SELECT migration_name FROM "_prisma_migrations"').all()
  const before = history()
  const lock = lockForThisProcess(path)
  const opening = openDatabaseBeside({ url: `file:${path}`, log: silentLog })
  await expect(opening).rejects.toThrow(MigrationRefused)
  await expect(opening).rejects.toThrow('Restart the server')
  expect(history()).toEqual(before)
  lock.release()
  connection.close()
})
