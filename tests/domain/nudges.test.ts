import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User, Visit } from '#prisma/generated/sqlite/client.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { logContact } from '#server/estimates/work/add-to-estimate.ts'
import { bulkChange, undoBulkChange } from '#server/estimates/work/bulk-change.ts'
import { assign, type WorkDeps } from '#server/estimates/work/change-estimate.ts'
import { logProposal, moveProposal } from '#server/estimates/work/proposals.ts'
import { confirmSpam, release } from '#server/estimates/work/quarantine.ts'
import { prepareMessage } from '#server/mail/messages/prepare-message.ts'
import { prepareNudge } from '#server/mail/messages/prepare-nudge.ts'
import { renderMessage } from '#server/mail/templates/render-message.ts'
import { setNudge } from '#server/nudges/nudge-settings.ts'
import { queueDueNudges } from '#server/nudges/queue-nudges.ts'
import { queueQuarantineNotice } from '#server/nudges/queue-quarantine-notice.ts'
import { hourMs, minuteMs } from '#shared/durations.ts'
import { maxBulkChange } from '#shared/estimates/bulk-change.ts'
import { reminderLeadMs } from '#shared/nudges.ts'
import { testServerKey } from '#tests/support/database/server-key.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { createTestDatabase, silentLog, type TestDatabase, testEngine } from '#tests/support/database/test-database.ts'
import type { EstimateColumns } from '#tests/support/estimates/build-estimate.ts'
import { storeEstimate, storeEstimates } from '#tests/support/estimates/store-estimates.ts'
import { storeVisit } from '#tests/support/estimates/store-visit.ts'
import { storeStaff } from '#tests/support/server/staff-account.ts'

const dayLeft = 24 * hourMs
const inbox = ['office@builders.example']
let place: TestDatabase
let database: Database
let clock: TestClock

beforeAll(async () => {
  place = await createTestDatabase()
  database = place.database
})
afterAll(() => place.dispose())
beforeEach(() => {
  // This is a Tuesday afternoon.
  clock = new TestClock('2026-01-06T20:00:00.000Z')
})
afterEach(() =>
  database.transaction(async ({ projectEstimate, outboxMessage, user }) => {
    await projectEstimate.deleteMany()
    await outboxMessage.deleteMany()
    await user.deleteMany()
  }),
)

const staff = (name: string, columns: Partial<User> = {}) =>
  storeStaff(database, { email: `${name}@builders.example`, ...columns })
const estimate = (columns: EstimateColumns = {}) => storeEstimate({ database, clock }, columns)
/** An estimate whose deadline is in `ms`. */
const dueIn = (ms: number, columns: EstimateColumns = {}) =>
  estimate({ createdAt: new Date(clock.now().getTime() + ms - dayLeft), ...columns })
const queue = (own = database, options = {}) =>
  queueDueNudges({ database: own, staffInbox: inbox, now: clock.now() }, options)
const depsOf = (user: { id: string; email: string }): WorkDeps => ({ database, clock, user })

/** The queued messages, as `kind person subject`, with names for ids. */
async function queued(names: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const rows = await database.read.nudge.findMany({ include: { user: true } })
  const messages = await database.read.outboxMessage.findMany()
  expect(new Set(messages.map(({ id }) => id))).toEqual(new Set(rows.map(({ id }) => id)))
  return rows
    .map(({ kind, subject, user }) => {
      const [id = ''] = subject.split(':')
      return `${kind.replace('nudge.', '')} ${user.email.split('@')[0]} ${names[id] ?? subject}`
    })
    .toSorted()
}

/** The messages to send now, as `kind person`. */
async function sendable(): Promise<string[]> {
  const messages = await database.read.outboxMessage.findMany()
  const prepared = await Promise.all(messages.map(({ id }) => prepareNudge(database, id, clock.now())))
  return prepared
    .flatMap((nudge) => (nudge ? [`${nudge.kind.replace('nudge.', '')} ${nudge.user.email.split('@')[0]}`] : []))
    .toSorted()
}

it('one reminder comes before the deadline of an unanswered estimate, and one at it', async () => {
  await staff('ana')
  const id = await dueIn(reminderLeadMs + minuteMs)
  expect(await queue()).toBe(0)
  clock.advance(minuteMs)
  expect(await queue()).toBe(1)
  clock.advance(minuteMs)
  expect(await queue()).toBe(0)
  expect(await queued({ [id]: 'it' })).toEqual(['due-soon ana it'])
  clock.advance(reminderLeadMs)
  expect(await queue()).toBe(1)
  expect(await queue()).toBe(0)
  expect(await queued({ [id]: 'it' })).toEqual(['due-soon ana it', 'overdue ana it'])
})

it('an assigned estimate reminds its assignee, another one everybody who wants it', async () => {
  const ana = await staff('ana')
  const left = await staff('left', { role: 'user' })
  await staff('ben')
  await staff('off', { notifyDeadlines: false })
  await staff('invited', { confirmedAt: null })
  const hers = await dueIn(hourMs, { assigneeId: ana.id })
  const nobodys = await dueIn(hourMs)
  const orphan = await dueIn(hourMs, { assigneeId: left.id })
  await queue()
  expect(await queued({ [hers]: 'hers', [nobodys]: 'nobodys', [orphan]: 'orphan' })).toEqual([
    'due-soon ana hers',
    'due-soon ana nobodys',
    'due-soon ana orphan',
    'due-soon ben nobodys',
    'due-soon ben orphan',
  ])
})

describe('a proposal that is to be sent', () => {
  /** Contacted on Monday; the office is open from Monday to Saturday, 7 AM to 7 PM. */
  const promised = (columns: EstimateColumns = {}) =>
    estimate({
      ...{ firstContactAt: new Date('2026-01-05T15:00:00.000Z'), status: 'in_progress' },
      ...{ proposalPromisedOn: '2026-01-08', proposalDueOn: '2026-01-08', ...columns },
    })
  const quiet = { notifyDigest: false }
  const at = async (instant: string) => {
    clock = new TestClock(instant)
    return await queue()
  }

  it('is told of on the morning before, four hours before the office closes, and once it is late', async () => {
    await staff('ana', quiet)
    const id = await promised()
    expect(await at('2026-01-07T11:59:00.000Z')).toBe(0)
    expect(await at('2026-01-07T12:00:00.000Z')).toBe(1)
    expect(await queued({ [id]: 'it' })).toEqual(['proposal-next ana it'])
    expect(await at('2026-01-08T19:59:00.000Z')).toBe(0)
    expect(await sendable()).toEqual(['proposal-next ana'])
    expect(await at('2026-01-08T20:00:00.000Z')).toBe(1)
    expect(await at('2026-01-09T00:00:00.000Z')).toBe(0)
    expect(await at('2026-01-09T00:00:00.001Z')).toBe(1)
    expect(await at('2026-01-09T12:00:00.000Z')).toBe(0)
    expect(await queued({ [id]: 'it' })).toEqual([
      'proposal-next ana it',
      'proposal-overdue ana it',
      'proposal-today ana it',
    ])
  })

  it('is told of on the last business day before one on which the office is closed', async () => {
    await staff('ana', quiet)
    await promised({ proposalDueOn: '2026-01-11' })
    expect(await at('2026-01-09T15:00:00.000Z')).toBe(0)
    expect(await at('2026-01-10T15:00:00.000Z')).toBe(1)
  })

  it('is news again after its day was moved, and old news is not sent', async () => {
    const ana = await staff('ana', quiet)
    const id = await promised({ assigneeId: ana.id })
    await staff('ben', quiet)
    await staff('off', { ...quiet, notifyDeadlines: false })
    expect(await at('2026-01-07T15:00:00.000Z')).toBe(1)
    const { version } = await database.read.projectEstimate.findUniqueOrThrow({ where: { id } })
    await moveProposal(depsOf(ana), { id, version, dueOn: '2026-01-10', reason: 'visit' })
    expect(await sendable()).toEqual([])
    expect(await at('2026-01-09T15:00:00.000Z')).toBe(1)
    expect(await sendable()).toEqual(['proposal-next ana'])
    await logProposal(depsOf(ana), { id, version: version + 1, channel: 'email', sentOn: '2026-01-09' })
    expect(await sendable()).toEqual([])
  })

  it('reminds nobody of what was sent, is not needed, is closed or was quarantined', async () => {
    await staff('ana', quiet)
    await promised({ proposalSentAt: clock.now() })
    await promised({ proposalDueOn: null })
    await promised({ outcome: 'won' })
    await promised({ quarantinedAt: clock.now(), dueAt: null })
    await promised({ erasedAt: clock.now() })
    expect(await at('2026-01-07T15:00:00.000Z')).toBe(0)
  })
})

it('an estimate that was answered, closed or quarantined reminds nobody', async () => {
  await staff('ana')
  await dueIn(hourMs, { firstContactAt: clock.now() })
  await dueIn(-hourMs, { firstContactAt: clock.now() })
  await dueIn(hourMs, { quarantinedAt: clock.now(), dueAt: null })
  for (const closed of [{ outcome: 'won' }, { outcome: 'lost' }, { status: 'completed' }]) {
    await dueIn(hourMs, closed)
    await dueIn(-hourMs, closed)
  }
  expect(await queue()).toBe(0)
})

it('after an outage, only deadlines of the last two hours are news', async () => {
  await staff('ana')
  const late = await dueIn(-2 * hourMs + minuteMs)
  await dueIn(-2 * hourMs)
  await dueIn(-30 * 24 * hourMs)
  await queue()
  expect(await queued({ [late]: 'late' })).toEqual(['overdue ana late'])
})

it('a reminder is not sent after the visitor was called, the deadline was over, or the estimate was quarantined', async () => {
  const ana = await staff('ana')
  const [called, passed, spam] = [await dueIn(hourMs), await dueIn(minuteMs), await dueIn(hourMs)]
  expect(await queue()).toBe(3)
  expect(await sendable()).toHaveLength(3)
  await logContact(depsOf(ana), { id: called, channel: 'call', entryKey: randomUUID() })
  await confirmSpam(depsOf(ana), { id: spam, version: 1 })
  clock.advance(2 * minuteMs)
  expect(await sendable()).toEqual([])
  await queue()
  expect(await queued({ [called]: 'called', [passed]: 'passed', [spam]: 'spam' })).toEqual([
    'due-soon ana called',
    'due-soon ana passed',
    'due-soon ana spam',
    'overdue ana passed',
  ])
  expect(await sendable()).toEqual(['overdue ana'])
})

describe('new estimates', () => {
  it('tell those who have switched it on, except for whom the office inbox belongs to', async () => {
    const [ana, , office] = [await staff('ana'), await staff('ben'), await staff('office')]
    const before = await estimate()
    clock.advance(minuteMs)
    const deps = { database, clock, config: { staffInbox: inbox } }
    expect(await setNudge({ ...deps, user: ana }, { name: 'newEstimates', on: true })).toMatchObject({
      newEstimates: true,
      isStaffInbox: false,
    })
    expect(await setNudge({ ...deps, user: office }, { name: 'newEstimates', on: true })).toMatchObject({
      isStaffInbox: true,
    })
    const after = await estimate()
    await queue()
    clock.advance(minuteMs)
    expect(await queue()).toBe(0)
    expect(await queued({ [before]: 'before', [after]: 'after' })).toEqual(['new ana after'])
  })

  it('tell of an estimate that was quarantined once it is released, and nothing before', async () => {
    const ana = await staff('ana', { newEstimatesSince: new Date(0) })
    const id = await estimate({ quarantinedAt: clock.now(), quarantineReasons: 'too-fast' })
    clock.advance(3 * 24 * hourMs)
    expect(await queue()).toBe(0)
    await release(depsOf(ana), { id, version: 1 })
    expect(await queue()).toBe(1)
    const [nudge] = await database.read.nudge.findMany()
    expect(nudge).toMatchObject({ kind: 'nudge.new', subject: id, userId: ana.id })
  })

  it('are no news after an hour, or once an earlier look has seen them', async () => {
    await staff('ana', { newEstimatesSince: new Date(0) })
    const now = clock.now().getTime()
    await estimate({ createdAt: new Date(now - hourMs) })
    const recent = await estimate({ createdAt: new Date(now - hourMs + minuteMs) })
    expect(await queue(database, { newSince: clock.now() })).toBe(0)
    await queue()
    expect(await queued({ [recent]: 'recent' })).toEqual(['new ana recent'])
  })

  it('more than fit into one transaction are all queued', async () => {
    await staff('ana', { newEstimatesSince: new Date(0) })
    await staff('ben', { newEstimatesSince: new Date(0) })
    for (let count = 0; count < 60; count += 1) await estimate()
    expect(await queue()).toBe(120)
  })
})

it('an assignment tells the assignee after a moment in which it can be taken back, but nobody of their own', async () => {
  const [ana, ben] = [await staff('ana'), await staff('ben')]
  const id = await estimate()
  const own = await estimate()
  await assign(depsOf(ana), { id, version: 1, assigneeId: ben.id })
  await assign(depsOf(ana), { id: own, version: 1, assigneeId: ana.id })
  expect(await queued({ [id]: 'it' })).toEqual(['assigned ben it'])
  const [message] = await database.read.outboxMessage.findMany()
  expect(message?.nextAttemptAt.getTime()).toBe(clock.now().getTime() + 15_000)
  expect(await sendable()).toEqual(['assigned ben'])
  await assign(depsOf(ana), { id, version: 2, assigneeId: null })
  expect(await sendable()).toEqual([])
})

it('an assignment tells once when it is taken back and made again at once, and again after the email was sent', async () => {
  const [ana, ben] = [await staff('ana'), await staff('ben')]
  const id = await estimate()
  await assign(depsOf(ana), { id, version: 1, assigneeId: ben.id })
  await assign(depsOf(ana), { id, version: 2, assigneeId: null })
  await assign(depsOf(ana), { id, version: 3, assigneeId: ben.id })
  expect(await queued({ [id]: 'it' })).toEqual(['assigned ben it'])
  await database.transaction(({ outboxMessage }) => outboxMessage.updateMany({ data: { state: 'sent' } }))
  await assign(depsOf(ana), { id, version: 4, assigneeId: null })
  await assign(depsOf(ana), { id, version: 5, assigneeId: ben.id })
  expect(await queued({ [id]: 'it' })).toEqual(['assigned ben it', 'assigned ben it'])
})

it('an assignment is told with the name that the colleague had then, or else the address', async () => {
  const [ana, ben] = [await staff('ana'), await staff('ben')]
  const id = await estimate()
  const assigners = async () => {
    const [message] = await database.read.outboxMessage.findMany({ orderBy: { id: 'desc' }, take: 1 })
    const nudge = await prepareNudge(database, message?.id ?? '', clock.now())
    return nudge && 'assignedBy' in nudge ? nudge.assignedBy : undefined
  }
  await assign(depsOf(ana), { id, version: 1, assigneeId: ben.id })
  expect(await assigners()).toEqual([ana.email])
  await assign(depsOf(ben), { id, version: 2, assigneeId: null })
  clock.advance(hourMs)
  const deps = depsOf(ana)
  await assign({ ...deps, user: { ...deps.user, name: 'Ana Ruiz' } }, { id, version: 3, assigneeId: ben.id })
  expect(await assigners()).toEqual(['Ana Ruiz'])
})

it('an assignment tells no one when it is refused', async () => {
  const [ana, ben] = [await staff('ana'), await staff('ben')]
  const id = await estimate()
  await expect(assign(depsOf(ana), { id, version: 7, assigneeId: ben.id })).rejects.toThrow('changed')
  expect(await queued()).toEqual([])
})

describe('estimates that are assigned together', () => {
  const assignTogether = (deps: WorkDeps, ids: readonly string[], assigneeId: string | null, version = 1) =>
    bulkChange(deps, { estimates: ids.map((id) => ({ id, version })), change: { kind: 'assignee', assigneeId } })

  /** The people who would get an email now, and the names of the estimates that it tells of. */
  async function told(): Promise<string[]> {
    const messages = await database.read.outboxMessage.findMany()
    const prepared = await Promise.all(messages.map(({ id }) => prepareNudge(database, id, clock.now())))
    return prepared
      .flatMap((nudge) => {
        if (!nudge || 'digest' in nudge) return []
        const names = ('estimates' in nudge ? nudge.estimates : [nudge.estimate]).map(({ name }) => name)
        return [`${nudge.user.email.split('@')[0]}: ${names.join(', ')}`]
      })
      .toSorted()
  }

  it('cause one email to the assignee, which names first those that wait, soonest due first', async () => {
    const [ana, ben] = [await staff('ana'), await staff('ben')]
    const answered = await dueIn(-9 * hourMs, { name: 'Answered', firstContactAt: clock.now() })
    const ids = [answered, await dueIn(hourMs, { name: 'Due' }), await dueIn(-hourMs, { name: 'Overdue' })]
    await assignTogether(depsOf(ana), ids, ben.id)
    expect(await told()).toEqual(['ben: Overdue, Due, Answered'])
    const [message] = await database.read.outboxMessage.findMany()
    expect(message?.nextAttemptAt.getTime()).toBe(clock.now().getTime() + 15_000)
  })

  it('cause the email about one estimate if only one of them was not the person’s before', async () => {
    const [ana, ben] = [await staff('ana'), await staff('ben')]
    const ids = [await estimate({ assigneeId: ben.id }), await estimate()]
    await assignTogether(depsOf(ana), ids, ben.id)
    expect(await sendable()).toEqual(['assigned ben'])
    expect(await told()).toEqual(['ben: Ada Romero'])
  })

  it('cause no email to those who take them themselves, have switched it off, or are revoked before it is sent', async () => {
    const ana = await staff('ana')
    const off = await staff('off', { notifyAssigned: false })
    const left = await staff('left')
    const ids = [await estimate(), await estimate()]
    await assignTogether(depsOf(ana), ids, ana.id)
    expect(await queued()).toEqual([])
    await assignTogether(depsOf(ana), ids, off.id, 2)
    await assignTogether(depsOf(ana), ids, left.id, 3)
    await database.transaction(({ user }) => user.updateMany({ where: { id: left.id }, data: { role: 'user' } }))
    expect(await told()).toEqual([])
  })

  it('are not told of once the change is undone', async () => {
    const [ana, ben] = [await staff('ana'), await staff('ben')]
    const { changed } = await assignTogether(depsOf(ana), [await estimate(), await estimate()], ben.id)
    expect(await told()).toHaveLength(1)
    clock.advance(10_000)
    await undoBulkChange(depsOf(ana), { estimates: changed })
    expect(await told()).toEqual([])
  })

  it('are told of without those that were taken back, given to another or quarantined before the email was sent', async () => {
    const [ana, ben, cleo] = [await staff('ana'), await staff('ben'), await staff('cleo')]
    const names = ['Kept', 'Taken', 'Passed on', 'Spam', 'Kept too']
    const [kept = '', taken = '', passed = '', spam = '', too = ''] = await Promise.all(
      names.map((name, index) => dueIn(index * hourMs, { name })),
    )
    await assignTogether(depsOf(ana), [kept, taken, passed, spam, too], ben.id)
    clock.advance(1_000)
    await assignTogether(depsOf(ana), [taken], null, 2)
    await assignTogether(depsOf(ana), [passed], cleo.id, 2)
    await confirmSpam(depsOf(ana), { id: spam, version: 2 })
    expect(await told()).toEqual(['ben: Kept, Kept too', 'cleo: Passed on'])
  })

  it('are told of once when they are taken back and assigned again, alone or with others, before the email was sent', async () => {
    const [ana, ben] = [await staff('ana'), await staff('ben')]
    const names = ['One', 'Two', 'Three']
    const [one = '', two = '', three = ''] = await Promise.all(
      names.map((name, index) => dueIn(index * hourMs, { name })),
    )
    await assignTogether(depsOf(ana), [one, two], ben.id)
    await assignTogether(depsOf(ana), [one, two], null, 2)
    await assign(depsOf(ana), { id: one, version: 3, assigneeId: ben.id })
    const estimates = [
      { id: two, version: 3 },
      { id: three, version: 1 },
    ]
    await bulkChange(depsOf(ana), { estimates, change: { kind: 'assignee', assigneeId: ben.id } })
    expect(await told()).toEqual(['ben: One, Two', 'ben: Three'])
    await database.transaction(({ outboxMessage }) => outboxMessage.updateMany({ data: { state: 'sent' } }))
    await assignTogether(depsOf(ana), [one, two], null, 4)
    clock.advance(1_000)
    await assignTogether(depsOf(ana), [one, two], ben.id, 5)
    expect(await database.read.outboxMessage.count({ where: { state: 'pending' } })).toBe(1)
  })

  it('take one row and one email, as many as can be selected', async () => {
    const [ana, ben] = [await staff('ana'), await staff('ben')]
    const many = Array.from({ length: maxBulkChange }, () => ({}))
    await assignTogether(depsOf(ana), await storeEstimates({ database, clock }, many), ben.id)
    expect([await database.read.nudge.count(), await database.read.outboxMessage.count()]).toEqual([1, 1])
    const [message] = await database.read.outboxMessage.findMany()
    expect(await prepareNudge(database, message?.id ?? '', clock.now())).toMatchObject({
      estimates: { length: maxBulkChange },
    })
  })
})

describe('the digest', () => {
  beforeEach(() => {
    // This is a Tuesday at 7:00.
    clock = new TestClock('2026-01-06T12:00:00.000Z')
  })

  it('is queued once a weekday for those who want it, and says what waits', async () => {
    const ana = await staff('ana')
    const ben = await staff('ben')
    await staff('off', { notifyDigest: false })
    const overdue = await dueIn(-5 * hourMs, { name: 'Olive', phone: '646 555 0177', urgent: true, assigneeId: ben.id })
    await dueIn(-3 * hourMs, { name: 'Otto' })
    await dueIn(3 * hourMs, { name: 'Dora' })
    await dueIn(20 * hourMs, { name: 'Tomorrow' })
    await dueIn(-5 * hourMs, { name: 'Lost unanswered', outcome: 'lost' })
    await dueIn(3 * hourMs, { name: 'Done unanswered', status: 'completed' })
    const answered = { firstContactAt: clock.now() }
    await estimate({ ...answered, name: 'Fay', followUpOn: '2026-01-06', assigneeId: ana.id })
    await estimate({ ...answered, name: 'Finn', followUpOn: '2025-12-30' })
    await estimate({ ...answered, name: 'Colleague', followUpOn: '2026-01-06', assigneeId: ben.id })
    await estimate({ ...answered, name: 'Won', followUpOn: '2026-01-05', outcome: 'won' })
    await estimate({ ...answered, name: 'Later', followUpOn: '2026-01-07' })
    await dueIn(4 * hourMs, { name: 'Dan', followUpOn: '2026-01-06' })
    const hoursAgo = (hours: number) => new Date(clock.now().getTime() - hours * hourMs)
    await estimate({ name: 'Bot', createdAt: hoursAgo(2), quarantinedAt: hoursAgo(2) })
    await estimate({ name: 'Old bot', createdAt: hoursAgo(48), quarantinedAt: hoursAgo(48) })
    await estimate({ name: 'Spam', createdAt: hoursAgo(2), quarantinedAt: hoursAgo(2), spamAt: hoursAgo(1) })
    await failedMessage(overdue, '2026-01-05T12:00:00.000Z')
    await failedMessage(overdue, '2026-01-05T11:59:59.000Z')
    const visit = async (name: string, startsAt: string, columns: Partial<Visit> = {}, about: EstimateColumns = {}) =>
      storeVisit(database, {
        estimateId: await estimate({ ...answered, name, ...about }),
        startsAt: new Date(startsAt),
        ...columns,
      })
    await visit('Last', '2026-01-07T04:59:00.000Z', { assigneeId: ana.id })
    await visit('First', '2026-01-06T05:00:00.000Z')
    await visit('Of Ben', '2026-01-06T15:00:00.000Z', { assigneeId: ben.id })
    await visit('Yesterday', '2026-01-06T04:59:00.000Z', { assigneeId: ana.id })
    await visit('Next day', '2026-01-07T05:00:00.000Z', { assigneeId: ana.id })
    await visit('Called off', '2026-01-06T15:00:00.000Z', { assigneeId: ana.id, calledOffAt: clock.now() })
    await visit('Visited', '2026-01-06T15:00:00.000Z', { assigneeId: ana.id, doneAt: clock.now() })
    await visit('Withdrawn', '2026-01-06T15:00:00.000Z', { assigneeId: ana.id }, { withdrawnAt: clock.now() })
    await queue()
    const digests = await database.read.nudge.findMany({ where: { kind: 'nudge.digest' } })
    expect(digests.map(({ userId, subject }) => `${userId} ${subject}`).toSorted()).toEqual(
      [`${ana.id} 2026-01-06`, `${ben.id} 2026-01-06`].toSorted(),
    )
    const hers = digests.find(({ userId }) => userId === ana.id)
    const nudge = await prepareNudge(database, hers?.id ?? '', clock.now())
    if (nudge?.kind !== 'nudge.digest') throw new Error('a digest was expected')
    const names = (section: { total: number; items: readonly { name: string }[] }) => [
      section.total,
      ...section.items.map(({ name }) => name),
    ]
    expect(names(nudge.digest.visits)).toEqual([2, 'First', 'Last'])
    expect(nudge.digest.visits.items[1]?.startsAt).toEqual(new Date('2026-01-07T04:59:00.000Z'))
    expect(names(nudge.digest.overdue)).toEqual([2, 'Olive', 'Otto'])
    expect(names(nudge.digest.dueToday)).toEqual([2, 'Dora', 'Dan'])
    expect(names(nudge.digest.followUps)).toEqual([3, 'Fay', 'Won', 'Finn'])
    expect(names(nudge.digest.undelivered)).toEqual([1, 'Olive'])
    expect(names(nudge.digest.quarantined)).toEqual([2, 'Bot', 'Old bot'])
    expect(nudge.digest.quarantined.fresh).toBe(1)
    const olive = { assignee: 'ben@builders.example', dueAt: expect.any(Date), phone: '646 555 0177' }
    expect(nudge.digest.overdue.items[0]).toMatchObject(olive)
    expect(nudge.digest.undelivered.items[0]).toMatchObject({ phone: '646 555 0177' })
    expect(nudge.digest.overdue.items.map(({ urgent }) => urgent)).toEqual([true, false])
  })

  it('is not sent if it is empty, later than its day, or the person left the staff or switched it off', async () => {
    const ana = await staff('ana')
    expect(await queue()).toBe(1)
    expect(await sendable()).toEqual([])
    await dueIn(-5 * hourMs)
    expect(await sendable()).toEqual(['digest ana'])
    const set = (data: Partial<User>) =>
      database.transaction(({ user }) => user.updateMany({ where: { id: ana.id }, data }))
    for (const [off, on] of [
      [{ role: 'user' }, { role: 'admin' }],
      [{ confirmedAt: null }, { confirmedAt: clock.now() }],
      [{ notifyDigest: false }, { notifyDigest: true }],
    ]) {
      await set(off ?? {})
      expect(await sendable()).toEqual([])
      await set(on ?? {})
      expect(await sendable()).toEqual(['digest ana'])
    }
    clock.advance(17 * hourMs)
    expect(await sendable()).toEqual([])
  })

  it('shows some of many estimates, and counts all', async () => {
    await staff('ana')
    for (let count = 0; count < 10; count += 1) await dueIn(-5 * hourMs)
    await queue()
    const [message] = await database.read.outboxMessage.findMany()
    const nudge = await prepareNudge(database, message?.id ?? '', clock.now())
    expect(nudge).toMatchObject({ digest: { overdue: { total: 10, items: { length: 8 } } } })
  })
})

it('several processes queue each nudge once', async () => {
  const other = testEngine === 'postgresql' ? await openDatabase({ url: place.url, log: silentLog }) : undefined
  try {
    await Promise.all(['ana', 'ben', 'cleo'].map((name) => staff(name, { newEstimatesSince: new Date(0) })))
    clock = new TestClock('2026-01-06T12:00:00.000Z')
    for (let count = 0; count < 4; count += 1) {
      await dueIn(hourMs)
      await estimate()
    }
    const databases = Array.from({ length: 8 }, (_, index) => (index % 2 ? (other ?? database) : database))
    const counts = await Promise.all(databases.map((own) => queue(own)))
    expect(counts.reduce((sum, each) => sum + each)).toBe(3 * (4 + 4 + 1))
    expect(await database.read.nudge.count()).toBe(27)
    expect(await database.read.outboxMessage.count()).toBe(27)
  } finally {
    await other?.close()
  }
})

it('several processes cannot store the same nudge twice, whatever they believe', async () => {
  const ana = await staff('ana')
  const row = () => ({ id: randomUUID(), kind: 'nudge.digest', userId: ana.id, subject: '2026-01-06' })
  await database.transaction(({ nudge }) => nudge.create({ data: { ...row(), createdAt: clock.now() } }))
  const again = database.transaction(({ nudge }) => nudge.create({ data: { ...row(), createdAt: clock.now() } }))
  await expect(again).rejects.toThrow()
})

async function failedMessage(estimateId: string, failedAt: string): Promise<void> {
  const at = new Date(failedAt)
  await database.transaction(({ outboxMessage }) =>
    outboxMessage.create({
      data: {
        id: randomUUID(),
        kind: 'estimate.visitor',
        estimateId,
        state: 'failed',
        createdAt: at,
        nextAttemptAt: at,
      },
    }),
  )
}

describe('the notice of quarantine', () => {
  const notices = () => database.read.outboxMessage.findMany({ where: { kind: 'staff.quarantine' } })

  const notify = () => queueQuarantineNotice(database, clock.now())

  it('is queued once a day while something waits, from seven on, on weekends, too', async () => {
    clock = new TestClock('2026-01-10T11:59:00.000Z')
    expect(await notify()).toBe(0)
    const id = await estimate({ createdAt: clock.now(), quarantinedAt: clock.now() })
    // The day of before had no notice yet.
    expect([await notify(), await notify()]).toEqual([1, 0])
    clock.advance(minuteMs)
    expect(await Promise.all([notify(), notify()])).toEqual(expect.arrayContaining([0, 1]))
    clock.advance(23 * hourMs)
    expect(await notify()).toBe(0)
    expect(await notices()).toHaveLength(2)
    clock.advance(hourMs)
    await database.transaction(({ projectEstimate }) =>
      projectEstimate.updateMany({ where: { id }, data: { spamAt: clock.now() } }),
    )
    expect(await notify()).toBe(0)
  })

  it('goes to the staff inbox and says what waits, and is not sent once nothing waits', async () => {
    clock = new TestClock('2026-01-10T15:00:00.000Z')
    const id = await estimate({ name: 'Ada Romero', createdAt: clock.now(), quarantinedAt: clock.now() })
    await notify()
    const [notice] = await notices()
    if (!notice) throw new Error('a notice was expected')
    const claimed = { ...notice, estimate: null }
    const prepared = await prepareMessage(database, claimed, clock.now(), testServerKey)
    if (!prepared) throw new Error('a message was expected')
    const settings = {
      appOrigin: 'https://builders.example',
      mailFrom: 'hello@builders.example',
      staffInbox: inbox,
      serverKey: testServerKey,
    }
    const message = await renderMessage(prepared, settings, clock.now())
    expect(message).toMatchObject({ to: inbox, subject: 'Possible spam: 1 request waits' })
    for (const part of [message.text, message.html])
      for (const words of ['Ada Romero', id, 'https://builders.example/admin?spam=quarantined', 'A customer may be'])
        expect(part).toContain(words)
    await database.transaction(({ projectEstimate }) =>
      projectEstimate.updateMany({ where: { id }, data: { quarantinedAt: null } }),
    )
    expect(await prepareMessage(database, claimed, clock.now(), testServerKey)).toBeUndefined()
  })
})
