import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { migratePostgresql } from '#server/database/postgresql/migrate.ts'
import { migrateSqlite } from '#server/database/sqlite/migrate.ts'
import { sqlitePath } from '#server/database/sqlite-path.ts'
import { emailKey, phoneDigits } from '#server/domain/estimates/contact-keys.ts'
import { readSearch } from '#server/domain/estimates/filter-to-criteria.ts'
import { startOfNewYorkDay } from '#shared/calendar-days.ts'
import { hourMs } from '#shared/durations.ts'
import { responseDueAt } from '#shared/estimates/response-clock.ts'
import { historyOf } from '#tests/support/database/history.ts'
import { insertRow } from '#tests/support/database/insert-row.ts'
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

/** The history of this engine up to before a migration. */
function historyBefore(name: string) {
  const history = historyOf(testEngine)
  expect(history.map((migration) => migration.name)).toContain(name)
  return history.filter((migration) => migration.name < name)
}

const createdAt = new Date('2026-01-05T20:10:00.123Z')

const estimate = (id: string, phone: string | null) => ({
  id,
  reference: `REF-${id}`,
  name: 'Ada Romero',
  email: 'Ada.Romero@Example.com',
  phone,
  projectType: 'kitchen-remodel',
  projectDescription: 'New cabinets.\nThe window stays.',
  location: 'Astoria',
  timeline: 'asap',
  budgetRange: '50k-100k',
  squareFootage: 180,
  propertyType: null,
  specificRequirements: null,
  status: 'in_progress',
  createdAt,
  requestKey: `key-${id}`,
  valuesDigest: `values-${id}`,
  senderDigest: `sender-${id}`,
})

const message = (id: string, estimateId: string, state: string) => ({
  id,
  kind: 'estimate.staff',
  estimateId,
  state,
  attempts: 2,
  nextAttemptAt: createdAt,
  lastError: state === 'sent' ? null : 'blocked',
  createdAt,
  sentAt: state === 'sent' ? createdAt : null,
})

async function migrateBefore(name: string): Promise<void> {
  const before = historyBefore(name)
  if (testEngine === 'sqlite') migrateSqlite(sqlitePath(place.url), silentLog, before)
  else await migratePostgresql(place.url, silentLog, before)
}

it('a migration keeps estimates from before the staff columns with their emails, gives them the defaults and indexes them', async () => {
  await migrateBefore('20261121071430_request_work')

  const estimates = [
    estimate('a', null),
    estimate('b', '+1 (718) 555-0110'),
    estimate('c', '555-0110'),
    estimate('d', '718.555.0110'),
  ]
  const messages = estimates.flatMap(({ id }) =>
    ['pending', 'sent', 'failed'].map((state) => message(`${id}-${state}`, id, state)),
  )
  const user = { id: 'u', email: 'staff@mail.example', role: 'staff', createdAt }
  await insertRow(place.url, 'users', user)
  for (const row of estimates) await insertRow(place.url, 'project_estimates', row)
  for (const row of messages) await insertRow(place.url, 'outbox_messages', row)

  const database = await openDatabase({ url: place.url, log: silentLog })
  try {
    const { read } = database
    const begun = {
      urgent: false,
      version: 1,
      firstContactAt: null,
      outcome: 'open',
      outcomeReason: null,
      assigneeId: null,
      followUpOn: null,
      dueAt: responseDueAt(createdAt),
      quarantinedAt: null,
      quarantineReasons: null,
      spamAt: null,
    }
    expect(await read.projectEstimate.findMany({ orderBy: { id: 'asc' } })).toMatchObject(
      estimates.map((row) => ({
        ...row,
        ...begun,
        emailKey: emailKey(row.email),
        phoneDigits: phoneDigits(row.phone),
      })),
    )
    const criteria = { search: readSearch('romero 555-0110') }
    const found = await database.queries.listEstimates({ criteria, order: 'newest', limit: 10, counted: true })
    expect([found.total, found.rows.map(({ estimate: { id } }) => id)]).toEqual([3, ['d', 'c', 'b']])
    const kept = await read.outboxMessage.findMany({ orderBy: { id: 'asc' } })
    expect(kept).toEqual(
      messages
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .map((row) => ({ ...row, address: null, claimToken: null, providerId: null })),
    )
    expect(await read.user.findMany()).toMatchObject([user])
    // And from then on they can be worked.
    await database.transaction(({ projectEstimate }) =>
      projectEstimate.updateMany({ where: { id: 'a', version: 1 }, data: { assigneeId: 'u', version: 2 } }),
    )
    expect(await read.projectEstimate.findUnique({ where: { id: 'a' } })).toMatchObject({ assigneeId: 'u', version: 2 })
  } finally {
    await database.close()
  }
})

it('a migration keeps entries from before entry keys, without a key', async () => {
  await migrateBefore('20261121233835_entry_key')
  const events = ['1', '2'].map((id) => ({
    id,
    estimateId: 'a',
    kind: 'note',
    actorId: 'u',
    actorEmail: 'staff@mail.example',
    at: createdAt,
    details: '{"text":"The same words."}',
  }))
  await insertRow(place.url, 'project_estimates', estimate('a', null))
  for (const event of events) await insertRow(place.url, 'estimate_events', event)

  const database = await openDatabase({ url: place.url, log: silentLog })
  try {
    const kept = await database.read.estimateEvent.findMany({ orderBy: { id: 'asc' } })
    expect(kept).toEqual(events.map((event) => ({ ...event, entryKey: null, actorName: null })))
  } finally {
    await database.close()
  }
})

it('estimates from before the numbers that triggers kept are counted', async () => {
  await migrateBefore('20261122150840_kept_numbers')
  const columns = { valuesDigest: 'v', emailKey: 'k', dueAt: responseDueAt(createdAt), outcome: 'open' }
  const firstContactAt = new Date(createdAt.getTime() + 5 * hourMs + 1)
  const rows = [
    { ...estimate('a', null), ...columns, firstContactAt, assigneeId: 'u' },
    { ...estimate('b', null), ...columns, status: 'new', firstContactAt: null },
    { ...estimate('c', null), ...columns, dueAt: null, quarantinedAt: createdAt, spamAt: createdAt },
    { ...estimate('d', null), ...columns, firstContactAt: new Date(createdAt.getTime() + 30 * hourMs) },
  ]
  await insertRow(place.url, 'users', { id: 'u', email: 'staff@mail.example', role: 'staff', createdAt })
  for (const row of rows) await insertRow(place.url, 'project_estimates', row)

  const database = await openDatabase({ url: place.url, log: silentLog })
  try {
    const { queries } = database
    const now = new Date(createdAt.getTime() + 48 * hourMs)
    const expected = { statuses: { in_progress: 2, new: 1 }, overdue: 1, quarantined: 0, confirmed: 1 }
    expect(await queries.countEstimates({}, now)).toEqual(expected)
    const { statuses: missed } = await queries.countEstimates({ answered: { is: 'missed', now } }, now)
    expect(missed).toEqual({ in_progress: 1, new: 1 })
    const boundaries = ['2026-01-05', '2026-01-12'].map(startOfNewYorkDay)
    const report = await queries.report({ boundaries, now, promisedMs: 24 * hourMs })
    expect(report.weeks).toEqual([{ week: 0, requests: 3, judged: 3, inTime: 1, closed: 0, contacted: 2 }])
    expect(report.responses.map(({ ms }) => ms).toSorted((a, b) => a - b)).toEqual([5 * hourMs + 1, 30 * hourMs])
  } finally {
    await database.close()
  }
})
