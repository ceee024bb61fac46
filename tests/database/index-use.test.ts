import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postgresqlQueries } from '#server/database/postgresql/queries.ts'
import { listQuery } from '#server/database/queries/estimate-list-query.ts'
import type { Query } from '#server/database/queries/query.ts'
import { adjacentQuery, earlierQuery } from '#server/database/queries/related-estimates.ts'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { sqliteQueries } from '#server/database/sqlite/queries.ts'
import { readSearch } from '#server/domain/estimates/read-search.ts'
import { createTestDatabase, type TestDatabase, testEngine } from '#tests/support/database/test-database.ts'
import { storeVariedEstimates } from '#tests/support/estimates/varied-estimates.ts'

const dialect = testEngine === 'sqlite' ? sqliteQueries : postgresqlQueries
const now = new Date('2026-01-05T20:10:00Z')
let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase()
  await storeVariedEstimates(test.database, 5_000, now)
})
afterAll(() => test.dispose())

/** The engine's query plan. */
async function planOf({ sql, values }: Query): Promise<string> {
  if (testEngine === 'sqlite') {
    const connection = openConnection(test.url.slice('file:'.length), { readonly: true })
    try {
      return JSON.stringify(connection.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values))
    } finally {
      connection.close()
    }
  }
  const connection = new pg.Client({ connectionString: test.url })
  await connection.connect()
  try {
    await connection.query('VACUUM ANALYZE project_estimates')
    return JSON.stringify((await connection.query(`EXPLAIN ${sql}`, [...values])).rows)
  } finally {
    await connection.end()
  }
}

it('earlier estimates of a visitor use the indexes on email address and phone number', async () => {
  const person = { id: 'x', createdAt: now, emailKey: 'jo@example.com', phoneDigits: '7185550110' }
  const plan = await planOf(earlierQuery(dialect, person, 10))
  expect(plan).toContain('project_estimates_email_key_idx')
  expect(plan).toContain('project_estimates_phone_digits_idx')
})

it.each([
  ['the first page', {}, 'newest', 'project_estimates_finding_idx'],
  ['a filtered page', { type: 'other' }, 'newest', 'project_estimates_finding_idx'],
  ['quarantine', { spam: 'quarantined' }, 'newest', 'project_estimates_quarantined_at_status_idx'],
  ['the page by due date', {}, 'waiting', 'project_estimates_first_contact_at_due_at_id_idx'],
] as const)('%s uses its index', async (_what, criteria, order, index) => {
  expect(await planOf(listQuery(dialect, { criteria, order, limit: 51, counted: false }))).toContain(index)
})

// Without statistics, SQLite prefers an index on a column that is nearly always null.
it.each([
  ['adjacent estimates', adjacentQuery(dialect, { id: 'x', createdAt: now })],
  ['earlier estimates', earlierQuery(dialect, { id: 'x', createdAt: now, emailKey: 'jo', phoneDigits: '7' }, 10)],
  ['a report', dialect.report({ boundaries: [new Date('2026-01-01'), now], now })],
])('reading %s does not scan all estimates outside quarantine', async (_what, query) => {
  expect(await planOf(query)).not.toContain('quarantined_at_status_idx')
})

it('adjacent estimates use the index of the list', async () => {
  expect(await planOf(adjacentQuery(dialect, { id: 'x', createdAt: now }))).toContain('project_estimates_finding_idx')
})

it('the count of all estimates subtracts quarantine by its index', async () => {
  const plan = await planOf(listQuery(dialect, { criteria: {}, order: 'newest', limit: 51, counted: true }))
  expect(plan).toMatch(/quarantined_at_status_idx.*quarantined_at ?>/)
})

it('a search uses the full-text index', async () => {
  const criteria = { search: readSearch('zebulon') }
  const plan = await planOf(listQuery(dialect, { criteria, order: 'newest', limit: 51, counted: false }))
  expect(plan).toContain(
    testEngine === 'sqlite' ? 'estimate_search VIRTUAL TABLE' : 'project_estimates_search_words_idx',
  )
})
