import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProjectEstimate } from '#prisma/generated/sqlite/client.ts'
import type { Transaction } from '#server/database/database.ts'
import type { EstimateCriteria, FollowUpCriterion } from '#server/database/queries/estimate-criteria.ts'
import { SeededRandom } from '#server/demo/random.ts'
import { countRequests } from '#server/reports/count-requests.ts'
import { readOverview } from '#server/reports/overview.ts'
import { addDays, daysBetween, newYorkDay, newYorkInstant } from '#shared/calendar-days.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import { answeredFilters, proposalFilters } from '#shared/estimates/estimate-filter.ts'
import { awaitsContact } from '#shared/estimates/response-clock.ts'
import type { ReportCounts } from '#shared/report.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts'
import { buildEstimate } from '#tests/support/estimates/build-estimate.ts'

// What the statements count is compared with plain code over the rows.

const now = new Date('2025-11-06T17:00:00Z')
const days = 40
const random = new SeededRandom(31)
const sources = ['google', 'it’s | odd', null] as const
const types = ['kitchen-remodel', 'other', 'it’s odd'] as const
const budgets = ['under-10k', 'over-500k', 'unlisted'] as const
const statuses = ['new', 'in_progress', 'completed'] as const
const outcomes = ['open', 'won', 'lost'] as const
const today = newYorkDay(now)
const followUpDays = [addDays(today, -9), today, addDays(today, 1), addDays(today, 30)] as const
const followUps: readonly [FollowUpCriterion, ...FollowUpCriterion[]] = [
  'none',
  { until: today },
  { from: addDays(today, 1) },
]
const proposalDays = [addDays(today, -9), addDays(today, -1), today, addDays(today, 5)] as const
const users = ['u1', 'u2', 'u3'] as const

let test: TestDatabase
let nextNumber = 0

beforeAll(async () => {
  test = await createTestDatabase()
  await test.database.transaction(({ user }) =>
    user.createMany({ data: users.map((id) => ({ id, email: `${id}@example.com`, createdAt: now })) }),
  )
})
afterAll(() => test.dispose())

/** Often at a boundary of a day, a week or an hour, and over the end of daylight saving time. */
function someInstant(): Date {
  const ms = now.getTime() - random.below(days) * dayMs - random.below(24) * hourMs
  return new Date(random.chance(0.5) ? ms - (ms % hourMs) - random.below(2) : ms - random.below(hourMs))
}

/** In any state, also in those that the staff cannot reach. */
function someProposal() {
  const promised = random.chance(0.7) ? random.pick(proposalDays) : null
  const sentAt = random.chance(0.5) ? someInstant() : null
  return {
    proposalPromisedOn: promised,
    proposalDueOn: random.chance(0.7) ? random.pick(proposalDays) : null,
    proposalSentAt: sentAt,
    proposalCents: sentAt && random.chance(0.5) ? BigInt(1 + random.below(9_999_999_998)) : null,
  }
}

const maybe = (value: Date): Date | null => (random.chance(0.6) ? value : null)

function newRow() {
  nextNumber += 1
  const createdAt = someInstant()
  const quarantinedAt = random.chance(0.15) ? createdAt : null
  return {
    ...buildEstimate({ id: `e${nextNumber}`, createdAt, quarantinedAt }),
    projectType: random.pick(types),
    budgetRange: random.pick(budgets),
    timeline: random.pick(['asap', 'flexible']),
    urgent: random.chance(0.3),
    status: random.pick(statuses),
    assigneeId: random.chance(0.5) ? random.pick(users) : null,
    outcome: random.pick(['open', 'open', 'won', 'lost']),
    source: random.pick(['website', 'website', 'phone']),
    leadSource: random.pick(sources),
    followUpOn: random.chance(0.5) ? random.pick(followUpDays) : null,
    ...someProposal(),
    firstContactAt: maybe(new Date(createdAt.getTime() + (random.below(60) - 2) * hourMs + random.below(2))),
  }
}

function someChange(): Partial<ProjectEstimate> {
  const at = someInstant()
  const changes: Partial<ProjectEstimate>[] = [
    { status: random.pick(statuses), version: 2 },
    { outcome: random.pick(['open', 'won', 'lost']) },
    { followUpOn: random.chance(0.5) ? random.pick(followUpDays) : null },
    { assigneeId: random.chance(0.5) ? random.pick(users) : null },
    { firstContactAt: maybe(at) },
    someProposal(),
    { dueAt: new Date(at.getTime() + dayMs), quarantineReasons: 'decoy', quarantinedAt: null, spamAt: null },
    { quarantinedAt: at, quarantineReasons: 'decoy', spamAt: maybe(at), dueAt: null },
    { withdrawnAt: at, dueAt: null, proposalDueOn: null },
    { createdAt: at, urgent: random.chance(0.5) },
    { projectType: random.pick(types), budgetRange: random.pick(budgets) },
    { name: 'Another Name' },
  ]
  return changes[random.below(changes.length)] ?? {}
}

async function changeSomething({ projectEstimate, user }: Transaction): Promise<void> {
  const id = { in: Array.from({ length: 1 + random.below(3) }, () => `e${1 + random.below(nextNumber + 1)}`) }
  const dice = random.below(20)
  if (dice < 7) await projectEstimate.createMany({ data: Array.from({ length: 1 + random.below(6) }, newRow) })
  else if (dice < 17) await projectEstimate.updateMany({ where: { id }, data: someChange() })
  else if (dice < 19) await projectEstimate.deleteMany({ where: { id } })
  else {
    // Their estimates lose their assignee.
    const gone = random.pick(users)
    await user.deleteMany({ where: { id: gone } })
    await user.createMany({ data: { id: gone, email: `${gone}@example.com`, createdAt: now } })
  }
}

const spamOf = ({ quarantinedAt, spamAt }: ProjectEstimate) =>
  quarantinedAt === null ? undefined : spamAt === null ? 'quarantined' : 'confirmed'

const needsNoProposal = ({ dueAt, proposalPromisedOn, proposalDueOn, proposalSentAt }: ProjectEstimate) =>
  dueAt !== null && proposalPromisedOn !== null && proposalDueOn === null && proposalSentAt === null

function meetsProposal(estimate: ProjectEstimate, { proposal }: EstimateCriteria): boolean {
  const isSent = estimate.proposalSentAt !== null
  const isToBeSent = estimate.proposalDueOn !== null && !isSent && estimate.outcome === 'open'
  const proposals = {
    due: isToBeSent,
    overdue: isToBeSent && (estimate.proposalDueOn ?? '') <= (proposal?.until ?? ''),
    sent: isSent,
    'not-needed': needsNoProposal(estimate),
  }
  return proposal === undefined || proposals[proposal.is]
}

function meets(estimate: ProjectEstimate, criteria: EstimateCriteria): boolean {
  const { overdueAt, since, before } = criteria
  const choices = [
    [criteria.status, estimate.status],
    [criteria.urgent, estimate.urgent],
    [criteria.type, estimate.projectType],
    [criteria.budget, estimate.budgetRange],
    [criteria.timeline, estimate.timeline],
    [criteria.leadSource, estimate.leadSource],
    [criteria.assigneeId, estimate.assigneeId],
  ]
  const { outcome, followUp } = criteria
  const meetsFollowUp = (wanted: FollowUpCriterion, day: string | null) => {
    if (day === null || wanted === 'none') return day === null && wanted === 'none'
    const { from = day, until = day } = wanted
    return from <= day && day <= until
  }
  const isOverdue = (at: Date) => awaitsContact(estimate) && estimate.dueAt !== null && estimate.dueAt < at
  const { firstContactAt: contact, dueAt: due } = estimate
  const waits = awaitsContact(estimate) && due !== null
  const answers: Record<NonNullable<EstimateCriteria['answered']>['is'], boolean> = {
    yes: contact !== null,
    no: waits,
    closed: isClosed(estimate),
    'in-time': contact !== null && due !== null && contact <= due,
    pending: waits && due >= now,
    missed: isOverdue(now) || (contact !== null && due !== null && contact > due),
  }
  return (
    spamOf(estimate) === criteria.spam &&
    (criteria.answered === undefined || answers[criteria.answered.is]) &&
    meetsProposal(estimate, criteria) &&
    choices.every(([wanted, value]) => wanted === undefined || wanted === value) &&
    (outcome === undefined || estimate.outcome === outcome) &&
    (followUp === undefined || meetsFollowUp(followUp, estimate.followUpOn)) &&
    (overdueAt === undefined || isOverdue(overdueAt)) &&
    (since === undefined || estimate.createdAt >= since) &&
    (before === undefined || estimate.createdAt < before)
  )
}

function someCriteria(): EstimateCriteria {
  const sometimes = <Value>(value: Value) => (random.chance(0.25) ? value : undefined)
  const since = sometimes(someInstant())
  return {
    status: sometimes(random.pick(statuses)),
    urgent: sometimes(true),
    type: sometimes(random.pick(types)),
    budget: sometimes(random.pick(budgets)),
    timeline: sometimes('asap'),
    leadSource: sometimes(random.pick(sources) ?? undefined),
    assigneeId: sometimes(random.chance(0.5) ? null : random.pick(users)),
    outcome: sometimes(random.pick(outcomes)),
    followUp: sometimes(random.pick(followUps)),
    spam: sometimes(random.pick(['quarantined', 'confirmed'])),
    overdueAt: sometimes(now),
    proposal: sometimes({ is: random.pick(proposalFilters), until: today }),
    answered: sometimes({ is: random.pick(answeredFilters), now }),
    since,
    before: since && sometimes(new Date(since.getTime() + 9 * dayMs)),
  }
}

function countedByHand(all: readonly ProjectEstimate[], criteria: EstimateCriteria) {
  const count = (changed: EstimateCriteria) => all.filter((one) => meets(one, { ...criteria, ...changed })).length
  const counted = statuses.map((status) => [status, count({ status })] as const)
  return {
    statuses: Object.fromEntries(counted.filter(([, number]) => number > 0)),
    overdue: count({ spam: undefined, overdueAt: now }),
    quarantined: count({ spam: 'quarantined' }),
    confirmed: count({ spam: 'confirmed' }),
  }
}

function reportByHand(all: readonly ProjectEstimate[], from: string, to: string) {
  const dayOf = new Map(all.map((one) => [one, newYorkDay(one.createdAt)]))
  const between = (one: ProjectEstimate, first: string, last: string) => {
    const day = dayOf.get(one) ?? ''
    return day >= first && day <= last
  }
  const inPeriod = all.filter((one) => one.quarantinedAt === null && between(one, from, to))
  const counts = (some: readonly ProjectEstimate[]): ReportCounts => ({
    requests: some.length,
    judged: some.filter((one) => one.dueAt && (one.firstContactAt || (awaitsContact(one) && one.dueAt < now))).length,
    inTime: some.filter(({ firstContactAt, dueAt }) => firstContactAt && dueAt && firstContactAt <= dueAt).length,
  })
  const timesOf = (some: readonly ProjectEstimate[]) =>
    some
      .flatMap(({ createdAt, firstContactAt, dueAt, quarantineReasons }) => {
        const startMs = quarantineReasons === null ? createdAt.getTime() : dueAt && dueAt.getTime() - dayMs
        if (!firstContactAt || startMs === null) return []
        return [Math.max(0, firstContactAt.getTime() - startMs)]
      })
      .toSorted((a, b) => a - b)
  const countContacted = (some: readonly ProjectEstimate[]) =>
    some.filter(({ firstContactAt }) => firstContactAt).length
  const times = timesOf(inPeriod)
  const percentile = (part: number) => times[Math.ceil((times.length * part) / 100) - 1] ?? null
  const groups = (read: (one: ProjectEstimate) => string) =>
    Object.fromEntries(
      [...new Set(inPeriod.map(read))].map((value) => [value, counts(inPeriod.filter((one) => read(one) === value))]),
    )
  const proposalsOf = (some: readonly ProjectEstimate[], read: (one: ProjectEstimate) => string | null) => {
    const promised = some.filter(
      ({ proposalPromisedOn, proposalDueOn, proposalSentAt, outcome }) =>
        proposalPromisedOn !== null && (proposalSentAt !== null || (outcome === 'open' && proposalDueOn !== null)),
    )
    const closing = (one: ProjectEstimate) => newYorkInstant(read(one) ?? one.proposalPromisedOn ?? '', 19 * 60)
    const inTime = promised.filter((one) => one.proposalSentAt !== null && one.proposalSentAt <= closing(one)).length
    const late = promised.filter((one) => (one.proposalSentAt ?? now) > closing(one)).length
    return { judged: inTime + late, inTime }
  }
  const asPromised = (some: readonly ProjectEstimate[]) => proposalsOf(some, (one) => one.proposalPromisedOn)
  const proposalMs = inPeriod
    .flatMap(({ proposalPromisedOn, proposalSentAt, firstContactAt }) =>
      proposalPromisedOn && proposalSentAt && firstContactAt
        ? [Math.max(0, proposalSentAt.getTime() - firstContactAt.getTime())]
        : [],
    )
    .toSorted((a, b) => a - b)
  const amounts = (some: readonly ProjectEstimate[]) => {
    const known = some.flatMap(({ proposalCents }) => (proposalCents === null ? [] : [Number(proposalCents)]))
    return { count: known.length, cents: known.reduce((sum, cents) => sum + cents, 0) }
  }
  return {
    total: counts(inPeriod),
    proposals: {
      ...asPromised(inPeriod),
      agreed: proposalsOf(inPeriod, (one) => one.proposalDueOn),
      // The numbers of the lists that they lead to.
      sent: inPeriod.filter(({ proposalSentAt }) => proposalSentAt !== null).length,
      notNeeded: inPeriod.filter(needsNoProposal).length,
      medianMs: proposalMs[Math.ceil(proposalMs.length / 2) - 1] ?? null,
    },
    byPhone: inPeriod.filter(({ source }) => source === 'phone').length,
    closed: inPeriod.filter(isClosed).length,
    contacted: countContacted(inPeriod),
    medianMs: percentile(50),
    percentile90Ms: percentile(90),
    weeks(week: { from: string; to: string }) {
      const some = inPeriod.filter((one) => between(one, week.from, week.to))
      const contacts = timesOf(some)
      return {
        ...counts(some),
        closed: some.filter(isClosed).length,
        contacted: countContacted(some),
        medianMs: contacts[Math.ceil(contacts.length / 2) - 1] ?? null,
        proposals: asPromised(some),
      }
    },
    won: inPeriod.filter(({ outcome }) => outcome === 'won').length,
    lost: inPeriod.filter(({ outcome }) => outcome === 'lost').length,
    stages: Object.fromEntries(
      [...new Set(inPeriod.map(({ budgetRange }) => budgetRange))].map((value) => {
        const some = inPeriod.filter(({ budgetRange }) => budgetRange === value)
        const won = some.filter(({ outcome }) => outcome === 'won').length
        return [
          value,
          {
            requests: some.length,
            contacted: countContacted(some),
            proposals: some.filter(({ proposalSentAt }) => proposalSentAt !== null).length,
            won,
            priced: amounts(some),
            wonPriced: amounts(some.filter(({ outcome }) => outcome === 'won')),
          },
        ]
      }),
    ),
    otherSources: null,
    sources: Object.fromEntries(
      [...new Set(inPeriod.map(({ leadSource }) => leadSource))].map((source) => {
        const some = inPeriod.filter(({ leadSource }) => leadSource === source)
        const [won = [], lost = []] = ['won', 'lost'].map((wanted) => some.filter(({ outcome }) => outcome === wanted))
        const proposals = some.filter(({ proposalSentAt }) => proposalSentAt !== null).length
        const counted = { requests: some.length, proposals, won: won.length, lost: lost.length }
        return [String(source), { ...counted, wonCents: amounts(won).cents }]
      }),
    ),
    types: groups(({ projectType }) => projectType),
    budgets: groups(({ budgetRange }) => budgetRange),
    outcomes: groups(({ outcome }) => outcome),
    assignees: Object.fromEntries(
      [...new Set(inPeriod.map(({ assigneeId }) => assigneeId))].map((id) => {
        const some = inPeriod.filter(({ assigneeId }) => assigneeId === id)
        const [won, lost] = ['won', 'lost'].map((wanted) => some.filter(({ outcome }) => outcome === wanted).length)
        return [id ?? 'nobody', { ...counts(some), won, lost, proposals: asPromised(some) }]
      }),
    ),
  }
}

/** A closed estimate has no contact, and awaits none. */
const isClosed = (one: ProjectEstimate) => one.firstContactAt === null && one.dueAt !== null && !awaitsContact(one)

const byValue = (groups: readonly { readonly value: string }[]) =>
  Object.fromEntries(groups.map(({ value, ...counts }) => [value, counts]))

const rowsOf = () => test.database.read.projectEstimate.findMany()

// Each test goes on with what the ones before it have written.
describe('after any sequence of changes', { shuffle: false }, () => {
  it('lists, counts and reports are equal to plain code over the rows', async () => {
    for (let step = 0; step < 8; step++) {
      await test.database.transaction(async (transaction) => {
        for (let change = 0; change < 20; change++) await changeSomething(transaction)
      })
      const all = await rowsOf()
      const { queries } = test.database
      for (const criteria of [someCriteria(), someCriteria(), someCriteria()]) {
        expect(await queries.countEstimates(criteria, now)).toEqual(countedByHand(all, criteria))
        const expected = all.filter((one) => meets(one, criteria))
        for (const order of ['newest', 'budget'] as const) {
          const { rows, total } = await queries.listEstimates({ criteria, order, limit: 1_000, counted: true })
          expect([total, new Set(rows.map(({ estimate }) => estimate.id))]).toEqual([
            expected.length,
            new Set(expected.map(({ id }) => id)),
          ])
        }
        const listed = { criteria, limit: 1_000, counted: false } as const
        const { rows: waiting } = await queries.listEstimates({ ...listed, order: 'waiting' })
        const { rows: others } = await queries.listEstimates({ ...listed, order: 'others' })
        const { rows: due } = await queries.listEstimates({ ...listed, order: 'proposals' })
        const { rows: rest } = await queries.listEstimates({ ...listed, order: 'no-proposals' })
        for (const rows of [
          [...waiting, ...others],
          [...due, ...rest],
        ]) {
          const ids = rows.map(({ estimate }) => estimate.id)
          expect([ids.length, new Set(ids)]).toEqual([expected.length, new Set(expected.map(({ id }) => id))])
        }
        const dueDays = due.map(({ estimate }) => estimate.proposalDueOn ?? '')
        expect(dueDays).toEqual(dueDays.toSorted((a, b) => a.localeCompare(b)))
      }

      const from = addDays(newYorkDay(now), -random.below(days + 3))
      const to = addDays(from, random.below(daysBetween(from, newYorkDay(now)) + 2))
      const report = await readOverview({ database: test.database, clock: { now: () => now } }, { from, to })
      const { weeks, ...byHand } = reportByHand(all, from, to)
      const [beforeFrom, beforeTo] = [addDays(from, -daysBetween(from, to) - 1), addDays(from, -1)]
      const { total, closed, contacted, medianMs, percentile90Ms, won, lost } = reportByHand(all, beforeFrom, beforeTo)
      expect({
        ...report,
        weeks: undefined,
        types: byValue(report.types),
        budgets: byValue(report.budgets),
        outcomes: byValue(report.outcomes),
        stages: byValue(report.stages),
        sources: byValue(report.sources.map(({ source, ...counts }) => ({ value: String(source), ...counts }))),
        assignees: byValue(
          report.assignees.map(({ assignee, ...counts }) => ({ value: assignee?.id ?? 'nobody', ...counts })),
        ),
      }).toEqual({
        ...byHand,
        before: { total, closed, contacted, medianMs, percentile90Ms, won, lost, from: beforeFrom, to: beforeTo },
        weeks: undefined,
      })
      expect(report.weeks).toEqual(report.weeks.map((week) => ({ ...week, ...weeks(week) })))
    }
    expect((await rowsOf()).length).toBeGreaterThan(50)
  })

  it.each([{}, { type: 'other', assigneeId: null }])(
    'outcomes, follow-ups and answers are counted as plain code counts them, also by %j',
    async (others: EstimateCriteria) => {
      const all = await rowsOf()
      const answers = [undefined, ...answeredFilters.map((is) => ({ is, now }))]
      const more = [...followUps.map((followUp) => ({ followUp })), ...answers.map((answered) => ({ answered }))]
      for (const outcome of [undefined, ...outcomes])
        for (const each of more) {
          const criteria = { ...others, outcome, ...each }
          const list = await test.database.queries.listEstimates({ criteria, order: 'newest', limit: 1, counted: true })
          expect(list.total).toBe(all.filter((one) => meets(one, criteria)).length)
          expect(await test.database.queries.countEstimates(criteria, now)).toEqual(countedByHand(all, criteria))
        }
    },
  )

  it('a status that this version does not know is counted, too', async () => {
    await test.database.transaction(({ projectEstimate }) =>
      projectEstimate.updateMany({ where: { status: 'new' }, data: { status: 'paused' } }),
    )
    const all = await rowsOf()
    const { statuses: counted } = await test.database.queries.countEstimates({}, now)
    expect(counted.paused).toBe(all.filter(({ status, quarantinedAt }) => status === 'paused' && !quarantinedAt).length)
  })
})

describe.each([24, 48])('with a promise of %i hours', (promisedHours) => {
  it('times run from the request, also one from when the promise was another one, or from the release', async () => {
    const createdAt = new Date('2025-06-03T12:00:00Z')
    const later = (hours: number) => new Date(createdAt.getTime() + hours * hourMs)
    const rows = [
      { firstContactAt: later(5), dueAt: later(promisedHours) },
      { firstContactAt: later(7), dueAt: later(36) },
      { firstContactAt: later(12), dueAt: later(10 + promisedHours), quarantineReasons: 'decoy' },
    ].map((row, index) => ({ ...buildEstimate({ id: `p${promisedHours}-${index}`, createdAt }), ...row }))
    await test.database.transaction(async ({ projectEstimate }) => {
      await projectEstimate.deleteMany({})
      await projectEstimate.createMany({ data: rows })
    })
    const promisedMs = promisedHours * hourMs
    const counted = await countRequests(test.database.queries, ['2025-06-03', '2025-06-04'], now, promisedMs)
    const times = counted.weeks.flatMap(({ contactMs }) => contactMs)
    expect(times.toSorted((a, b) => a - b)).toEqual([2 * hourMs, 5 * hourMs, 7 * hourMs])
  })
})
