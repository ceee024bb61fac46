import { expect, test } from 'vitest'
import { displayName } from '#shared/account.ts'
import { hourMs } from '#shared/durations.ts'
import { responseDueAt } from '#shared/estimates/response-clock.ts'
import type { ReportAssignee } from '#shared/report.ts'
import { unpriced } from '#tests/support/client/report-response.ts'
import { storeEstimates } from '#tests/support/estimates/store-estimates.ts'
import { siteWithStaff } from '#tests/support/server/site-with-staff.ts'
import { storeStaff } from '#tests/support/server/staff-account.ts'

const site = siteWithStaff()

const ask = (input: unknown) =>
  site.server.app.inject({
    url: `/api/trpc/reports.overview?input=${encodeURIComponent(JSON.stringify(input))}`,
    headers: site.staff.headers,
  })

async function overview(from: string, to: string) {
  const answer = await ask({ from, to })
  expect(answer.statusCode).toBe(200)
  const data = answer.json().result.data
  const byValue = (a: { value: string }, b: { value: string }) => (a.value < b.value ? -1 : 1)
  for (const name of ['types', 'budgets', 'outcomes', 'stages']) data[name].sort(byValue)
  const nameOf = ({ assignee }: ReportAssignee) => (assignee ? displayName(assignee) : '~')
  data.assignees.sort((a: ReportAssignee, b: ReportAssignee) => (nameOf(a) < nameOf(b) ? -1 : 1))
  return data
}

const at = (text: string) => new Date(text)
const counts = (requests: number, judged: number, inTime: number) => ({ requests, judged, inTime })

const proposals = { judged: 0, inTime: 0 }
const noProposals = { ...proposals, sent: 0, notNeeded: 0, agreed: proposals, medianMs: null }

/** A request made at a moment and first contacted so many hours later, or not yet. */
function made(createdAt: string, contactedAfterHours: number | null, columns: Record<string, unknown> = {}) {
  const created = at(createdAt)
  const firstContactAt =
    contactedAfterHours === null ? null : new Date(created.getTime() + contactedAfterHours * hourMs)
  return { createdAt: created, firstContactAt, ...columns }
}

// The clock of the test app stands at Monday, January 5, 2026, 3:10 PM in New York.
test('the report of a period has the numbers that were worked out by hand', async () => {
  const kitchen = { projectType: 'kitchen-remodel' }
  const deck = { projectType: 'deck-patio', budgetRange: 'under-10k' }
  const people = [
    { email: 'ada@builders.example', name: 'Ada Kern' },
    { email: 'omar@builders.example', name: null },
  ]
  const [ada, omar] = await Promise.all(
    people.map(async (person) => ({ ...person, id: (await storeStaff(site.server.database, person)).id })),
  )
  if (!ada || !omar) throw new Error('a person is missing')
  await storeEstimates(site.server, [
    // The period begins at this moment: Monday, December 1, 0:00 in New York.
    made('2025-12-01T05:00:00.000Z', 1, { ...kitchen, outcome: 'won', assigneeId: ada.id, source: 'phone' }),
    // One contact is in time at the very last moment, and the other is a millisecond too late.
    made('2025-12-03T17:00:00.000Z', 24, { ...kitchen, outcome: 'lost', assigneeId: ada.id }),
    { ...made('2025-12-04T17:00:00.000Z', null, kitchen), firstContactAt: at('2025-12-05T17:00:00.001Z') },
    // This is Sunday, 11:59 PM, of the same week, and overdue.
    made('2025-12-08T04:59:59.999Z', null, { ...deck, assigneeId: omar.id }),
    // The next week has a contact two hours after a release that restarted the promised time.
    {
      ...made('2025-12-08T05:00:00.000Z', null, { ...deck, outcome: 'won', quarantineReasons: 'decoy' }),
      dueAt: responseDueAt(at('2025-12-10T12:00:00.000Z')),
      firstContactAt: at('2025-12-10T14:00:00.000Z'),
    },
    // The week after that has none. The first of the last week still has time, so it says nothing about the promise.
    made('2026-01-05T19:00:00.000Z', null, { ...deck, assigneeId: omar.id }),
    made('2026-01-05T19:00:00.000Z', 0.5, deck),
    // One is a millisecond before the period, and the other is the first one after it.
    made('2025-12-01T04:59:59.999Z', 1, { assigneeId: ada.id, source: 'phone' }),
    made('2026-01-06T05:00:00.000Z', null),
    // One is quarantined as possible spam, and the other is confirmed to be.
    {
      ...made('2025-12-02T12:00:00.000Z', 1, { assigneeId: ada.id }),
      dueAt: null,
      quarantinedAt: at('2025-12-02T12:00:00.000Z'),
    },
    {
      ...made('2025-12-02T12:00:00.000Z', null),
      dueAt: null,
      quarantinedAt: at('2025-12-02T12:00:00.000Z'),
      spamAt: at('2025-12-03T12:00:00.000Z'),
    },
  ])

  expect(await overview('2025-12-01', '2026-01-05')).toEqual({
    total: counts(7, 6, 4),
    byPhone: 1,
    proposals: noProposals,
    closed: 0,
    contacted: 5,
    // 0.5, 1, 2, 24 hours, and 24 hours and a millisecond: the third of five, and the fifth.
    medianMs: 2 * hourMs,
    percentile90Ms: 24 * hourMs + 1,
    won: 2,
    lost: 1,
    before: {
      from: '2025-10-26',
      to: '2025-11-30',
      total: counts(1, 1, 1),
      closed: 0,
      contacted: 1,
      medianMs: hourMs,
      percentile90Ms: hourMs,
      won: 0,
      lost: 0,
    },
    weeks: [
      {
        from: '2025-12-01',
        to: '2025-12-07',
        ...counts(4, 4, 2),
        closed: 0,
        contacted: 3,
        medianMs: 24 * hourMs,
        proposals,
      },
      {
        from: '2025-12-08',
        to: '2025-12-14',
        ...counts(1, 1, 1),
        closed: 0,
        contacted: 1,
        medianMs: 2 * hourMs,
        proposals,
      },
      { from: '2025-12-15', to: '2025-12-21', ...counts(0, 0, 0), closed: 0, contacted: 0, medianMs: null, proposals },
      { from: '2025-12-22', to: '2025-12-28', ...counts(0, 0, 0), closed: 0, contacted: 0, medianMs: null, proposals },
      { from: '2025-12-29', to: '2026-01-04', ...counts(0, 0, 0), closed: 0, contacted: 0, medianMs: null, proposals },
      {
        from: '2026-01-05',
        to: '2026-01-05',
        ...counts(2, 1, 1),
        closed: 0,
        contacted: 1,
        medianMs: 0.5 * hourMs,
        proposals,
      },
    ],
    types: [
      { value: 'deck-patio', ...counts(4, 3, 2) },
      { value: 'kitchen-remodel', ...counts(3, 3, 2) },
    ],
    budgets: [
      { value: '50k-100k', ...counts(3, 3, 2) },
      { value: 'under-10k', ...counts(4, 3, 2) },
    ],
    outcomes: [
      { value: 'lost', ...counts(1, 1, 1) },
      { value: 'open', ...counts(4, 3, 1) },
      { value: 'won', ...counts(2, 2, 2) },
    ],
    stages: [
      { value: '50k-100k', requests: 3, contacted: 3, proposals: 0, won: 1, ...unpriced },
      { value: 'under-10k', requests: 4, contacted: 2, proposals: 0, won: 1, ...unpriced },
    ],
    sources: [{ source: null, requests: 7, proposals: 0, won: 2, lost: 1, wonCents: 0 }],
    otherSources: null,
    assignees: [
      { assignee: ada, ...counts(2, 2, 2), won: 1, lost: 1, proposals },
      { assignee: omar, ...counts(2, 1, 0), won: 0, lost: 0, proposals },
      { assignee: null, ...counts(3, 3, 2), won: 1, lost: 0, proposals },
    ],
  })
})

test('the report by lead source has the numbers that were worked out by hand', async () => {
  const came = (leadSource: string | null, columns: Record<string, unknown> = {}) =>
    made('2025-09-03T12:00:00.000Z', 1, { leadSource, ...columns })
  const sent = { proposalSentAt: at('2025-09-04T12:00:00.000Z') }
  const spam = { quarantinedAt: at('2025-09-03T12:00:00.000Z'), dueAt: null }
  await storeEstimates(site.server, [
    came('google', { ...sent, outcome: 'won', proposalCents: 4_850_050n }),
    came('google', { ...sent, outcome: 'won', proposalCents: 100n }),
    came('google', { ...sent, outcome: 'lost', proposalCents: 9_900n }),
    came('google', { ...sent, proposalCents: 7_700n }),
    came('google', spam),
    // Its proposal has no amount.
    came('a|b', { ...sent, outcome: 'won' }),
    came('a|b', { outcome: 'lost' }),
    came('recommendation', { source: 'phone' }),
    came(null),
    came(null),
    came(null, { outcome: 'lost' }),
  ])
  expect((await overview('2025-09-01', '2025-09-07')).sources).toEqual([
    { source: 'google', requests: 4, proposals: 4, won: 2, lost: 1, wonCents: 4_850_150 },
    { source: null, requests: 3, proposals: 0, won: 0, lost: 1, wonCents: 0 },
    { source: 'a|b', requests: 2, proposals: 1, won: 1, lost: 1, wonCents: 0 },
    { source: 'recommendation', requests: 1, proposals: 0, won: 0, lost: 0, wonCents: 0 },
  ])
})

test('the report names the 20 largest lead sources, and sums the others', async () => {
  const won = { outcome: 'won', proposalSentAt: at('2025-08-07T12:00:00.000Z'), proposalCents: 100n }
  await storeEstimates(
    site.server,
    Array.from({ length: 25 }, (_, place) =>
      Array.from({ length: place + 1 }, () =>
        made('2025-08-06T12:00:00.000Z', 1, { leadSource: `tag ${place}`, ...(place < 4 ? won : {}) }),
      ),
    ).flat(),
  )
  const { sources, otherSources, total } = await overview('2025-08-04', '2025-08-10')
  const largest = Array.from({ length: 20 }, (_, place) => [`tag ${24 - place}`, 25 - place])
  expect(sources.map(({ source, requests }: { source: string; requests: number }) => [source, requests])).toEqual(
    largest,
  )
  expect(otherSources).toEqual({ requests: 15, proposals: 10, won: 10, lost: 0, wonCents: 1_000 })
  expect(total.requests).toBe(325)
})

test('the report of a period judges no withdrawn request by a promise', async () => {
  const withdrawn = { dueAt: null, withdrawnAt: at('2025-07-04T12:00:00.000Z') }
  const contacted = { proposalPromisedOn: '2025-07-07', proposalDueOn: '2025-07-07' }
  await storeEstimates(site.server, [
    made('2025-07-01T12:00:00.000Z', 2, contacted),
    { ...made('2025-07-01T12:00:00.000Z', 1, { ...contacted, proposalDueOn: null }), ...withdrawn },
    { ...made('2025-07-01T12:00:00.000Z', 30, { quarantineReasons: 'decoy' }), ...withdrawn },
    { ...made('2025-07-01T12:00:00.000Z', null), ...withdrawn },
  ])
  const report = await overview('2025-07-01', '2025-07-06')
  expect(report).toMatchObject({ total: counts(4, 1, 1), contacted: 3, closed: 0, medianMs: hourMs })
  expect(report.percentile90Ms).toBe(2 * hourMs)
  expect(report.proposals).toMatchObject({ judged: 1, inTime: 0, sent: 0, notNeeded: 0 })
  expect(report.stages).toMatchObject([{ requests: 4, contacted: 3 }])
})

test('the report of a period is empty, with all of its weeks, where nothing came', async () => {
  const none = { ...counts(0, 0, 0), closed: 0, contacted: 0, medianMs: null, proposals }
  const nothing = {
    total: counts(0, 0, 0),
    closed: 0,
    contacted: 0,
    medianMs: null,
    percentile90Ms: null,
    won: 0,
    lost: 0,
  }
  expect(await overview('2025-06-04', '2025-06-10')).toEqual({
    ...nothing,
    byPhone: 0,
    proposals: noProposals,
    before: { from: '2025-05-28', to: '2025-06-03', ...nothing },
    weeks: [
      { from: '2025-06-04', to: '2025-06-08', ...none },
      { from: '2025-06-09', to: '2025-06-10', ...none },
    ],
    ...{ types: [], budgets: [], outcomes: [], stages: [], sources: [], otherSources: null, assignees: [] },
  })
})

test('the report of a period tells how requests were closed without a contact, and leaves them out of the shares until they are opened again', async () => {
  const ids = await storeEstimates(site.server, [
    made('2025-12-01T12:00:00.000Z', null, { outcome: 'won' }),
    made('2025-12-02T12:00:00.000Z', null, { outcome: 'lost', assigneeId: site.staff.userId }),
    made('2025-12-09T12:00:00.000Z', null, { status: 'completed' }),
    // This one still has time.
    made('2026-01-05T12:00:00.000Z', null, { outcome: 'lost' }),
    made('2025-12-01T12:00:00.000Z', null),
    made('2025-12-01T12:00:00.000Z', 1, { outcome: 'won' }),
  ])
  const period = { from: '2025-12-01', to: '2026-01-05' }
  const read = () => overview(period.from, period.to)
  const list = async (answered: string) => {
    const input = encodeURIComponent(JSON.stringify({ ...period, answered }))
    const url = `/api/trpc/estimates.list?input=${input}`
    const { total } = (await site.server.app.inject({ url, headers: site.staff.headers })).json().result.data
    return total
  }
  const before = await read()
  expect(before).toMatchObject({ total: counts(6, 2, 1), closed: 4, won: 2, lost: 2 })
  expect(before.weeks.map(({ closed }: { closed: number }) => closed)).toEqual([2, 1, 0, 0, 0, 1])
  expect(before.outcomes).toEqual([
    { value: 'lost', ...counts(2, 0, 0) },
    { value: 'open', ...counts(2, 1, 0) },
    { value: 'won', ...counts(2, 1, 1) },
  ])
  expect(before.assignees).toMatchObject([counts(1, 0, 0), counts(5, 2, 1)])
  expect([await list('closed'), await list('missed'), await list('pending'), await list('no')]).toEqual([4, 1, 0, 1])

  await site.server.database.transaction(({ projectEstimate }) =>
    projectEstimate.updateMany({ where: { id: { in: ids } }, data: { outcome: 'open', status: 'new' } }),
  )
  expect(await read()).toMatchObject({ total: counts(6, 5, 1), closed: 0 })
  expect([await list('closed'), await list('missed'), await list('pending'), await list('no')]).toEqual([0, 4, 1, 5])
})

test('a period is answered on the first and the last day that there is, and refused before and after them', async () => {
  // tests/shared/report-period.test.ts asks the schema about many more days.
  const statuses = ['1899-12-31', '1900-01-01', '2199-12-31', '2200-01-01'].map(
    async (day) => (await ask({ from: day, to: day })).statusCode,
  )
  expect(await Promise.all(statuses)).toEqual([400, 200, 200, 400])
})
test('a period is at most five years long', async () => {
  expect((await overview('2021-01-01', '2025-12-31')).weeks).toHaveLength(262)
  const answer = await ask({ from: '2021-01-01', to: '2026-01-01' })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().error.data.fieldErrors).toEqual({ to: ['A period is at most 5 years long.'] })
})

test.each([
  [{ from: '2025-02-02', to: '2025-02-01' }, 'to', 'The last day cannot be before the first one.'],
  [{ from: '2025-02-30', to: '2025-03-01' }, 'from', 'A day is written like 2025-01-31.'],
  [{ from: '2025-02-01', to: '2025-02-02', more: 1 }, 'more', 'There is no such field.'],
])('a period is refused where it makes no sense: %j', async (input, field, message) => {
  const answer = await ask(input)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().error.data.fieldErrors).toEqual({ [field]: [message] })
})
