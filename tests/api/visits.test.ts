import { beforeEach, describe, expect, test } from 'vitest'
import type { EstimateWork, TimelineEvent } from '#shared/estimates/estimate-work.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import type { SignedIn } from '#tests/support/server/sessions.ts'
import { siteWithStaff } from '#tests/support/server/site-with-staff.ts'
import { storeStaff } from '#tests/support/server/staff-account.ts'

// The clock of the test app stands at Monday, January 5, 2026, 3:10 PM in New York.
const site = siteWithStaff()
let id: string
let ada: string

beforeEach(async () => {
  await site.server.database.transaction(({ outboxMessage }) => outboxMessage.deleteMany())
  id = await storeEstimate(site.server, { email: 'grace@mail.example' })
  const address = `ada-${crypto.randomUUID().slice(0, 8)}@builders.example`
  ada = (await storeStaff(site.server.database, { email: address, name: 'Ada Romero' })).id
})

type Answer = { work: EstimateWork; timeline: TimelineEvent[] }

const wanted = { day: '2026-01-08', from: '10:00', to: '11:30', place: '12 Elm St, Troy' }
const plans = (input: Record<string, unknown> = {}) => ({
  ...{ version: 1, sequence: null, ...wanted, assigneeId: ada },
  ...input,
})

async function call(procedure: string, input: Record<string, unknown>, who: SignedIn = site.staff) {
  // Events of the same instant would be in any order.
  site.server.clock.advance(1)
  const response = await site.server.call(procedure, { id, ...input }, who.headers)
  return { status: response.statusCode, ...response.json() }
}

async function saved(procedure: string, input: Record<string, unknown>): Promise<Answer> {
  const { status, result, error } = await call(procedure, input)
  expect(status, JSON.stringify(error)).toBe(200)
  return result.data
}

async function overlaps(input: Record<string, unknown>): Promise<unknown> {
  const query = encodeURIComponent(JSON.stringify({ id, ...wanted, assigneeId: ada, place: undefined, ...input }))
  const response = await site.server.app.inject({
    url: `/api/trpc/visits.overlaps?input=${query}`,
    headers: site.staff.headers,
  })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().result.data
}

const kinds = ({ timeline }: Answer) => timeline.map(({ kind }) => kind)
const stored = () => site.server.database.read.visit.findFirstOrThrow({ where: { estimateId: id } })
async function queued() {
  const rows = await site.server.database.read.outboxMessage.findMany({
    where: { state: 'pending' },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ kind, address, estimateId }) => [kind, address === null ? null : 'staff', estimateId === id])
}

/** Saves a change that both sides get an email about. Those of earlier changes may be dropped by now. */
async function told(procedure: string, input: Record<string, unknown>): Promise<Answer> {
  const answer = await saved(procedure, input)
  const both = [
    ['visit.assignee', 'staff', true],
    ['visit.visitor', null, true],
  ]
  expect((await queued()).slice(-2).toSorted()).toEqual(both)
  return answer
}

describe('a visit', () => {
  test('is planned, moved, and called off, each with emails to both sides', async () => {
    const planned = await told('visits.save', plans())
    expect(planned.work).toMatchObject({
      version: 2,
      visit: {
        ...{ startsAt: '2026-01-08T15:00:00.000Z', endsAt: '2026-01-08T16:30:00.000Z' },
        ...{ place: wanted.place, sequence: 0, assignee: { id: ada, name: 'Ada Romero' } },
      },
    })
    const moved = await told('visits.save', plans({ version: 2, sequence: 0, day: '2026-01-09' }))
    expect(moved.work.visit).toMatchObject({ startsAt: '2026-01-09T15:00:00.000Z', sequence: 1 })
    const placed = await told('visits.save', plans({ version: 3, sequence: 1, day: '2026-01-09', place: 'Rear door' }))
    expect(placed.work.visit).toMatchObject({ place: 'Rear door', sequence: 2 })
    const off = await told('visits.callOff', { version: 4, sequence: 2 })
    expect(off.work).toMatchObject({ version: 5, visit: null })
    expect(kinds(off).filter((kind) => kind.startsWith('visit_'))).toEqual([
      ...['visit_planned', 'visit_moved', 'visit_changed', 'visit_called_off'],
    ])
    expect(await stored()).toMatchObject({ sequence: 3, calledOffAt: site.server.clock.now() })
    // There may be another one now.
    expect((await saved('visits.save', plans({ version: 5 }))).work.visit?.sequence).toBe(0)
  })

  test('has its failed email sent again while that says something', async () => {
    await saved('visits.save', plans())
    const [{ id: messageId } = { id: '' }] = await site.server.database.read.outboxMessage.findMany({
      where: { kind: 'visit.visitor' },
    })
    const fail = () =>
      site.server.database.transaction(({ outboxMessage }) =>
        outboxMessage.updateMany({ where: { id: messageId }, data: { state: 'failed' } }),
      )
    const again = () => call('estimates.sendEmailAgain', { messageId, entryKey: crypto.randomUUID() })
    await fail()
    expect((await again()).status).toBe(200)
    await site.server.database.transaction(({ outboxMessage }) =>
      outboxMessage.deleteMany({ where: { id: { not: messageId } } }),
    )
    await fail()
    await saved('visits.complete', { version: 2, sequence: 0 })
    const { status, error } = await again()
    expect([status, error.message]).toEqual([409, expect.stringContaining('or the visit is over')])
  })

  test('keeps its sequence when nothing changes', async () => {
    await saved('visits.save', plans())
    const { work } = await saved('visits.save', plans({ version: 2, sequence: 0 }))
    expect(work).toMatchObject({ version: 2, visit: { sequence: 0 } })
  })

  test('is logged as a contact, which begins the work and the days of the proposal', async () => {
    await saved('visits.save', plans())
    const done = await saved('visits.complete', { version: 2, sequence: 0 })
    expect(done.work).toMatchObject({
      ...{ version: 3, visit: null, status: 'in_progress', proposalDueOn: '2026-01-08' },
      firstContactAt: site.server.clock.now().toISOString(),
    })
    const contact = done.timeline.find((event) => event.kind === 'contact')
    expect(contact).toMatchObject({ channel: 'visit', note: null, by: site.staff.email })
    const back = await saved('estimates.withdrawContact', { version: 3, contactId: contact?.id })
    expect(back.work).toMatchObject({ status: 'new', firstContactAt: null })
    expect(await stored()).toMatchObject({ sequence: 0, doneAt: expect.any(Date) })
  })

  test('keeps a first contact from before', async () => {
    const { work } = await saved('estimates.logContact', { channel: 'call' })
    await saved('visits.save', plans({ version: 2 }))
    const done = await saved('visits.complete', { version: 3, sequence: 0 })
    expect(done.work.firstContactAt).toBe(work.firstContactAt)
    expect(kinds(done).filter((kind) => kind === 'contact')).toHaveLength(2)
  })

  test('of two staff members who save at once is saved once', async () => {
    const results = await Promise.all([call('visits.save', plans()), call('visits.save', plans({ day: '2026-01-09' }))])
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await site.server.database.read.visit.count({ where: { estimateId: id } })).toBe(1)
    const [refused] = results.filter(({ status }) => status === 409)
    expect(refused?.error.data.stale.changes).toMatchObject([{ kind: 'visit_planned' }])
  })

  test('is not changed by a page that shows an earlier one, although it knows the request', async () => {
    await saved('visits.save', plans())
    await saved('visits.save', plans({ version: 2, sequence: 0, day: '2026-01-09' }))
    for (const [procedure, input] of [
      ['visits.save', plans({ version: 3, sequence: 0, day: '2026-01-12' })],
      ['visits.save', plans({ version: 3, sequence: null })],
      ['visits.callOff', { version: 3, sequence: 0 }],
      ['visits.complete', { version: 3, sequence: 0 }],
    ] as const) {
      const { status, error } = await call(procedure, input)
      expect([status, error?.message]).toEqual([409, 'This visit has been changed in the meantime. Nothing was saved.'])
    }
    expect(await stored()).toMatchObject({ sequence: 1 })
  })

  test.each([
    ['an earlier day', { day: '2026-01-04' }, 'day', 'Please choose today or a later day.'],
    ['a day far away', { day: '2027-01-06' }, 'day', 'Please choose a day within a year.'],
    ['an end at its beginning', { to: '10:00' }, 'to', 'Please choose a time after the beginning.'],
    ['more than 12 hours', { from: '06:00', to: '18:01' }, 'to', 'A visit can take at most 12 hours.'],
    ['no place', { place: ' ' }, 'place', 'Please say where the visit is.'],
    [
      'a stranger',
      { assigneeId: '018f0000-0000-7000-8000-000000000009' },
      'assigneeId',
      'This person is not on the staff.',
    ],
  ])('is refused for %s', async (_what, input, field, problem) => {
    const { status, error } = await call('visits.save', plans(input))
    expect([status, error.data.fieldErrors]).toEqual([400, { [field]: [problem] }])
  })

  test('is refused in the hour that the clocks skip, and kept around both changes', async () => {
    const skipped = await call('visits.save', plans({ day: '2026-03-08', from: '02:30', to: '04:00' }))
    expect(skipped.error.data.fieldErrors.from).toEqual([
      'The clocks go forward on this day and skip this time. Please choose another.',
    ])
    const spring = await saved('visits.save', plans({ day: '2026-03-08', from: '01:00', to: '03:30' }))
    expect(spring.work.visit).toMatchObject({
      startsAt: '2026-03-08T06:00:00.000Z',
      endsAt: '2026-03-08T07:30:00.000Z',
    })
    const autumn = await saved('visits.save', plans({ version: 2, sequence: 0, day: '2026-11-01' }))
    expect(autumn.work.visit).toMatchObject({
      startsAt: '2026-11-01T15:00:00.000Z',
      endsAt: '2026-11-01T16:30:00.000Z',
    })
  })

  test.each([
    [
      'in quarantine',
      { quarantinedAt: new Date() },
      'This request is possible spam. Press Not spam before you plan a visit.',
    ],
    ['withdrawn', { withdrawnAt: new Date() }, 'The customer has withdrawn this request.'],
    ['lost', { outcome: 'lost' }, 'This request is lost. Set its outcome to open before you plan a visit.'],
    ['erased', { erasedAt: new Date() }, 'This person’s data was erased. The request can no longer be changed.'],
  ])('is not planned for a request that is %s', async (_what, columns, message) => {
    await site.server.database.transaction(({ projectEstimate }) =>
      projectEstimate.updateMany({ where: { id }, data: columns }),
    )
    const { status, error } = await call('visits.save', plans())
    expect([status, error.message]).toEqual([409, message])
  })
})

describe('a request that ends with a visit ahead', () => {
  beforeEach(async () => {
    await saved('visits.save', plans())
    await site.server.database.transaction(({ outboxMessage }) => outboxMessage.updateMany({ data: { state: 'sent' } }))
  })

  test.each([
    ['lost', 'estimates.setOutcome', { version: 2, outcome: 'lost' }, true],
    ['spam', 'estimates.confirmSpam', { version: 2 }, false],
  ])('because it is %s calls the visit off', async (_what, procedure, input, tellsVisitor) => {
    const { work, timeline } = await saved(procedure, input)
    expect(work.visit).toBeNull()
    expect(timeline.some(({ kind }) => kind === 'visit_called_off')).toBe(true)
    expect(await stored()).toMatchObject({ sequence: 1, calledOffAt: site.server.clock.now() })
    const toVisitor = tellsVisitor ? [['visit.visitor', null, true]] : []
    expect((await queued()).toSorted()).toEqual([['visit.assignee', 'staff', true], ...toVisitor].toSorted())
  })

  test('because it is spam among many calls the visit off', async () => {
    const change = { kind: 'spam' }
    const response = await site.server.call(
      'estimates.bulkChange',
      { estimates: [{ id, version: 2 }], change },
      site.staff.headers,
    )
    expect(response.statusCode, response.body).toBe(200)
    expect(await stored()).toMatchObject({ sequence: 1, calledOffAt: site.server.clock.now() })
  })

  test('because it is won keeps the visit', async () => {
    expect((await saved('estimates.setOutcome', { version: 2, outcome: 'won' })).work.visit).not.toBeNull()
  })
})

test('overlaps are visits of the same person to others that are ahead', async () => {
  const own = id
  await saved('visits.save', plans())
  id = await storeEstimate(site.server, { projectType: 'bathroom' })
  const found = [
    { projectType: expect.any(String), startsAt: '2026-01-08T15:00:00.000Z', endsAt: '2026-01-08T16:30:00.000Z' },
  ]
  expect(await overlaps({})).toEqual(found)
  expect(await overlaps({ from: '11:29', to: '12:00' })).toEqual(found)
  expect(await overlaps({ from: '11:30', to: '12:00' })).toEqual([])
  expect(await overlaps({ id: own })).toEqual([])
  id = own
  await saved('visits.callOff', { version: 2, sequence: 0 })
  expect(await overlaps({ id: await storeEstimate(site.server) })).toEqual([])
})
