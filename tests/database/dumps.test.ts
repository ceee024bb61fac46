import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { migratePostgresql } from '#server/database/postgresql/migrate.ts'
import { migrateSqlite } from '#server/database/sqlite/migrate.ts'
import { sqlitePath } from '#server/database/sqlite-path.ts'
import { execute } from '#tests/drills/harness/place.ts'
import { historyOf } from '#tests/support/database/history.ts'
import { queryDatabaseOften } from '#tests/support/database/query-database.ts'
import {
  createTestDatabaseUrl,
  silentLog,
  type TestDatabaseUrl,
  testEngine,
} from '#tests/support/database/test-database.ts'

const folder = 'tests/database/dumps'
const dumps = readdirSync(folder).flatMap((file) => (file.endsWith('.sql') ? [file.slice(0, -'.sql'.length)] : []))

let place: TestDatabaseUrl
beforeEach(async () => {
  place = await createTestDatabaseUrl()
})
afterEach(() => place.dispose())

it('every migration has a dump of its time, and all are small', () => {
  expect(dumps).toEqual(historyOf('sqlite').map(({ name }) => name))
  const bytes = dumps.map((name) => statSync(join(folder, `${name}.sql`)).size)
  expect(Math.max(...bytes)).toBeLessThan(15_000)
})

it.each(dumps)('the data of %s migrates with every value', async (name) => {
  const sql = readFileSync(join(folder, `${name}.sql`), 'utf8')
  const until = historyOf(testEngine).filter((migration) => migration.name <= name)
  if (testEngine === 'sqlite') migrateSqlite(sqlitePath(place.url), silentLog, until)
  else await migratePostgresql(place.url, silentLog, until)
  await execute(place.url, sql)

  // The first column is the key.
  const inserts = Array.from(sql.matchAll(/^INSERT INTO (\w+) \((.+)\) VALUES$/gm), ([, table = '', columns = '']) => ({
    table,
    select: `SELECT ${columns} FROM ${table} ORDER BY 1`,
  }))
  const selects = inserts.map(({ select }) => select)
  const stored = () => queryDatabaseOften<object>(place.url, selects)
  const before = await stored()
  const estimates = before[inserts.findIndex(({ table }) => table === 'project_estimates')] ?? []
  expect(estimates).toHaveLength(3)

  const database = await openDatabase({ url: place.url, log: silentLog })
  try {
    expect(await stored()).toEqual(before)
    // Some are in quarantine.
    const { statuses, quarantined, confirmed } = await database.queries.countEstimates({}, new Date())
    const counted = [...Object.values(statuses), quarantined, confirmed].reduce((sum, each) => sum + each)
    expect(counted).toBe(estimates.length)
    const listed = { order: 'newest', limit: 10, counted: true } as const
    const { total, rows } = await database.queries.listEstimates({ criteria: {}, ...listed })
    expect([total, rows.length]).toEqual([estimates.length - quarantined - confirmed, total])
  } finally {
    await database.close()
  }
})
