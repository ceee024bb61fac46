import { v7 as newId } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { newYorkDay } from '#shared/calendar-days.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import {
  dueSoonMs,
  failedEmailDays,
  maxTodayRows,
  maxTodaySummary,
  recentlyOverdueMs,
  type TodaySection,
  todaySections,
} from '#shared/estimates/today.ts'
import type { EstimateColumns } from '#tests/support/estimates/build-estimate.ts'
import { noProposal } from '#tests/support/estimates/listed-estimates.ts'
import { storeEstimate, storeEstimates } from '#tests/support/estimates/store-estimates.ts'
import { storeVisit } from '#tests/support/estimates/store-visit.ts'
import { signedIn } from '#tests/support/server/sessions.ts'
import { siteWithStaff } from '#tests/support/server/site-with-staff.ts'

const site = siteWithStaff()

type Section = { total: number; items: { id: string; name: string }[] }
type Page = {
  day: string
  followUpDays: string[]
  sections: Record<TodaySection, Section>
  visits: { estimateId: string; name: string }[]
  quarantined: number
  failedEmails: { total: number; items: { id: string; failure: string; estimateId: string; name: string }[] }
}

async function read(procedure: string): Promise<unknown> {
  const response = await site.server.app.inject({ url: `/api/trpc/${procedure}`, headers: site.staff.headers })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().result.data
}
const today = async () => (await read('admin.today')) as Page

/** The names in each section. */
async function shown(): Promise<Record<TodaySection, string[]>> {
  const { sections } = await today()
  const names = todaySections.map((name) => [name, sections[name].items.map((item) => item.name)])
  return Object.fromEntries(names)
}

const now = () => site.server.clock.now()
const ago = (ms: number) => new Date(now().getTime() - ms)
const nothing = { overdue: [], older: [], due: [], proposals: [], followUps: [], unassigned: [], mine: [] }

/** Estimates with the staff member, contacted a while ago. */
const worked = (): EstimateColumns => ({
  createdAt: ago(10 * dayMs),
  firstContactAt: ago(9 * dayMs),
  status: 'in_progress',
  assigneeId: site.staff.userId,
})

test('an estimate that waits is overdue, due or new by the time that is left, and in its most urgent section only', async () => {
  await storeEstimates(site.server, [
    { name: 'Late', createdAt: ago(26 * hourMs) },
    {
      ...worked(),
      name: 'All of it',
      createdAt: ago(25.5 * hourMs),
      firstContactAt: null,
      followUpOn: newYorkDay(now()),
    },
    { name: 'Later', createdAt: ago(25 * hourMs) },
    { name: 'At the deadline', createdAt: ago(24 * hourMs) },
    { name: 'Soon', createdAt: ago(24 * hourMs - dueSoonMs + 1) },
    { name: 'Fresh', createdAt: ago(24 * hourMs - dueSoonMs) },
    { name: 'Just now', createdAt: now() },
  ])
  expect(await shown()).toEqual({
    ...nothing,
    overdue: ['Later', 'All of it', 'Late'],
    due: ['At the deadline', 'Soon'],
    unassigned: ['Just now', 'Fresh'],
  })
})

test('what became overdue more than three days ago is older, the newest first, and counts on its own', async () => {
  await storeEstimates(site.server, [
    { name: 'Three days over', createdAt: ago(dayMs + recentlyOverdueMs) },
    { name: 'A little more', createdAt: ago(dayMs + recentlyOverdueMs + 1) },
    { name: 'Long ago', createdAt: ago(90 * dayMs) },
  ])
  expect(await shown()).toEqual({ ...nothing, overdue: ['Three days over'], older: ['A little more', 'Long ago'] })
  expect(await read('admin.todayCounts')).toMatchObject({ overdue: 1, older: 2 })
})

test('follow-ups of today and missed ones are shown, the oldest first', async () => {
  await storeEstimates(site.server, [
    { ...worked(), name: 'Today', followUpOn: newYorkDay(now()) },
    { ...worked(), name: 'Missed', followUpOn: newYorkDay(ago(3 * dayMs)), assigneeId: null },
    { ...worked(), name: 'Tomorrow', followUpOn: newYorkDay(ago(-dayMs)) },
    { ...worked(), name: 'Lost with a follow-up', followUpOn: newYorkDay(ago(dayMs)), outcome: 'lost' },
  ])
  const { followUps, mine } = await shown()
  expect(followUps).toEqual(['Missed', 'Lost with a follow-up', 'Today'])
  expect(mine).toEqual(['Tomorrow'])
})

test('urgent ones come first in their section, in its order', async () => {
  const followUpOn = newYorkDay(now())
  const urgent = true
  await storeEstimates(site.server, [
    { name: 'Long ago and urgent', createdAt: ago(9 * dayMs), urgent },
    { name: 'Long ago', createdAt: ago(8 * dayMs) },
    { name: 'Late and urgent', createdAt: ago(27 * hourMs), urgent },
    { name: 'Later and urgent', createdAt: ago(26 * hourMs), urgent },
    { name: 'Latest', createdAt: ago(25 * hourMs) },
    { name: 'Soon', createdAt: ago(23 * hourMs) },
    { name: 'Soon and urgent', createdAt: ago(22 * hourMs), urgent },
    { ...worked(), name: 'Missed', followUpOn: newYorkDay(ago(3 * dayMs)) },
    { ...worked(), name: 'Today and urgent', followUpOn, urgent },
    { ...worked(), name: 'Proposal', proposalDueOn: newYorkDay(ago(3 * dayMs)) },
    { ...worked(), name: 'Proposal and urgent', proposalDueOn: newYorkDay(now()), urgent },
    { name: 'New and urgent', createdAt: ago(2 * hourMs), urgent },
    { name: 'Newest', createdAt: ago(hourMs) },
    { ...worked(), name: 'Mine and urgent', createdAt: ago(11 * dayMs), urgent },
    { ...worked(), name: 'Mine' },
  ])
  expect(await shown()).toEqual({
    overdue: ['Later and urgent', 'Late and urgent', 'Latest'],
    older: ['Long ago and urgent', 'Long ago'],
    due: ['Soon and urgent', 'Soon'],
    proposals: ['Proposal and urgent', 'Proposal'],
    followUps: ['Today and urgent', 'Missed'],
    unassigned: ['New and urgent', 'Newest'],
    mine: ['Mine and urgent', 'Mine'],
  })
})

test('an estimate that was closed without a contact is neither overdue nor due, until it is opened again', async () => {
  const closed = [{ outcome: 'won' }, { outcome: 'lost' }, { status: 'completed' }]
  const ids = await storeEstimates(
    site.server,
    closed.flatMap((columns) => [
      { ...columns, name: 'Late', createdAt: ago(26 * hourMs) },
      { ...columns, name: 'Soon', createdAt: ago(23 * hourMs) },
    ]),
  )
  await storeEstimate(site.server, {
    name: 'Lost with a follow-up',
    createdAt: ago(26 * hourMs),
    outcome: 'lost',
    followUpOn: newYorkDay(now()),
  })
  expect(await shown()).toEqual({ ...nothing, followUps: ['Lost with a follow-up'] })
  expect(await read('admin.todayCounts')).toMatchObject({ overdue: 0, due: 0, followUps: 1 })

  await site.server.database.transaction(({ projectEstimate }) =>
    projectEstimate.updateMany({ where: { id: { in: ids } }, data: { outcome: 'open', status: 'new' } }),
  )
  const { overdue, due } = await shown()
  expect([overdue, due]).toEqual([Array(3).fill('Late'), Array(3).fill('Soon')])
})

test('mine has the open estimates of the reader alone, and no quarantined estimate is shown', async () => {
  const colleague = await signedIn(site.server, { role: 'staff' })
  await storeEstimates(site.server, [
    { ...worked(), name: 'Mine' },
    { ...worked(), name: 'Won', outcome: 'won' },
    { ...worked(), name: 'Of a colleague', assigneeId: colleague.userId },
    { name: 'Late spam', createdAt: ago(2 * dayMs), dueAt: null, quarantinedAt: now(), quarantineReasons: 'decoy' },
  ])
  expect(await shown()).toEqual({ ...nothing, mine: ['Mine'] })
  expect(await today()).toMatchObject({ quarantined: 1 })
})

test('a section counts all of its estimates and shows the first', async () => {
  const waiting = Array.from({ length: maxTodayRows + 3 }, (_, index) => ({
    name: `Visitor ${index}`,
    createdAt: ago(30 * hourMs + index),
  }))
  await storeEstimates(site.server, waiting)
  const { overdue } = (await today()).sections
  expect(overdue.total).toBe(maxTodayRows + 3)
  expect(overdue.items.map(({ name }) => name)).toEqual(waiting.slice(0, maxTodayRows).map(({ name }) => name))
  expect(await read('admin.todayCounts')).toEqual({
    overdue: maxTodayRows + 3,
    older: 0,
    due: 0,
    proposals: 0,
    followUps: 0,
    unassigned: 0,
    mine: 0,
    quarantined: 0,
    failedEmails: 0,
  })
})

test('overdue means what the filter of the list means', async () => {
  await storeEstimates(site.server, [
    { name: 'Long ago', createdAt: ago(26 * dayMs) },
    { name: 'Late', createdAt: ago(26 * hourMs) },
    { name: 'Answered', createdAt: ago(26 * hourMs), firstContactAt: ago(hourMs) },
    { name: 'In time', createdAt: ago(hourMs) },
  ])
  const input = encodeURIComponent(JSON.stringify({ overdue: true }))
  const list = (await read(`estimates.list?input=${input}`)) as Section
  const { overdue, older } = await shown()
  expect([...overdue, ...older]).toEqual(list.items.map(({ name }) => name))
})

test('a row has what a call needs with the beginning of the description, and the days that are proposed for a follow-up', async () => {
  const id = await storeEstimate(site.server, {
    ...worked(),
    name: 'Ada',
    urgent: true,
    projectDescription: 'Wants an island. '.repeat(100).trim(),
  })
  const page = await today()
  expect(page.day).toBe(newYorkDay(now()))
  expect(page.followUpDays.every((day) => day > page.day)).toBe(true)
  expect(page.sections.mine.items).toEqual([
    {
      id,
      reference: expect.any(String),
      name: 'Ada',
      email: expect.any(String),
      phone: expect.any(String),
      bestTime: null,
      projectType: 'kitchen-remodel',
      location: expect.any(String),
      budgetRange: expect.any(String),
      urgent: true,
      status: 'in_progress',
      outcome: 'open',
      createdAt: ago(10 * dayMs).toISOString(),
      firstContactAt: ago(9 * dayMs).toISOString(),
      dueAt: ago(9 * dayMs).toISOString(),
      withdrawnAt: null,
      summary: 'Wants an island. '.repeat(100).slice(0, maxTodaySummary),
      followUpOn: null,
      ...noProposal,
      version: 1,
      assignee: { id: site.staff.userId, email: 'staff@mail.example', name: null },
    },
  ])
})

describe('the visits', () => {
  // The clock stands at Monday, January 5, 2026, 3:10 PM in New York.
  const visited = async (name: string, startsAt: string, columns = {}, estimate: EstimateColumns = {}) => {
    const estimateId = await storeEstimate(site.server, { name, ...estimate })
    await storeVisit(site.server.database, { estimateId, startsAt: new Date(startsAt), ...columns })
    return estimateId
  }
  const visits = async () => (await today()).visits.map(({ name }) => name)

  test('are those of today and tomorrow in New York, and of the last week, in the order of their times', async () => {
    await visited('Tomorrow late', '2026-01-07T04:59:59.000Z')
    await visited('Today', '2026-01-05T14:00:00.000Z')
    await visited('In two days', '2026-01-07T05:00:00.000Z')
    await visited('A week ago', '2025-12-29T05:00:00.000Z')
    await visited('Longer ago', '2025-12-29T04:59:59.000Z')
    expect(await visits()).toEqual(['A week ago', 'Today', 'Tomorrow late'])
  })

  test.each<[string, object, EstimateColumns]>([
    ['done', { doneAt: new Date() }, {}],
    ['called off', { calledOffAt: new Date() }, {}],
    ['of an erased request', {}, { erasedAt: new Date() }],
    ['of a withdrawn request', {}, { withdrawnAt: new Date() }],
    ['of possible spam', {}, { quarantinedAt: new Date() }],
  ])('are without one that is %s', async (_what, columns, estimate) => {
    await visited('Left out', '2026-01-05T14:00:00.000Z', columns, estimate)
    expect(await visits()).toEqual([])
  })

  test('say who goes where, and what logs it', async () => {
    const estimateId = await visited('Ada', '2026-01-05T14:00:00.000Z', {
      sequence: 2,
      assigneeId: site.staff.userId,
    })
    await visited('Nobody', '2026-01-06T14:00:00.000Z')
    expect((await today()).visits).toEqual([
      {
        ...{ id: expect.any(String), estimateId, version: 1, sequence: 2, name: 'Ada' },
        ...{ email: expect.any(String), phone: expect.any(String), projectType: 'kitchen-remodel', bestTime: null },
        ...{ startsAt: '2026-01-05T14:00:00.000Z', endsAt: '2026-01-05T15:00:00.000Z', place: '12 Elm St, Troy' },
        assignee: { id: site.staff.userId, email: 'staff@mail.example', name: null },
      },
      expect.objectContaining({ name: 'Nobody', assignee: null }),
    ])
  })
})

/** Stores an email that has failed. */
async function storeFailed(
  estimateId: string,
  failedAt: Date,
  lastError = 'Postmark returned code 406: inactive recipient',
) {
  const id = newId()
  await site.server.database.transaction(({ outboxMessage }) =>
    outboxMessage.create({
      data: {
        id,
        kind: 'estimate.visitor',
        estimateId,
        state: 'failed',
        attempts: 1,
        createdAt: failedAt,
        nextAttemptAt: failedAt,
        lastError,
      },
    }),
  )
  return id
}

test('Today names those about open estimates of the last weeks, the latest first', async () => {
  const [open = '', won = '', spam = ''] = await storeEstimates(site.server, [
    { ...worked(), name: 'Ada' },
    { ...worked(), outcome: 'won' },
    { ...worked(), dueAt: null, quarantinedAt: now() },
  ])
  const older = await storeFailed(open, ago(dayMs), 'given up: request failed: ECONNREFUSED')
  const latest = await storeFailed(open, ago(hourMs))
  await storeFailed(open, ago((failedEmailDays + 1) * dayMs))
  await storeFailed(won, ago(hourMs))
  await storeFailed(spam, ago(hourMs))
  expect((await today()).failedEmails).toEqual({
    total: 2,
    items: [
      {
        id: latest,
        kind: 'estimate.visitor',
        address: null,
        estimateId: open,
        name: 'Ada',
        failure: 'blocked',
        failedAt: ago(hourMs).toISOString(),
      },
      {
        id: older,
        kind: 'estimate.visitor',
        address: null,
        estimateId: open,
        name: 'Ada',
        failure: 'unreachable',
        failedAt: ago(dayMs).toISOString(),
      },
    ],
  })
})

describe('sending an email again', () => {
  const entryKey = '018f0000-0000-4000-8000-000000000001'
  let id: string
  let messageId: string
  beforeEach(async () => {
    id = await storeEstimate(site.server, worked())
    messageId = await storeFailed(id, ago(hourMs))
    await site.server.database.transaction(({ projectEstimate }) =>
      projectEstimate.updateMany({ where: { id }, data: { email: 'corrected@example.com' } }),
    )
  })
  const again = (input: Record<string, unknown> = {}) =>
    site.server.call('estimates.sendEmailAgain', { id, messageId, entryKey, ...input }, site.staff.headers)

  test('sending one again queues it anew and keeps the failure in the timeline', async () => {
    const response = await again()
    expect(response.statusCode, response.body).toBe(200)
    const { timeline } = response.json().result.data
    expect(timeline.filter(({ kind }: { kind: string }) => kind.startsWith('mail'))).toMatchObject([
      { kind: 'mail', state: 'queued' },
      { kind: 'mail', state: 'failed', failure: 'blocked', messageId: null },
      { kind: 'mail_again', mail: 'estimate.visitor', by: 'staff@mail.example' },
      { kind: 'mail', state: 'queued' },
    ])
    expect((await today()).failedEmails).toEqual({ total: 0, items: [] })
    const pending = await site.server.database.read.outboxMessage.findMany({
      where: { estimateId: id, state: { not: 'replaced' } },
    })
    expect(pending).toMatchObject([{ kind: 'estimate.visitor', attempts: expect.any(Number), createdAt: now() }])
  })

  test('the same press twice queues it once, and another press is refused with a sentence', async () => {
    const [first, second] = await Promise.all([again(), again()])
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    const count = await site.server.database.read.outboxMessage.count({ where: { estimateId: id } })
    expect(count).toBe(2)
    const other = await again({ entryKey: '018f0000-0000-4000-8000-000000000002' })
    expect([other.statusCode, other.json().error.message]).toEqual([409, 'This email was already queued again.'])
  })

  test('an email that waits, and one of a quarantined estimate, are refused with a sentence', async () => {
    const set = (state: string) =>
      site.server.database.transaction(({ outboxMessage }) =>
        outboxMessage.updateMany({ where: { id: messageId }, data: { state, claimToken: 'held' } }),
      )
    await set('sent')
    expect((await again()).json().error.message).toBe('This email was already sent.')
    await set('failed')
    await site.server.database.transaction(({ projectEstimate }) =>
      projectEstimate.updateMany({ where: { id }, data: { quarantinedAt: now(), dueAt: null } }),
    )
    expect((await again()).json().error.message).toBe(
      'This request is possible spam. Press Not spam before you send emails.',
    )
  })

  test('a confirmation that was sent goes again once, after a correction of the address', async () => {
    const at = now()
    const changes = (field: string) => JSON.stringify({ changes: [{ field, from: 'a', to: 'b' }], version: 2 })
    await site.server.database.transaction(async ({ outboxMessage, estimateEvent }) => {
      const sent = { state: 'sent', sentAt: ago(hourMs), lastError: null }
      await outboxMessage.updateMany({ where: { id: messageId }, data: sent })
      const event = { estimateId: id, kind: 'details', at }
      await estimateEvent.create({ data: { ...event, id: newId(), at: ago(2 * hourMs), details: changes('email') } })
      await estimateEvent.create({ data: { ...event, id: newId(), details: changes('name') } })
    })
    expect((await again()).json().error.message).toBe('This email was already sent.')
    await site.server.database.transaction(({ estimateEvent }) =>
      estimateEvent.create({ data: { id: newId(), estimateId: id, kind: 'details', at, details: changes('email') } }),
    )
    const response = await again()
    expect(response.statusCode, response.body).toBe(200)
    const { timeline } = response.json().result.data
    const states = timeline.flatMap(({ kind, state }: { kind: string; state: string }) =>
      kind === 'mail' ? [state] : [],
    )
    expect(states).toEqual(['queued', 'sent', 'queued'])
    const other = await again({ entryKey: '018f0000-0000-4000-8000-000000000002' })
    expect([other.statusCode, other.json().error.message]).toEqual([409, 'This email was already queued again.'])
  })

  test('an email of another estimate is not found', async () => {
    const other = await storeEstimate(site.server)
    expect((await again({ id: other })).statusCode).toBe(404)
    expect((await again({ messageId: newId() })).statusCode).toBe(404)
  })
})
