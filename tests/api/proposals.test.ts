import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, newYorkDay } from '#shared/calendar-days.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import type { EstimateWork, TimelineEvent } from '#shared/estimates/estimate-work.ts'
import { proposalClock } from '#shared/estimates/proposal-clock.ts'
import { maxProposalReason, proposalCentsRange, proposalDays } from '#shared/estimates/proposals.ts'
import type { ReportOverview } from '#shared/report.ts'
import type { EstimateColumns } from '#tests/support/estimates/build-estimate.ts'
import { storeEstimate, storeEstimates } from '#tests/support/estimates/store-estimates.ts'
import { type SignedIn, signedIn } from '#tests/support/server/sessions.ts'
import { siteWithStaff } from '#tests/support/server/site-with-staff.ts'
import { storeStaff } from '#tests/support/server/staff-account.ts'

// The clock of the test app stands at Monday, January 5, 2026, 3:10 PM in New York. The office is open from Monday to Saturday,
// 7 AM to 7 PM.
const site = siteWithStaff()
const start = new Date('2026-01-05T20:10:00.000Z')
let id: string

beforeEach(async () => {
  await later(start.getTime() - now().getTime())
  id = await storeEstimate(site.server)
})

/** Sessions would not last for days. */
async function later(ms: number): Promise<void> {
  site.server.clock.advance(ms)
  const expiresAt = new Date(now().getTime() + hourMs)
  await site.server.database.transaction(({ session }) =>
    session.updateMany({ data: { accessExpiresAt: expiresAt, expiresAt, lastUsedAt: now() } }),
  )
}

type Answer = { work: EstimateWork; timeline: TimelineEvent[] }

async function call(procedure: string, input: Record<string, unknown>, who: SignedIn = site.staff) {
  // Events of the same instant would be in any order.
  site.server.clock.advance(1)
  const response = await site.server.call(`estimates.${procedure}`, { id, ...input }, who.headers)
  return { status: response.statusCode, ...response.json() }
}

async function saved(procedure: string, input: Record<string, unknown>, who?: SignedIn): Promise<Answer> {
  const { status, result, error } = await call(procedure, input, who)
  expect(status, JSON.stringify(error)).toBe(200)
  return result.data
}

async function read<Data>(procedure: string, input?: unknown): Promise<Data> {
  const query = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''
  const response = await site.server.app.inject({
    url: `/api/trpc/${procedure}${query}`,
    headers: site.staff.headers,
  })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().result.data
}

const contact = () => saved('logContact', { channel: 'call' })
const now = () => site.server.clock.now()
const today = () => newYorkDay(now())
const sent = (input: Record<string, unknown> = {}) => ({ version: 2, channel: 'email', sentOn: today(), ...input })
const noClock = { proposalPromisedOn: null, proposalDueOn: null, proposalSentAt: null, proposalCents: null }

describe('the clock of a proposal', () => {
  test('starts with the first contact, and not again with another one', async () => {
    const before = await read<Answer>('estimates.get', { id })
    expect(before.work).toMatchObject(noClock)
    const promised = { proposalPromisedOn: '2026-01-08', proposalDueOn: '2026-01-08', proposalSentAt: null }
    expect((await contact()).work).toMatchObject(promised)
    await later(2 * dayMs)
    expect((await contact()).work).toMatchObject(promised)
  })

  test('is neither shorter nor negative after the machine’s clock was set back', async () => {
    const promised = { proposalPromisedOn: '2026-01-08', proposalDueOn: '2026-01-08' }
    expect((await contact()).work).toMatchObject(promised)
    site.server.clock.advance(-2 * dayMs)
    expect((await contact()).work).toMatchObject(promised)
    const { work } = await saved('logProposal', sent())
    expect(work).toMatchObject({ ...promised, proposalSentAt: now().toISOString() })
    const contactedAt = new Date(work.firstContactAt ?? 0)
    const state = proposalClock({ contactedAt, dueOn: '2026-01-08', sentAt: now(), notNeeded: false, now: now() })
    expect(state).toMatchObject({ kind: 'sent', days: 0 })
  })

  test('starts with the call of a request that came by phone', async () => {
    const calledAt = new Date(now().getTime() - 2 * dayMs).toISOString()
    const stored = await site.server.database.read.projectEstimate.findUniqueOrThrow({ where: { id } })
    const { name, phone, projectType, location, timeline, budgetRange } = stored
    const answers = { name, phone, projectType, location, timeline, budgetRange }
    const call = { ...answers, requestKey: '018f0000-0000-4000-8000-000000000002', calledAt }
    const response = await site.server.call('estimates.addPhoneEstimate', call, site.staff.headers)
    const page = await read<Answer>('estimates.get', { id: response.json().result.data.id })
    // The call was on Saturday.
    expect(page.work).toMatchObject({ proposalPromisedOn: '2026-01-07', proposalDueOn: '2026-01-07' })
  })

  test('stops with a withdrawn contact, or starts with the one that is left', async () => {
    const first = (await contact()).timeline.find(({ kind }) => kind === 'contact')?.id
    await later(dayMs)
    const second = (await contact()).timeline.findLast(({ kind }) => kind === 'contact')?.id
    const left = await saved('withdrawContact', { version: 2, contactId: first })
    expect(left.work).toMatchObject({ proposalPromisedOn: '2026-01-09', proposalDueOn: '2026-01-09' })
    await saved('moveProposal', { version: 3, dueOn: '2026-01-20', reason: 'visit' })
    await later(dayMs)
    await contact()
    const moved = await saved('withdrawContact', { version: 4, contactId: second })
    expect(moved.work).toMatchObject({ proposalPromisedOn: '2026-01-10', proposalDueOn: '2026-01-20' })
    const third = moved.timeline.findLast(({ kind }) => kind === 'contact')?.id
    expect((await saved('withdrawContact', { version: 5, contactId: third })).work).toMatchObject(noClock)
  })

  test('does not run for requests that were contacted before proposals had one', async () => {
    id = await storeEstimate(site.server, { firstContactAt: new Date(now().getTime() - 90 * dayMs) })
    const logged = (await contact()).timeline.findLast(({ kind }) => kind === 'contact')?.id
    const { work } = await saved('withdrawContact', { version: 1, contactId: logged })
    expect(work).toMatchObject(noClock)
    const { status, error } = await call('skipProposal', { version: 2, reason: 'Advice only.' })
    expect([status, error.message]).toEqual([409, 'No proposal is due for this request.'])
  })
})

describe('a logged proposal', () => {
  test('stops the clock, tells how, when and for how much, and a later one changes only the amount', async () => {
    await contact()
    await later(5 * dayMs)
    const late = await saved('logProposal', sent({ cents: 4_850_050 }))
    const at = now().toISOString()
    expect(late.work).toMatchObject({ version: 3, proposalSentAt: at, proposalCents: 4_850_050 })
    expect(late.timeline.at(-1)).toEqual({
      ...{ id: expect.any(String), at, by: site.staff.email, kind: 'proposal' },
      ...{ channel: 'email', sentOn: today(), cents: 4_850_050 },
    })
    const again = await saved('logProposal', sent({ version: 3, channel: 'handed', sentOn: addDays(today(), -4) }))
    expect(again.work).toMatchObject({ proposalSentAt: at, proposalCents: null })
  })

  test('of an earlier day was sent before the office closed on that day', async () => {
    await contact()
    await later(10 * dayMs)
    const { work } = await saved('logProposal', sent({ sentOn: '2026-01-08' }))
    expect(work.proposalSentAt).toBe('2026-01-08T23:59:59.999Z')
  })

  test('is taken back with the clock as it was, by the person who logged it, for a short time', async () => {
    const { work: before } = await contact()
    const { work } = await saved('logProposal', sent({ cents: 100 }))
    const colleague = await signedIn(site.server, { role: 'admin' })
    const undo = async (who: SignedIn) => {
      site.server.clock.advance(1)
      return (
        await site.server.call('estimates.undoBulkChange', { estimates: [{ id, version: 3 }] }, who.headers)
      ).json()
    }
    expect((await undo(colleague)).result.data.changed).toEqual([])
    expect((await undo(site.staff)).result.data.changed).toEqual([{ id, version: 4 }])
    const page = await read<Answer>('estimates.get', { id })
    expect(page.work).toEqual({ ...before, version: work.version + 1 })
    expect(page.timeline.at(-1)).toMatchObject({ kind: 'undone', what: 'proposal' })
  })

  test('needs a contact, and a day within the last two weeks', async () => {
    const early = await call('logProposal', sent({ version: 1 }))
    const message = 'Nobody has contacted this customer yet. Log the contact first.'
    expect([early.status, early.error.message]).toEqual([409, message])
    await contact()
    for (const sentOn of [addDays(today(), 1), addDays(today(), -proposalDays.back - 1)]) {
      const { status, error } = await call('logProposal', sent({ sentOn }))
      expect([status, Object.keys(error.data.fieldErrors)]).toEqual([400, ['sentOn']])
    }
    await saved('logProposal', sent({ sentOn: addDays(today(), -proposalDays.back) }))
  })

  test.each([0, -1, 1.5, proposalCentsRange.max + 1, '100', null])('refuses %j cents', async (cents) => {
    await contact()
    const { status, error } = await call('logProposal', sent({ cents }))
    expect([status, Object.keys(error.data.fieldErrors)]).toEqual([400, ['cents']])
  })

  test('of two at once, the second is told who was first', async () => {
    await contact()
    const colleague = await signedIn(site.server, { role: 'staff', email: 'colleague@mail.example' })
    const answers = await Promise.all([call('logProposal', sent()), call('logProposal', sent(), colleague)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.error.data.stale.changes).toMatchObject([{ kind: 'proposal' }])
    expect(await site.server.database.read.estimateEvent.count({ where: { kind: 'proposal' } })).toBe(1)
  })
})

describe('another day for a proposal', () => {
  test('is agreed on with a reason, and the promised day stays', async () => {
    await contact()
    const text = 'The board meets on the 14th.'
    const { work, timeline } = await saved('moveProposal', { version: 2, dueOn: '2026-01-15', reason: 'other', text })
    expect(work).toMatchObject({ version: 3, proposalPromisedOn: '2026-01-08', proposalDueOn: '2026-01-15' })
    const moved = { kind: 'proposal_moved', from: '2026-01-08', to: '2026-01-15', reason: 'other', text }
    expect(timeline.at(-1)).toMatchObject(moved)
    // The same day again is no change.
    expect((await saved('moveProposal', { version: 3, dueOn: '2026-01-15', reason: 'visit' })).work.version).toBe(3)
  })

  test.each([
    ['a day that has passed', { dueOn: '2026-01-04', reason: 'visit' }, 'dueOn'],
    ['a day too far away', { dueOn: addDays('2026-01-05', proposalDays.ahead + 1), reason: 'visit' }, 'dueOn'],
    ['no day', { dueOn: '2026-02-30', reason: 'visit' }, 'dueOn'],
    ['another reason without words', { dueOn: '2026-01-09', reason: 'other' }, 'text'],
  ])('refuses %s', async (_what, input, field) => {
    await contact()
    const { status, error } = await call('moveProposal', { version: 2, ...input })
    expect([status, Object.keys(error.data.fieldErrors)]).toEqual([400, [field]])
  })

  test('is refused once the proposal was sent, or the request is closed', async () => {
    await contact()
    await saved('setOutcome', { version: 2, outcome: 'lost' })
    const move = { dueOn: '2026-01-09', reason: 'customer' }
    const closed = await call('moveProposal', { version: 3, ...move })
    expect([closed.status, closed.error.message]).toEqual([409, 'No proposal is due for this request.'])
    await saved('logProposal', sent({ version: 3 }))
    const late = await call('moveProposal', { version: 4, ...move })
    expect([late.status, late.error.message]).toEqual([409, 'The proposal was already sent.'])
  })
})

test('a proposal that is not needed has no day, until one is set', async () => {
  await contact()
  const skipped = await saved('skipProposal', { version: 2, reason: ' Advice only. ' })
  expect(skipped.work).toMatchObject({ version: 3, proposalPromisedOn: '2026-01-08', proposalDueOn: null })
  expect(skipped.timeline.at(-1)).toMatchObject({ kind: 'proposal_skipped', reason: 'Advice only.' })
  const again = await saved('moveProposal', { version: 3, dueOn: '2026-01-09', reason: 'customer' })
  expect(again.work).toMatchObject({ proposalDueOn: '2026-01-09' })
  expect(again.timeline.at(-1)).toMatchObject({ from: null, to: '2026-01-09' })
  for (const reason of [' ', 'x'.repeat(maxProposalReason + 1)]) {
    const { status, error } = await call('skipProposal', { version: 4, reason })
    expect([status, Object.keys(error.data.fieldErrors)]).toEqual([400, ['reason']])
  }
})

test('an erasure keeps the days and the amount, and none of the reasons', async () => {
  await contact()
  await saved('moveProposal', { version: 2, dueOn: '2026-01-09', reason: 'other', text: 'secret words' })
  await saved('skipProposal', { version: 3, reason: 'secret words' })
  await saved('logProposal', sent({ version: 4, cents: 100 }))
  const { work: before } = await read<Answer>('estimates.get', { id })
  const admin = await signedIn(site.server, { role: 'admin' })
  const person = { id, estimateIds: [id], otherIds: [], confirmation: 'ERASE' }
  const erased = await site.server.call('privacy.erasePerson', person, admin.headers)
  expect(erased.statusCode, erased.body).toBe(200)
  const page = await read<Answer>('estimates.get', { id })
  const { proposalPromisedOn, proposalDueOn, proposalSentAt, proposalCents } = before
  expect(page.work).toMatchObject({ proposalPromisedOn, proposalDueOn, proposalSentAt, proposalCents })
  expect(JSON.stringify(page)).not.toContain('secret')
})

test('Today has proposals of the next business day and before, and leaves them out of what is less urgent', async () => {
  const worked = (columns: EstimateColumns): EstimateColumns => ({
    createdAt: new Date(now().getTime() - 10 * dayMs),
    firstContactAt: new Date(now().getTime() - 9 * dayMs),
    status: 'in_progress',
    assigneeId: site.staff.userId,
    proposalPromisedOn: '2025-12-30',
    ...columns,
  })
  const due = { proposalDueOn: '2026-01-05' }
  await storeEstimates(site.server, [
    worked({ name: 'Late', proposalDueOn: '2025-12-30' }),
    worked({ name: 'With a follow-up', ...due, followUpOn: '2026-01-05' }),
    worked({ name: 'Tomorrow, of nobody', proposalDueOn: '2026-01-06', assigneeId: null, status: 'new' }),
    worked({ name: 'Later', proposalDueOn: '2026-01-07' }),
    worked({ name: 'Sent', ...due, proposalSentAt: now() }),
    worked({ name: 'Not needed', proposalDueOn: null }),
    worked({ name: 'Withdrawn', proposalDueOn: null, dueAt: null, withdrawnAt: now() }),
    worked({ name: 'Won', ...due, outcome: 'won' }),
    worked({ name: 'Erased', ...due, erasedAt: now(), assigneeId: null }),
    worked({ name: 'Spam', ...due, dueAt: null, quarantinedAt: now() }),
  ])
  const { sections } = await read<{ sections: Record<string, { items: { name: string }[] }> }>('admin.today')
  const names = (section: string) => sections[section]?.items.map(({ name }) => name)
  expect(names('proposals')).toEqual(['Late', 'With a follow-up', 'Tomorrow, of nobody'])
  expect(names('followUps')).toEqual([])
  expect(names('unassigned')).not.toContain('Tomorrow, of nobody')
  expect(names('mine')?.toSorted((a, b) => a.localeCompare(b))).toEqual(['Later', 'Not needed', 'Sent', 'Withdrawn'])
  expect(await read('admin.todayCounts')).toMatchObject({ proposals: 3, followUps: 0, mine: 4 })

  const listed = async (filter: Record<string, unknown>) => {
    const { items } = await read<{ items: { name: string }[] }>('estimates.list', { ...filter, sort: 'proposal' })
    return items.map(({ name }) => name)
  }
  const awaited = ['Late', 'With a follow-up', 'Tomorrow, of nobody', 'Later']
  expect(await listed({ proposal: 'due' })).toEqual(awaited)
  // The office closes at seven.
  expect(await listed({ proposal: 'overdue' })).toEqual(['Late'])
  await later(4 * hourMs)
  expect(await listed({ proposal: 'overdue' })).toEqual(['Late', 'With a follow-up'])
  expect(await listed({ proposal: 'sent' })).toEqual(['Sent'])
  expect(await listed({ proposal: 'not-needed' })).toEqual(['Not needed'])
  expect((await listed({})).slice(0, awaited.length)).toEqual(awaited)
})

test('the list by proposals goes on over its pages', async () => {
  const days = Array.from({ length: 7 }, (_, index) => addDays('2026-01-09', -index))
  await storeEstimates(
    site.server,
    days.map((day) => ({ name: day, firstContactAt: now(), proposalPromisedOn: day, proposalDueOn: day })),
  )
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const input: Record<string, unknown> = { sort: 'proposal', limit: 2, cursor }
    const page = await read<{ items: { name: string }[]; nextCursor: string | null }>('estimates.list', input)
    seen.push(...page.items.map(({ name }) => name))
    cursor = page.nextCursor
  } while (cursor)
  expect(seen).toEqual([...days.toReversed(), 'Ada Romero'])
})

/**
 * Thirty requests of the first week of December, contacted on Monday, December 1, 10 AM. Their proposals were promised by
 * Thursday, December 4, 7 PM.
 */
test('both shares, the median and the amounts equal those worked out by hand', async () => {
  const { id: ana } = await storeStaff(site.server.database, { email: 'ana@builders.example' })
  const [contacted, thursday, nextWeek] = [new Date('2025-12-01T15:00:00.000Z'), '2025-12-04', '2025-12-10']
  const base = { createdAt: new Date('2025-12-01T14:00:00.000Z'), firstContactAt: contacted }
  const promised = { ...base, proposalPromisedOn: thursday, proposalDueOn: thursday }
  const [inTime, tooLate] = [new Date('2025-12-05T00:00:00.000Z'), new Date('2025-12-05T00:00:00.001Z')]
  const times = (count: number, columns: EstimateColumns) => Array.from({ length: count }, () => columns)
  await storeEstimates(site.server, [
    // Kept as promised, at the last moment; eight of Ana, of which two were won.
    ...times(6, { ...promised, assigneeId: ana, proposalSentAt: inTime, proposalCents: 1_000_000n }),
    ...times(2, { ...promised, assigneeId: ana, proposalSentAt: inTime, proposalCents: 2_500_050n, outcome: 'won' }),
    ...times(2, { ...promised, proposalSentAt: inTime }),
    // A millisecond late, and one that was lost afterwards.
    ...times(3, { ...promised, proposalSentAt: tooLate }),
    { ...promised, proposalSentAt: tooLate, outcome: 'lost' },
    // Kept as agreed; the promise was not.
    ...times(4, { ...promised, proposalDueOn: nextWeek, proposalSentAt: new Date('2025-12-10T15:00:00.000Z') }),
    // Later than agreed.
    { ...promised, proposalDueOn: nextWeek, proposalSentAt: new Date('2025-12-11T15:00:00.000Z') },
    // Never sent, of which one may still be, as agreed.
    ...times(2, promised),
    { ...promised, proposalDueOn: '2026-01-09' },
    // Not needed, closed before, quarantined, before the clock, and not contacted: these count nowhere.
    ...times(2, { ...promised, proposalDueOn: null }),
    ...times(2, { ...promised, outcome: 'lost' }),
    { ...promised, dueAt: null, quarantinedAt: contacted },
    ...times(2, base),
    { createdAt: base.createdAt },
  ])
  const report = await read<ReportOverview>('reports.overview', { from: '2025-12-01', to: '2025-12-31' })
  // Nineteen were sent. The tenth of them took three days and nine hours; two cannot be sent in time, one not as promised.
  expect(report.proposals).toEqual({
    ...{ sent: 19, notNeeded: 2, medianMs: inTime.getTime() - contacted.getTime() },
    ...{ judged: 22, inTime: 10 },
    agreed: { judged: 21, inTime: 14 },
  })
  expect(report.weeks[0]?.proposals).toEqual({ judged: 22, inTime: 10 })
  expect(report.weeks[1]?.proposals).toEqual({ judged: 0, inTime: 0 })
  const byAna = report.assignees.find(({ assignee }) => assignee?.id === ana)
  expect(byAna?.proposals).toEqual({ judged: 8, inTime: 8 })
  expect(report.stages).toMatchObject([
    { proposals: 19, priced: { count: 8, cents: 11_000_100 }, wonPriced: { count: 2, cents: 5_000_100 } },
  ])
})
