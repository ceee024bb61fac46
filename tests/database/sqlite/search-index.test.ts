import { expect, it } from 'vitest'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { sqlitePath } from '#server/database/sqlite-path.ts'
import { readSearch } from '#server/estimates/list/filter-to-criteria.ts'
import { createTestDatabase } from '#tests/support/database/test-database.ts'
import { rareName, storeVariedEstimates } from '#tests/support/estimates/varied-estimates.ts'

it('VACUUM keeps the row numbers that the search index refers to', async () => {
  const { database, url, dispose } = await createTestDatabase()
  try {
    await storeVariedEstimates(database, 2_000, new Date('2026-01-05T20:10:00Z'))
    const connection = openConnection(sqlitePath(url))
    // Gaps, which VACUUM might close.
    connection.exec("DELETE FROM project_estimates WHERE project_type <> 'other' AND rowid % 3 = 0")
    const found = async () => {
      const criteria = { search: readSearch(rareName) }
      const { rows } = await database.queries.listEstimates({ criteria, order: 'newest', limit: 9, counted: false })
      return rows.map(({ estimate }) => estimate.name)
    }
    const before = await found()
    expect(before.length).toBeGreaterThan(0)
    expect(before.every((name) => name.startsWith(rareName))).toBe(true)
    connection.exec('VACUUM')
    connection.close()
    expect(await found()).toEqual(before)
  } finally {
    await dispose()
  }
})
