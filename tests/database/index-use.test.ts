import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postgresqlQueries } from '#server/database/postgresql/queries.ts'
import { backlogQuery } from '#server/database/queries/backlog-query.ts'
import { digestQuery } from '#server/database/queries/digest-query.ts'
import { dueMessagesQuery } from '#server/database/queries/due-messages-query.ts'
import { dueNudgesQuery } from '#server/database/queries/due-nudges-query.ts'
import { countsQuery, listQuery } from '#server/database/queries/estimate-list-query.ts'
import { intakeQuery } from '#server/database/queries/intake-query.ts'
import { openEstimatesQuery } from '#server/database/queries/open-estimates-query.ts'
import type { Query } from '#server/database/queries/query.ts'
import { adjacentQuery, earlierQuery } from '#server/database/queries/related-estimates.ts'
import { kindsQuery, responsesQuery, weeksQuery } from '#server/database/queries/report-query.ts'
import { retentionQuery } from '#server/database/queries/retention-query.ts'
import { todayQuery } from '#server/database/queries/today-query.ts'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { sqliteQueries } from '#server/database/sqlite/queries.ts'
import { sqlitePath } from '#server/database/sqlite-path.ts'
import { readSearch } from '#server/estimates/list/filter-to-criteria.ts'
import { queryDatabase } from '#tests/support/database/query-database.ts'
import { createTestDatabase, type TestDatabase, testEngine } from '#tests/support/database/test-database.ts'
import { storeVariedEstimates } from '#tests/support/estimates/varied-estimates.ts'

const dialect = testEngine === 'sqlite' ? sqliteQueries : postgresqlQueries
const now = new Date('2026-01-05T20:10:00Z')
let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase()
  await storeVariedEstimates(test.database, 5_000, now)
  await test.database.transaction(async ({ projectEstimate, outboxMessage }) => {
    await projectEstimate.updateMany({ where: { urgent: true }, data: { followUpOn: '2025-12-30' } })
    await projectEstimate.updateMany({ where: { outcome: 'won' }, data: { followUpOn: '2026-02-01' } })
    const sent = { kind: 'account.reset', state: 'sent', createdAt: now, nextAttemptAt: now, sentAt: now }
    await outboxMessage.createMany({ data: Array.from({ length: 2_000 }, () => ({ id: randomUUID(), ...sent })) })
  })
  // Databases are used again, with what PostgreSQL knows of the rows of earlier tests.
  if (testEngine === 'postgresql') await queryDatabase(test.url, 'VACUUM ANALYZE project_estimates, outbox_messages')
})
afterAll(() => test.dispose())

/** The engine's query plan. */
async function planChange({ sql, values }: Query): Promise<string> {
  if (testEngine === 'sqlite') {
    const connection = openConnection(sqlitePath(test.url), { readonly: true })
    try {
      return JSON.stringify(connection.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values))
    } finally {
      connection.close()
    }
  }
  const connection = new pg.Client({ connectionString: test.url })
  await connection.connect()
  try {
    return JSON.stringify((await connection.query(`EXPLAIN ${sql}`, [...values])).rows)
  } finally {
    await connection.end()
  }
}

it('the backlog of the metrics uses the indexes on waiting estimates and emails', async () => {
  const plan = await planChange(backlogQuery(dialect, now))
  expect(plan).toContain('project_estimates_waiting_idx')
  expect(plan).toContain('outbox_messages_state_next_attempt_at_idx')
})

it('claims read due messages by the index in their order', async () => {
  const plan = await planChange(dueMessagesQuery(dialect, now, 200))
  // PostgreSQL scans tables this small.
  if (testEngine === 'sqlite') expect(plan.match(/outbox_messages_claim_order_idx/g)).toHaveLength(3)
})

it('the open estimates of one person are found by the index of open estimates by assignee', async () => {
  const plan = await planChange(openEstimatesQuery(dialect, 'x', 500))
  expect(plan).toContain('project_estimates_assigned_idx')
  expect(plan).not.toMatch(/SCAN project_estimates"|Seq Scan/)
})

const today = { userId: 'x', now, dueBefore: now, today: '2026-01-05', failedSince: now, limit: 20 }

it('the Today page uses the index of each section', async () => {
  const plan = await planChange(todayQuery(dialect, today))
  for (const section of ['waiting', 'follow_up_day', 'unassigned', 'assigned'])
    expect(plan).toContain(`project_estimates_${section}_idx`)
  expect(plan).toContain('outbox_messages_state_next_attempt_at_idx')
})

it('SQLite counts the rows of Today without reading them', async () => {
  const plan = await planChange(todayQuery(dialect, today))
  if (testEngine === 'sqlite')
    for (const section of ['follow_up_day', 'unassigned', 'assigned'])
      expect(plan).toContain(`COVERING INDEX project_estimates_${section}_idx`)
})

it('earlier estimates of a visitor use the indexes on email address and phone number', async () => {
  const person = { id: 'x', createdAt: now, emailKey: 'jo@example.com', phoneDigits: '7185550110' }
  const plan = await planChange(earlierQuery(dialect, person, 10))
  expect(plan).toContain('project_estimates_email_key_idx')
  expect(plan).toContain('project_estimates_phone_digits_idx')
})

it.each([
  ['the first page', {}, 'newest'],
  ['the first page, oldest first', {}, 'oldest'],
  ['a filtered page', { type: 'other' }, 'newest'],
  ['missed deadlines', { answered: { is: 'missed', now } }, 'newest'],
] as const)('%s uses the index of the list', async (_what, criteria, order) => {
  const plan = await planChange(listQuery(dialect, { criteria, order, limit: 51, counted: false }))
  expect(plan).toContain('project_estimates_finding_idx')
})

it.each([
  ['by due date', 'waiting', 'project_estimates_waiting_idx'],
  ['by budget', 'budget', 'project_estimates_budget_idx'],
  ['by lowest budget', 'lowest-budget', 'project_estimates_budget_idx'],
] as const)('the page %s uses the index in that order', async (_what, order, index) => {
  expect(await planChange(listQuery(dialect, { criteria: {}, order, limit: 51, counted: false }))).toContain(index)
})

const scope = { boundaries: [new Date('2026-01-01'), now], now, promisedMs: 24 * 3_600_000 }
const search = readSearch('brooklyn')

// Without statistics, SQLite prefers an index on a column that is nearly always null.
it.each([
  ['a page by budget', listQuery(dialect, { criteria: { outcome: 'won' }, order: 'budget', limit: 51, counted: true })],
  ['a search', listQuery(dialect, { criteria: { search, type: 'other' }, order: 'newest', limit: 51, counted: true })],
  ['quarantine', listQuery(dialect, { criteria: { spam: 'quarantined' }, order: 'newest', limit: 51, counted: true })],
  ['counts', countsQuery(dialect, { followUp: { until: '2026-01-05' }, answered: { is: 'in-time', now } }, now)],
  ['the weeks of a report', weeksQuery(dialect, scope)],
  ['the groups of a report', kindsQuery(dialect, scope)],
  ['the response times of a report', responsesQuery(dialect, scope)],
])('SQLite reads %s from the index of the list alone', async (_what, query) => {
  if (testEngine !== 'sqlite') return
  const plan = await planChange(query)
  expect(plan).toContain('COVERING INDEX project_estimates_finding_idx')
  const others = plan.replaceAll(
    /project_estimates USING (?:COVERING INDEX \S+_finding_idx|INDEX sqlite_autoindex_\S+)/g,
    '',
  )
  expect(others).not.toContain('project_estimates')
})

it.each([
  ['adjacent estimates', adjacentQuery(dialect, { id: 'x', createdAt: now })],
  ['earlier estimates', earlierQuery(dialect, { id: 'x', createdAt: now, emailKey: 'jo', phoneDigits: '7' }, 10)],
  ['the Today page', todayQuery(dialect, today)],
])('reading %s does not scan all estimates', async (_what, query) => {
  // All of these small indexes is of use.
  const plan = (await planChange(query)).replaceAll(
    /SCAN project_estimates USING (?:COVERING )?INDEX \S+_(?:unassigned|waiting|quarantined)_idx/g,
    '',
  )
  expect(plan).not.toMatch(/(?:SCAN|Seq Scan on) project_estimates/)
})

it('adjacent estimates use the index of the list', async () => {
  expect(await planChange(adjacentQuery(dialect, { id: 'x', createdAt: now }))).toContain(
    'project_estimates_finding_idx',
  )
})

it('a search uses the full-text index', async () => {
  const criteria = { search: readSearch('zebulon') }
  const plan = await planChange(listQuery(dialect, { criteria, order: 'newest', limit: 51, counted: false }))
  expect(plan).toContain(
    testEngine === 'sqlite' ? 'estimate_search VIRTUAL TABLE' : 'project_estimates_search_words_idx',
  )
})

const nudgesWanted = {
  fresh: { after: now, until: now },
  soon: { after: now, until: now },
  overdue: { after: now, until: now },
  digestDay: '2026-01-05',
  staffInbox: ['office@builders.example'],
  limit: 100,
}
const digestWanted = { userId: 'x', now, day: '2026-01-05', dayEnd: now, previousAt: now, limit: 8 }

it('due nudges use the indexes on waiting estimates, roles, and nudges', async () => {
  const plan = await planChange(dueNudgesQuery(dialect, nudgesWanted))
  expect(plan).toContain('project_estimates_waiting_idx')
  expect(plan).not.toMatch(/(?:SCAN|Seq Scan on) project_estimates/)
  // PostgreSQL scans tables this small.
  if (testEngine === 'sqlite') expect(plan).toMatch(/users_role_idx.*nudges_user_id_kind_subject_key/)
})

it('a digest uses the indexes on waiting estimates, follow-ups, and failed emails', async () => {
  const plan = await planChange(digestQuery(dialect, digestWanted))
  expect(plan).toContain('project_estimates_waiting_idx')
  expect(plan).toContain('project_estimates_follow_up_day_idx')
  expect(plan).not.toMatch(/(?:SCAN|Seq Scan on) project_estimates/)
  if (testEngine === 'sqlite') expect(plan).toContain('outbox_messages_state_next_attempt_at_idx')
})

it('what bounds submissions is read by the indexes of quarantine and of the ids of emails', async () => {
  const plan = await planChange(
    intakeQuery(dialect, { acknowledgedSince: now, limits: { quarantined: 1_000, acknowledged: 300 } }),
  )
  expect(plan).toContain('project_estimates_quarantined_idx')
  // PostgreSQL scans tables this small.
  if (testEngine === 'sqlite') expect(plan).toContain('sqlite_autoindex_outbox_messages_1 (id>?)')
})

it('the retention rules use their indexes', async () => {
  const plan = await planChange(retentionQuery(dialect, { completedBefore: now, spamBefore: now, limit: 20 }))
  expect(plan).toContain('project_estimates_completed_idx')
  expect(plan).toContain('project_estimates_spam_idx')
  expect(plan).not.toMatch(/(?:SCAN|Seq Scan on) project_estimates/)
})

it.each([
  ['email_key', 'somebody@mail.example'],
  ['phone_digits', '3475550101'],
])('everything of a person is found by the index on %s', async (column, value) => {
  const sql = `SELECT id FROM project_estimates WHERE ${column} = '${value}' AND erased_at IS NULL AND NOT id = 'x'
    ORDER BY created_at DESC, id DESC LIMIT 100`
  expect(await planChange({ sql, values: [] })).toContain(`project_estimates_${column}_idx`)
})
