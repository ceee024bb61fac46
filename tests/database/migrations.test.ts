import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Migration, migrationHistory } from '#server/database/migrations.ts'
import { openDatabase } from '#server/database/open.ts'
import { migratePostgresql } from '#server/database/postgresql/migrate.ts'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { migrateSqlite } from '#server/database/sqlite/migrate.ts'
import { sqlitePath } from '#server/database/sqlite-path.ts'
import { readSearch } from '#server/estimates/list/filter-to-criteria.ts'
import { keyEstimates } from '#server/estimates/matching/key-estimates.ts'
import { migrationsOf } from '#tests/support/database/history.ts'
import { changeDatabase, queryDatabaseOften } from '#tests/support/database/query-database.ts'
import {
  createTestDatabaseUrl,
  silentLog,
  type TestDatabaseUrl,
  testEngine,
} from '#tests/support/database/test-database.ts'

let place: TestDatabaseUrl

beforeEach(async () => {
  place = await createTestDatabaseUrl()
})
afterEach(() => place.dispose())

async function migrate(migrations?: Migration[]): Promise<void> {
  if (testEngine === 'sqlite') migrateSqlite(sqlitePath(place.url), silentLog, migrations)
  else await migratePostgresql(place.url, silentLog, migrations)
}

async function query(sql: string): Promise<Record<string, unknown>[]> {
  if (testEngine === 'sqlite') {
    const connection = openConnection(sqlitePath(place.url))
    try {
      const statement = connection.prepare(sql)
      if (statement.reader) return statement.all() as Record<string, unknown>[]
      statement.run()
      return []
    } finally {
      connection.close()
    }
  }
  const connection = new pg.Client({ connectionString: place.url })
  await connection.connect()
  try {
    return (await connection.query(sql)).rows
  } finally {
    await connection.end()
  }
}

// Column order is ignored, since a migration adds a column at the end. SQLite stores the text of each table as it was
// written, so tables are compared by what SQLite parses.
const ownTables = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_prisma%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`
// Full-text search and some indexes, which a Prisma schema cannot express.
const handwritten = /^(?:estimate_search|search_words)/
const handwrittenIndex =
  /outbox_messages_claim_order_idx|project_estimates_(?:search_words|budget|quarantined|waiting|follow_up_day|assigned|unassigned|completed|spam|unkeyed|phone|proposal)_idx/
const isHandwritten = ({ owner, name, column_name, table_name, indexdef }: Record<string, unknown>) =>
  [owner, name, column_name, table_name].some((each) => handwritten.test(String(each))) ||
  [name, indexdef].some((each) => handwrittenIndex.test(String(each)))
const sqliteStructure = `
  SELECT owner.name AS owner, 'column' AS kind, part.name, part.type || '/' || part."notnull" || '/' || coalesce(part.dflt_value, '') || '/' || part.pk AS what
    FROM (${ownTables}) AS owner, pragma_table_info(owner.name) AS part
  UNION ALL
  SELECT owner.name, 'key', part."from", part."table" || '/' || part."to" || '/' || part.on_update || '/' || part.on_delete
    FROM (${ownTables}) AS owner, pragma_foreign_key_list(owner.name) AS part
  UNION ALL
  SELECT tbl_name, type, name, sql FROM sqlite_master
    WHERE type <> 'table' AND (type = 'view' OR tbl_name IN (${ownTables})) AND sql IS NOT NULL
  ORDER BY 1, 2, 3`
const postgresqlStructure = `
  SELECT table_name, column_name, data_type, is_nullable, column_default, character_maximum_length, indexdef
    FROM information_schema.columns LEFT JOIN pg_indexes ON tablename = table_name
    WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' ORDER BY 1, 2, 7`
const postgresqlRoutines = `
  SELECT proname AS name, prosrc AS what FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL
  SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`

/** The definition of all that is in a database, comparable between two of them. */
async function structure(): Promise<Record<string, unknown>[]> {
  if (testEngine === 'sqlite') return query(sqliteStructure)
  return [...(await query(postgresqlStructure)), ...(await query(postgresqlRoutines))]
}

/** The parts of project_estimates that the schema does not have. */
function handwrittenParts(all: readonly Record<string, unknown>[]): string[] {
  const parts = all.filter(isHandwritten).flatMap(({ owner, kind, name, table_name, column_name, indexdef }) => {
    if (owner === 'project_estimates') return [`${kind} ${name}`]
    if (table_name !== 'project_estimates') return []
    const [index] = handwrittenIndex.exec(String(indexdef)) ?? []
    return [...(column_name === 'search_words' ? ['column search_words'] : []), ...(index ? [`index ${index}`] : [])]
  })
  return [...new Set(parts)].toSorted()
}

const history = (files: Record<string, string>) =>
  migrationHistory(Object.fromEntries(Object.entries(files).map(([name, sql]) => [`x/${name}/migration.sql`, sql])))

const first = { '1_first': 'CREATE TABLE things (id INTEGER PRIMARY KEY);' }

it('migrations are the same with the line ends of Windows', () => {
  const withCrlf = { '1_first': `${first['1_first']}\r\n` }
  expect(history(withCrlf)).toEqual(history({ '1_first': `${first['1_first']}\n` }))
})

it('migrations produce exactly the database that the schema describes', async () => {
  await migrate()
  const all = await structure()
  const migrated = all.filter((part) => !isHandwritten(part))
  const indexes = ['assigned', 'budget', 'completed', 'follow_up_day', 'phone', 'proposal', 'quarantined'].map(
    (name) => `index project_estimates_${name}_idx`,
  )
  const waiting = ['spam', 'unassigned', 'unkeyed', 'waiting'].map((name) => `index project_estimates_${name}_idx`)
  const triggers = ['delete', 'insert', 'update'].map((event) => `trigger estimate_search_${event}`)
  expect(handwrittenParts(all)).toEqual(
    testEngine === 'sqlite'
      ? [...indexes, ...waiting, ...triggers]
      : ['column search_words', ...indexes, 'index project_estimates_search_words_idx', ...waiting],
  )
  await place.dispose()
  place = await createTestDatabaseUrl()

  const { schemaSql } = await import('#tests/support/database/schema-sql.mjs')
  const path = testEngine === 'sqlite' ? 'prisma/schema.prisma' : 'prisma/generated/postgresql.prisma'
  const text = readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')
  await migrate(history({ '1_all': await schemaSql(text) }))
  expect(migrated.length).toBeGreaterThan(2)
  expect(migrated).toEqual(await structure())
})

it('migrations are applied once and recorded as the Prisma CLI does', async () => {
  await migrate(history(first))
  await migrate(history(first))
  const rows = await query('SELECT * FROM "_prisma_migrations"')
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    migration_name: '1_first',
    checksum: 'c2fc27426489452678db97f8aee18c42b05ee3ab9410c4b72a3cc63747127123',
    rolled_back_at: null,
    applied_steps_count: 1,
  })
  expect(rows[0]?.finished_at).not.toBeNull()
})

it('migrations leave the database unchanged when they fail halfway', async () => {
  await migrate(history(first))
  const broken = history({ ...first, '2_broken': 'CREATE TABLE more (id INTEGER); INSERT INTO nowhere VALUES (1);' })
  await expect(migrate(broken)).rejects.toThrow(/2_broken failed and was undone.*nowhere/)
  await expect(query('SELECT * FROM more')).rejects.toThrow()
  expect(await query('SELECT migration_name FROM "_prisma_migrations"')).toEqual([{ migration_name: '1_first' }])
  await migrate(history({ ...first, '2_mended': 'CREATE TABLE more (id INTEGER);' }))
  expect(await query('SELECT * FROM more')).toEqual([])
})

it('migrations are refused by name when they were edited after they were applied', async () => {
  await migrate(history(first))
  const edited = history({ '1_first': `${first['1_first']} -- edited` })
  await expect(migrate(edited)).rejects.toThrow(/1_first was edited after it was applied/)
})

it('migrations are refused by name when a newer program made them', async () => {
  await migrate(history({ ...first, '2_newer': 'CREATE TABLE more (id INTEGER);' }))
  await expect(migrate(history(first))).rejects.toThrow(/2_newer, which this version of the program does not know/)
})

it('migrations are refused when another tool left them unfinished, and applied again when it rolled them back', async () => {
  await migrate([])
  await query(`INSERT INTO "_prisma_migrations" (id, checksum, migration_name) VALUES ('x', 'y', '1_first')`)
  await expect(migrate(history(first))).rejects.toThrow(/1_first was begun by another tool and not finished/)
  await query('UPDATE "_prisma_migrations" SET rolled_back_at = CURRENT_TIMESTAMP')
  await migrate(history(first))
  expect(await query('SELECT * FROM things')).toEqual([])
})

describe('a database of 0.2', () => {
  const folder = 'tests/database/version-0.2'
  const rowsSql = readFileSync(`${folder}/rows.sql`, 'utf8')
  const { init, bridge, history: own } = migrationsOf(testEngine)

  /** @param recorded how many migrations of the bridge it already has, from a program between 0.2 and 0.3 */
  async function load(recorded: number): Promise<void> {
    await changeDatabase(place.url, readFileSync(`${folder}/${testEngine}.sql`, 'utf8'))
    await changeDatabase(place.url, rowsSql)
    for (const { name, sql, checksum } of bridge.slice(0, recorded))
      await changeDatabase(
        place.url,
        `${sql}; INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at)
           VALUES ('${name.slice(0, 14)}', '${checksum}', '${name}', CURRENT_TIMESTAMP)`,
      )
  }
  const recordedNames = () => query('SELECT migration_name AS name FROM "_prisma_migrations"')

  it.each([0, 1, 2, 3])('with %i steps of the bridge becomes like a new one, with every value', async (recorded) => {
    await migrate()
    const ofNew = await structure()
    await place.dispose()
    place = await createTestDatabaseUrl()
    await load(recorded)
    expect(bridge).toHaveLength(3)

    // The first column is the key.
    const selects = Array.from(
      rowsSql.matchAll(/^INSERT INTO (\w+) \((.+)\) VALUES$/gm),
      ([, table, columns]) => `SELECT ${columns} FROM ${table} ORDER BY 1`,
    )
    const stored = () => queryDatabaseOften<object>(place.url, selects)
    const before = await stored()
    expect(before.flat().length).toBeGreaterThan(30)

    const database = await openDatabase({ url: place.url, log: silentLog })
    try {
      expect(await stored()).toEqual(before)
      expect(await structure()).toEqual(ofNew)
      expect(await recordedNames()).toEqual(own.map(({ name }) => ({ name })))
      expect(await keyEstimates(database, () => false)).toBe(3)
      const { statuses, quarantined, confirmed } = await database.queries.countEstimates({}, new Date())
      expect([...Object.values(statuses), quarantined, confirmed].reduce((sum, each) => sum + each)).toBe(3)
      const found = await database.queries.listEstimates({
        criteria: { search: readSearch('gallardo') },
        order: 'newest',
        limit: 10,
        counted: true,
      })
      expect(found.total).toBe(1)
    } finally {
      await database.close()
    }
  })

  it('is refused unchanged when it is older than the last version 0.2', async () => {
    await load(0)
    await query(`DELETE FROM "_prisma_migrations" WHERE migration_name = '20261126030000_late_totals'`)
    const before = [await structure(), await recordedNames()]
    await expect(migrate()).rejects.toThrow('older than the last version 0.2. Start that version on it once')
    expect([await structure(), await recordedNames()]).toEqual(before)
  })

  it('is refused by name when a migration of the bridge was edited after it was applied', async () => {
    await load(1)
    await query(`UPDATE "_prisma_migrations" SET checksum = 'x' WHERE migration_name = '${bridge[0]?.name}'`)
    await expect(migrate()).rejects.toThrow(`${bridge[0]?.name} was edited after it was applied`)
  })

  it('knows no name that this version records, so that a program of 0.2 refuses it afterwards', () => {
    const texts = ['sqlite', 'postgresql'].map((engine) => readFileSync(`${folder}/${engine}.sql`, 'utf8'))
    expect(texts.filter((text) => text.includes(init.name))).toEqual([])
    expect(texts.every((text) => text.includes('20261126030000_late_totals'))).toBe(true)
  })
})
