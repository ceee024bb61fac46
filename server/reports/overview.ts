import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { addDays, daysBetween, firstDaysOfWeeks, startOfNewYorkDay } from '#shared/calendar-days.ts'
import type {
  ReportAmount,
  ReportBefore,
  ReportCounts,
  ReportGroup,
  ReportOverview,
  ReportProposalCounts,
  ReportProposals,
  ReportSourceCounts,
  ReportSummary,
} from '#shared/report.ts'
import type { ReportPeriod } from '#shared/report-period.ts'
import { type CountedKind, type CountedRequests, type Counts, countRequests } from './count-requests.ts'

type ReportDeps = { readonly database: Pick<Database, 'queries' | 'read'>; readonly clock: Clock }

/**
 * @param period checked by `reportPeriodSchema`
 * @throws {DatabaseUnavailable}
 */
export async function readOverview({ database, clock }: ReportDeps, period: ReportPeriod): Promise<ReportOverview> {
  const days = firstDaysOfWeeks(period.from, period.to)
  const end = addDays(period.to, 1)
  const now = clock.now()
  const [counted, before, byPhone, people] = await Promise.all([
    countRequests(database.queries, [...days, end], now),
    readBefore(database.queries, period, now),
    database.queries.countPhoneEstimates(startOfNewYorkDay(period.from), startOfNewYorkDay(end)),
    database.read.user.findMany({ select: { id: true, email: true, name: true } }),
  ])
  const { weeks, kinds } = counted
  return {
    ...toSummary(counted),
    byPhone,
    before,
    proposals: toProposals(counted),
    weeks: weeks.map((week, index) => ({
      from: days[index] ?? end,
      to: addDays(days[index + 1] ?? end, -1),
      ...toCounts([week]),
      closed: week.closed,
      contacted: week.contacted,
      medianMs: percentile(sorted(week.contactMs), 50),
      proposals: countPromised([week]),
    })),
    types: toGroups(kinds, ({ type }) => type),
    budgets: toGroups(kinds, ({ budget }) => budget),
    outcomes: toGroups(kinds, ({ outcome }) => outcome),
    stages: [...groupBy(kinds, ({ budget }) => budget)].map(([value, some]) => ({
      value,
      requests: sum(some, 'requests'),
      contacted: sum(some, 'contacted'),
      proposals: sum(some, 'proposals'),
      won: countWon(some),
      priced: toAmount(some),
      wonPriced: toAmount(some.filter(({ outcome }) => outcome === 'won')),
    })),
    ...toSources(kinds),
    assignees: [...groupBy(kinds, ({ assigneeId }) => assigneeId)].map(([id, some]) => ({
      assignee: people.find((person) => person.id === id) ?? null,
      ...toCounts(some),
      won: countWon(some),
      lost: countLost(some),
      proposals: countPromised(some),
    })),
  }
}

const maxSources = 20

/** Anyone can send links with tags of their own, so only the largest sources have a row each. */
function toSources(kinds: readonly CountedKind[]): Pick<ReportOverview, 'sources' | 'otherSources'> {
  const groups = [...groupBy(kinds, ({ leadSource }) => leadSource)].toSorted(
    ([, a], [, b]) => sum(b, 'requests') - sum(a, 'requests'),
  )
  const others = groups.slice(maxSources)
  return {
    sources: groups.slice(0, maxSources).map(([source, some]) => ({ source, ...toSourceCounts(some) })),
    otherSources: others.length > 0 ? toSourceCounts(others.flatMap(([, some]) => some)) : null,
  }
}

function toSourceCounts(some: readonly CountedKind[]): ReportSourceCounts {
  return {
    requests: sum(some, 'requests'),
    proposals: sum(some, 'proposals'),
    won: countWon(some),
    lost: countLost(some),
    wonCents: toAmount(some.filter(({ outcome }) => outcome === 'won')).cents,
  }
}

async function readBefore(
  queries: Database['queries'],
  { from: end, to: last }: ReportPeriod,
  now: Date,
): Promise<ReportBefore> {
  const [from, to] = [addDays(end, -daysBetween(end, last) - 1), addDays(end, -1)]
  return { ...toSummary(await countRequests(queries, [from, end], now)), from, to }
}

function toSummary({ weeks, kinds }: CountedRequests): ReportSummary {
  const times = sorted(weeks.flatMap(({ contactMs }) => contactMs))
  return {
    total: toCounts(kinds),
    closed: sum(kinds, 'closed'),
    contacted: sum(kinds, 'contacted'),
    medianMs: percentile(times, 50),
    percentile90Ms: percentile(times, 90),
    won: countWon(kinds),
    lost: countLost(kinds),
  }
}

function toProposals({ kinds, proposalMs }: CountedRequests): ReportProposals {
  return {
    ...countPromised(kinds),
    agreed: { judged: sum(kinds, 'agreedJudged'), inTime: sum(kinds, 'agreedInTime') },
    sent: sum(kinds, 'proposals'),
    notNeeded: sum(kinds, 'notNeeded'),
    medianMs: percentile(sorted(proposalMs), 50),
  }
}

function countPromised(counted: readonly Counts[]): ReportProposalCounts {
  return { judged: sum(counted, 'promisedJudged'), inTime: sum(counted, 'promisedInTime') }
}

/** Typed arrays sort numbers several times faster. */
function sorted(numbers: readonly number[]): Float64Array {
  return Float64Array.from(numbers).sort()
}

/** Returns the percentile by nearest rank. */
function percentile(times: Float64Array, percent: number): number | null {
  return times[Math.ceil((times.length * percent) / 100) - 1] ?? null
}

function toGroups(kinds: readonly CountedKind[], getName: (kind: CountedKind) => string): ReportGroup[] {
  return [...groupBy(kinds, getName)].map(([value, some]) => ({ value, ...toCounts(some) }))
}

function toAmount(kinds: readonly CountedKind[]): ReportAmount {
  return { count: sum(kinds, 'priced'), cents: sum(kinds, 'cents') }
}

function toCounts(counted: readonly Counts[]): ReportCounts {
  return { requests: sum(counted, 'requests'), judged: sum(counted, 'judged'), inTime: sum(counted, 'inTime') }
}

function countWon(kinds: readonly CountedKind[]): number {
  return sum(
    kinds.filter(({ outcome }) => outcome === 'won'),
    'requests',
  )
}

function countLost(kinds: readonly CountedKind[]): number {
  return sum(
    kinds.filter(({ outcome }) => outcome === 'lost'),
    'requests',
  )
}

function sum<Name extends string>(counted: readonly Readonly<Record<Name, number>>[], name: Name): number {
  return counted.reduce((total, counts) => total + counts[name], 0)
}

/** The groups are sorted by their keys, since the engines group in different orders. */
function groupBy<Item, Key extends string | number | null>(
  items: readonly Item[],
  getKey: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const group = groups.get(getKey(item))
    if (group) group.push(item)
    else groups.set(getKey(item), [item])
  }
  return new Map([...groups].sort(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1)))
}
