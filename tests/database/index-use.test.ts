import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postgresqlQueries } from '#server/database/postgresql/queries.ts'
import { backlogQuery } from '#server/database/queries/backlog-query.ts'
import { digestQuery } from '#server/database/queries/digest-query.ts'
import { dueMessagesQuery } from '#server/database/queries/due-messages-query.ts'
import { dueNudgesQuery } from '#server/database/queries/due-nudges-query.ts'
import type { EstimateCriteria } from '#server/database/queries/estimate-criteria.ts'
import { countsQuery, type ListOrder, listQuery } from '#server/database/queries/estimate-list-query.ts'
import { intakeQuery } from '#server/database/queries/intake-query.ts'
import { openEstimatesQuery } from '#server/database/queries/open-estimates-query.ts'
import type { Query } from '#server/database/queries/query.ts'
import { adjacentQuery, earlierQuery } from '#server/database/queries/related-estimates.ts'
import { leadSourcesQuery, phoneQuery, reportQuery } from '#server/database/queries/report-query.ts'
import { retentionQuery } from '#server/database/queries/retention-query.ts'
import { todayQuery } from '#server/database/queries/today-query.ts'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { sqliteQueries } from '#server/database/sqlite/queries.ts'
import { sqlitePath } from '#server/database/sqlite-path.ts'
import { readSearch } from '#server/estimates/list/filter-to-criteria.ts'
import { queryDatabase } from '#tests/support/database/query-database.ts'
import {
  createTestDatabase,
  describeOnce,
  type TestDatabase,
  testEngine,
} from '#tests/support/database/test-database.ts'
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

const index = (name: string) => `project_estimates_${name}_idx`
const dueIndex = 'outbox_messages_state_next_attempt_at_idx'
const person = {
  id: 'x',
  createdAt: now,
  emailKey: 'jo@example.com',
  phoneDigits: '7185550110',
  otherPhoneDigits: null,
}
const adjacent = adjacentQuery(dialect, person)
const earlier = earlierQuery(dialect, person, 10)
const openEstimates = openEstimatesQuery(dialect, 'x', 500)
const retention = retentionQuery(dialect, { completedBefore: now, spamBefore: now, acceptedSince: now, limit: 20 })
const todayPage = todayQuery(dialect, {
  ...{ userId: 'x', now, olderBefore: now, dueBefore: now, today: '2026-01-05', failedSince: now, limit: 20 },
  proposalsUntil: '2026-01-06',
})
const dueNudges = dueNudgesQuery(dialect, {
  ...{ fresh: { after: now, until: now }, soon: { after: now, until: now }, overdue: { after: now, until: now } },
  proposals: { 'nudge.proposal-next': { after: '2026-01-05', until: '2026-01-06' } },
  ...{ digestDay: '2026-01-05', staffInbox: ['office@builders.example'], limit: 100 },
})
const digest = digestQuery(dialect, {
  ...{ userId: 'x', now, day: '2026-01-05', dayEnd: now, previousAt: now, limit: 8 },
})
const intake = intakeQuery(dialect, { acknowledgedSince: now, limits: { quarantined: 1_000, acknowledged: 300 } })
const page = (order: ListOrder, criteria: EstimateCriteria = {}, counted = false) =>
  listQuery(dialect, { criteria, order, limit: 51, counted })
const personBy = (column: string, value: string) => {
  const sql = `SELECT id FROM project_estimates WHERE ${column} = '${value}' AND erased_at IS NULL AND NOT id = 'x'
    ORDER BY created_at DESC, id DESC LIMIT 100`
  return { sql, values: [] }
}
const searchIndex = testEngine === 'sqlite' ? 'estimate_search VIRTUAL TABLE' : index('search_words')

it.each<[what: string, query: Query, indexes: readonly string[]]>([
  ['the backlog of the metrics', backlogQuery(dialect, now), [index('waiting'), dueIndex]],
  ['the open estimates of one person', openEstimates, [index('assigned')]],
  ['the Today page', todayPage, [...['waiting', 'follow_up_day', 'unassigned', 'assigned'].map(index), dueIndex]],
  ['the earlier estimates of a visitor', earlier, [index('email_key'), index('phone_digits')]],
  ['adjacent estimates', adjacent, [index('finding')]],
  ['the first page', page('newest'), [index('finding')]],
  ['the first page, oldest first', page('oldest'), [index('finding')]],
  ['a filtered page', page('newest', { type: 'other' }), [index('finding')]],
  ['missed deadlines', page('newest', { answered: { is: 'missed', now } }), [index('finding')]],
  ['the page by due date', page('waiting'), [index('waiting')]],
  ['the page by budget', page('budget'), [index('budget')]],
  ['the page by lowest budget', page('lowest-budget'), [index('budget')]],
  ['a search', page('newest', { search: readSearch('zebulon') }), [searchIndex]],
  ['due nudges', dueNudges, [index('waiting')]],
  ['a digest', digest, [index('waiting'), index('follow_up_day')]],
  ['what bounds submissions', intake, [index('quarantined')]],
  ['the retention rules', retention, [index('completed'), index('spam')]],
  ['everything of a person by email', personBy('email_key', 'somebody@mail.example'), [index('email_key')]],
  ['everything of a person by phone', personBy('phone_digits', '3475550101'), [index('phone_digits')]],
])('%s: its indexes are used', async (_what, query, indexes) => {
  const plan = await planChange(query)
  for (const name of indexes) expect(plan).toContain(name)
})

it.each([
  ['adjacent estimates', adjacent],
  ['earlier estimates', earlier],
  ['the Today page', todayPage],
  ['due nudges', dueNudges],
  ['a digest', digest],
  ['the retention rules', retention],
  ['the open estimates of one person', openEstimates],
])('reading %s does not scan all estimates', async (_what, query) => {
  // A scan of one of these small indexes is fine, because all of its rows are needed.
  const plan = (await planChange(query)).replaceAll(
    /SCAN project_estimates USING (?:COVERING )?INDEX \S+_(?:unassigned|waiting|quarantined)_idx/g,
    '',
  )
  expect(plan).not.toMatch(/(?:SCAN|Seq Scan on) project_estimates/)
})

// PostgreSQL scans tables as small as these.
describeOnce('SQLite', () => {
  const since = new Date('2026-01-01')

  it.each([
    [
      'the requests by phone of a report',
      phoneQuery(dialect, since, now),
      /COVERING INDEX project_estimates_phone_idx/,
    ],
    ['the lead sources to choose from', leadSourcesQuery(dialect, 50), /COVERING INDEX project_estimates_finding_idx/],
    ['due messages in their order', dueMessagesQuery(dialect, now, 200), /(?:outbox_messages_claim_order_idx.*){3}/],
    ['the roles and nudges of due nudges', dueNudges, /users_role_idx.*nudges_user_id_kind_subject_key/],
    ['the photos of listed requests', page('newest'), /stored_files_estimate_id_idx/],
    ['the failed emails of a digest', digest, new RegExp(dueIndex)],
    ['the visits of a digest', digest, /visits_(?:starts_at|assignee_id_starts_at)_idx/],
    ['the acknowledgements of the last hour', intake, /sqlite_autoindex_outbox_messages_1 \(id>\?\)/],
    ['the follow-ups of Today without their rows', todayPage, /COVERING INDEX project_estimates_follow_up_day_idx/],
    ['what is unassigned without its rows', todayPage, /COVERING INDEX project_estimates_unassigned_idx/],
    ['what is assigned without its rows', todayPage, /COVERING INDEX project_estimates_assigned_idx/],
  ])('reads %s by an index', async (_what, query, used) => {
    expect(await planChange(query)).toMatch(used)
  })

  // Without statistics, SQLite prefers an index on a column that is nearly always null.
  it.each([
    ['a page by budget', page('budget', { outcome: 'won' }, true)],
    ['a search', page('newest', { search: readSearch('brooklyn'), type: 'other' }, true)],
    ['quarantine', page('newest', { spam: 'quarantined' }, true)],
    ['counts', countsQuery(dialect, { followUp: { until: '2026-01-05' }, answered: { is: 'in-time', now } }, now)],
    ['the requests of a report', reportQuery(dialect, since, now)],
  ])('reads %s from the index of the list alone', async (_what, query) => {
    const plan = await planChange(query)
    expect(plan).toContain('COVERING INDEX project_estimates_finding_idx')
    const others = plan.replaceAll(
      /project_estimates USING (?:COVERING INDEX \S+_finding_idx|INDEX sqlite_autoindex_\S+)/g,
      '',
    )
    expect(others).not.toContain('project_estimates')
  })
})
