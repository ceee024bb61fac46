import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Proposal } from '#prisma/generated/sqlite/client.ts'
import { logContact } from '#server/estimates/work/add-to-estimate.ts'
import { withdrawContact } from '#server/estimates/work/withdraw-contact.ts'
import { prepareVisitorMail } from '#server/mail/messages/visitor-mails.ts'
import { queueProposalReminders } from '#server/nudges/queue-proposal-reminders.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts'
import type { EstimateColumns } from '#tests/support/estimates/build-estimate.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { storeProposal } from '#tests/support/estimates/store-proposal.ts'

// The office is open from Monday to Saturday, 7 AM to 7 PM.
const friday = new Date('2026-01-09T20:00:00.000Z')
const tuesday = new Date('2026-01-13T12:00:00.000Z')
const user = { id: '018f0000-0000-7000-8000-000000000001', email: 'staff@builders.example' }

let place: TestDatabase
let clock: TestClock
beforeAll(async () => {
  place = await createTestDatabase()
})
afterAll(() => place.dispose())
beforeEach(() => {
  clock = new TestClock(friday.toISOString())
})
afterEach(() => place.database.transaction(({ projectEstimate }) => projectEstimate.deleteMany()))

async function sent(columns: Partial<Proposal> = {}, estimate: EstimateColumns = {}): Promise<string> {
  const { database } = place
  const estimateId = await storeEstimate({ database, clock }, { firstContactAt: friday, ...estimate })
  await storeProposal(database, estimateId, { sentAt: friday, validUntil: '2026-02-08', ...columns })
  return estimateId
}
const queue = (now = tuesday) => queueProposalReminders(place.database, now)
const messages = () => place.database.read.outboxMessage.findMany({ where: { kind: 'proposal.reminder' } })
const deps = () => ({ database: place.database, clock, user })
const sinceFriday = (ms: number) => clock.advance(ms)

it('queues one reminder in the morning of the third business day, however many processes look', async () => {
  const estimateId = await sent()
  expect(await queue(new Date(tuesday.getTime() - minuteMs))).toBe(0)
  expect(await queue(new Date(tuesday.getTime() - dayMs))).toBe(0)
  const queued = await Promise.all([queue(), queue(), queue()])
  expect(queued.reduce((sum, count) => sum + count)).toBe(1)
  expect(await queue(new Date(tuesday.getTime() + dayMs))).toBe(0)
  expect(await messages()).toMatchObject([{ estimateId, createdAt: tuesday }])
  expect(await place.database.read.proposal.findFirst()).toMatchObject({ remind: false })
})

it('reminds late after an outage, but not of what is weeks old', async () => {
  await sent()
  expect(await queue(new Date(tuesday.getTime() + 10 * dayMs))).toBe(1)
  await sent()
  expect(await queue(new Date(tuesday.getTime() + 16 * dayMs))).toBe(0)
})

it.each<[string, Partial<Proposal>, EstimateColumns]>([
  ['that was switched off', { remind: false }, {}],
  ['that was answered', { answer: 'changes', answeredAt: friday }, {}],
  ['that was withdrawn', { withdrawnAt: friday }, {}],
  ['that has expired', { validUntil: '2026-01-12' }, {}],
  ['of a request that is won', {}, { outcome: 'won' }],
  ['of a request that is lost', {}, { outcome: 'lost' }],
  ['of a request that the visitor withdrew', {}, { withdrawnAt: friday }],
  ['of an erased request', {}, { erasedAt: friday }],
])('queues none for a proposal %s', async (_what, columns, estimate) => {
  await sent(columns, estimate)
  expect(await queue()).toBe(0)
})

it('queues none once a newer proposal was sent', async () => {
  const estimateId = await sent()
  await storeProposal(place.database, estimateId, { number: 2, sentAt: new Date(friday.getTime() + dayMs) })
  expect(await queue()).toBe(0)
})

it('queues none if the customer was contacted since, unless that was a mistake', async () => {
  const [contacted, mistaken] = [await sent(), await sent()]
  sinceFriday(minuteMs)
  await logContact(deps(), { id: contacted, channel: 'call' })
  const { timeline } = await logContact(deps(), { id: mistaken, channel: 'call' })
  const contactId = timeline.find(({ kind }) => kind === 'contact')?.id ?? ''
  await withdrawContact(deps(), { id: mistaken, version: 1, contactId })
  expect(await queue()).toBe(1)
  expect(await messages()).toMatchObject([{ estimateId: mistaken }])
})

it('sends none that was answered while it was queued', async () => {
  const estimateId = await sent()
  await queue()
  const [{ id, createdAt } = { id: '', createdAt: tuesday }] = await messages()
  const message = { id, createdAt, kind: 'proposal.reminder', address: null, estimate: { id: estimateId } } as const
  expect(await prepareVisitorMail(place.database.read, message, tuesday)).toMatchObject({
    visitorMail: { proposal: { cents: 120_001 } },
  })
  await place.database.transaction(({ proposal }) => proposal.updateMany({ data: { answer: 'declined' } }))
  expect(await prepareVisitorMail(place.database.read, message, tuesday)).toBeUndefined()
})
