import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Visit } from '#prisma/generated/sqlite/client.ts'
import { callOffVisit, saveVisit } from '#server/estimates/work/visits.ts'
import { prepareVisitMail } from '#server/mail/messages/visit-mails.ts'
import { queueVisitReminders } from '#server/nudges/queue-visit-reminders.ts'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts'
import type { EstimateColumns } from '#tests/support/estimates/build-estimate.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { storeVisit } from '#tests/support/estimates/store-visit.ts'
import { storeStaff } from '#tests/support/server/staff-account.ts'

// Wednesday, January 7, 2026, in New York. The visit is on Thursday at 10:00.
const [noon, evening] = [new Date('2026-01-07T17:00:00.000Z'), new Date('2026-01-07T23:00:00.000Z')]
const startsAt = new Date('2026-01-08T15:00:00.000Z')
const later = (date: Date, ms: number) => new Date(date.getTime() + ms)

let place: TestDatabase
let clock: TestClock
let ada: { id: string; email: string }
beforeAll(async () => {
  place = await createTestDatabase()
  ada = await storeStaff(place.database, { email: 'ada@builders.example', name: 'Ada Romero' })
})
afterAll(() => place.dispose())
beforeEach(() => {
  clock = new TestClock(noon.toISOString())
})
afterEach(() =>
  place.database.transaction(async ({ projectEstimate, outboxMessage }) => {
    await projectEstimate.deleteMany()
    await outboxMessage.deleteMany()
  }),
)

async function visited(columns: Partial<Visit> = {}, estimate: EstimateColumns = {}) {
  const { database } = place
  const estimateId = await storeEstimate({ database, clock }, estimate)
  const id = await storeVisit(database, { estimateId, startsAt, assigneeId: ada.id, ...columns })
  return { id, estimateId }
}
const queue = (now = evening) => queueVisitReminders(place.database, now)
const messages = () => place.database.read.outboxMessage.findMany({ where: { kind: 'visit.reminder' } })
const deps = () => ({ database: place.database, clock, user: ada })
const wanted = { day: '2026-01-08', from: '14:00', to: '15:00', place: '12 Elm St', assigneeId: '' }

/** What the queued reminder says at a time. */
async function prepared(now: Date) {
  const [message] = await messages()
  if (!message) throw new Error('No reminder is queued.')
  return await prepareVisitMail(place.database.read, { ...message, kind: 'visit.reminder' }, now)
}

it('is queued once at six in the evening before, however many processes look', async () => {
  const { id, estimateId } = await visited()
  expect(await queue(later(evening, -minuteMs))).toBe(0)
  const queued = await Promise.all([queue(), queue(), queue()])
  expect(queued.reduce((sum, count) => sum + count)).toBe(1)
  expect(await queue(later(evening, 2 * hourMs))).toBe(0)
  expect(await messages()).toMatchObject([{ visitId: id, estimateId, address: null, createdAt: evening }])
  expect(await queue(later(evening, dayMs))).toBe(0)
})

it('comes late after an outage until nine, and then no more', async () => {
  await visited()
  expect(await queue(later(evening, 3 * hourMs))).toBe(0)
  expect(await queue(later(evening, 3 * hourMs - 1))).toBe(1)
})

it.each<[string, Partial<Visit>, EstimateColumns]>([
  ['of today', { startsAt: later(noon, 10 * hourMs) }, {}],
  ['in two days', { startsAt: new Date('2026-01-09T05:00:00.000Z') }, {}],
  ['that is done', { doneAt: noon }, {}],
  ['that is called off', { calledOffAt: noon }, {}],
  ['to a visitor without an address', {}, { email: '' }],
  ['of a quarantined request', {}, { quarantinedAt: noon }],
  ['of a withdrawn request', {}, { withdrawnAt: noon }],
  ['of an erased request', {}, { erasedAt: noon }],
])('is not queued for a visit %s', async (_what, columns, estimate) => {
  await visited(columns, estimate)
  expect(await queue()).toBe(0)
})

it('is queued for the first and the last visit of the day, also on the days on which the clocks change', async () => {
  for (const [now, first, last] of [
    ['2026-03-07T23:00:00.000Z', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:00.000Z'],
    ['2026-10-31T22:00:00.000Z', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:00.000Z'],
  ] as const) {
    await visited({ startsAt: new Date(first) })
    await visited({ startsAt: new Date(last) })
    expect(await queue(later(new Date(now), -1))).toBe(0)
    expect(await queue(new Date(now))).toBe(2)
  }
})

it('is not queued for a visit that the visitor was told of since six', async () => {
  const { database } = place
  const id = await storeEstimate({ database, clock })
  clock.advance(evening.getTime() - noon.getTime())
  await saveVisit(deps(), { ...wanted, id, version: 1, sequence: null, assigneeId: ada.id })
  expect(await queue(later(evening, minuteMs))).toBe(0)
})

it('comes again for the new day of a visit that was moved, and not on the day that it had', async () => {
  const { estimateId: id } = await visited()
  await queue()
  clock.advance(evening.getTime() + minuteMs - noon.getTime())
  await saveVisit(deps(), { ...wanted, id, day: '2026-01-09', version: 1, sequence: 0, assigneeId: ada.id })
  expect(await prepared(later(evening, 2 * minuteMs))).toBeUndefined()
  // It would be true by then, and is another one's to say.
  expect(await prepared(later(evening, dayMs))).toBeUndefined()
  expect(await queue(later(evening, dayMs))).toBe(1)
})

it('says when it is sent who comes, and nothing after nine or once the visit is called off', async () => {
  const { id, estimateId } = await visited()
  await queue()
  expect(await prepared(later(evening, 3 * hourMs - 1))).toMatchObject({
    visit: { news: 'tomorrow', visit: { id, startsAt, place: '12 Elm St, Troy' }, assigneeName: 'Ada Romero' },
  })
  expect(await prepared(later(evening, 3 * hourMs))).toBeUndefined()
  await callOffVisit(deps(), { id: estimateId, version: 1, sequence: 0 })
  expect(await prepared(evening)).toBeUndefined()
})

it('says nothing of a request that was quarantined meanwhile', async () => {
  await visited()
  await queue()
  await place.database.transaction(({ projectEstimate }) =>
    projectEstimate.updateMany({ data: { quarantinedAt: evening } }),
  )
  expect(await prepared(evening)).toBeUndefined()
})
