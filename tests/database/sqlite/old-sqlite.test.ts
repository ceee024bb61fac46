import { expect, it } from 'vitest'
import { queryDatabase } from '#tests/support/database/query-database.ts'
import { createTestDatabase } from '#tests/support/database/test-database.ts'

/** Functions and modifiers that SQLite has got since 3.41. */
const newer = /'subsec(ond)?'|\b(timediff|octet_length|string_agg|concat|concat_ws|jsonb\w*|unhex|if|unistr)\s*\(/i

it('no index, trigger or view needs a function that the sqlite3 of Debian 12 lacks, which would damage it', async () => {
  const place = await createTestDatabase()
  const objects = await queryDatabase<{ name: string; sql: string }>(
    place.url,
    "SELECT name, sql FROM sqlite_master WHERE type <> 'table' AND sql IS NOT NULL",
  )
  await place.dispose()
  expect(objects.length).toBeGreaterThan(20)
  const found = objects.filter(({ sql }) => newer.test(sql)).map(({ name }) => name)
  expect(found).toEqual([])
})
