import { statSync, truncateSync } from 'node:fs'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { sqlitePath } from '#server/database/sqlite-path.ts'
import { createTestDatabaseUrl, type TestDatabaseUrl } from '#tests/support/database/test-database.ts'

let place: TestDatabaseUrl
let database: Database
let lines: { readonly level: number; readonly megabytes?: number }[]

beforeEach(async () => {
  lines = []
  place = await createTestDatabaseUrl()
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  database = await openDatabase({ url: place.url, log })
})
afterEach(async () => {
  await database.close()
  await place.dispose()
})

const write = () =>
  database.transaction((_tables, statements) =>
    statements.writeAttempts([{ key: 'key', hits: 1, blocks: 0, windowEndsAt: new Date('2026-01-06T00:00:00.000Z') }]),
  )

it('the log of the program warns once of a write-ahead log of 256 MB, and says when it is short again', async () => {
  await write()
  const file = `${sqlitePath(place.url)}-wal`
  const { size } = statSync(file)
  expect(database.load().logBytes).toBe(size)
  lines.length = 0

  // SQLite does not read what follows its last commit.
  truncateSync(file, 256 * 1024 * 1024)
  await write()
  await write()
  expect(database.load().logBytes).toBe(256 * 1024 * 1024)
  expect(lines).toMatchObject([{ level: 40, megabytes: 256 }])

  truncateSync(file, statSync(file).size / 2)
  await write()
  await write()
  expect(lines.slice(1)).toMatchObject([{ level: 30, megabytes: 128 }])
})
