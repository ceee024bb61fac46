import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type {
  CountedKind,
  CountedProposals,
  CountedReport,
  ResponseTime,
} from '#server/database/queries/report-query.ts'
import { addDays, daysBetween, firstDaysOfWeeks, newYorkDay, startOfNewYorkDay } from '#shared/calendar-days.ts'
import { hourMs } from '#shared/durations.ts'
import { proposalDueAt } from '#shared/estimates/proposal-clock.ts'
import { proposalDays } from '#shared/estimates/proposals.ts'
import { responseHours } from '#shared/estimates/response-clock.ts'
import type {
  ReportAmount,
  ReportAssignee,
  ReportBefore,
  ReportCounts,
  ReportGroup,
  ReportOverview,
  ReportProposalCounts,
  ReportProposals,
  ReportSummary,
} from '#shared/report.ts'
import type { ReportPeriod } from '#shared/report-period.ts'

type ReportDeps = { readonly database: Pick<Database, 'queries'>; readonly clock: Clock }

/**
 * @param period checked by `reportPeriodSchema`
 * @throws {DatabaseUnavailable}
 */
export async function readOverview({ database, clock }: ReportDeps, period: ReportPeriod): Promise<ReportOverview> {
  const days = firstDaysOfWeeks(period.from, period.to)
  const end = addDays(period.to, 1)
  const now = clock.now()
  const [counted, before] = await Promise.all([
    readReport(database, [...days, end], now),
    readBefore(database, period, now),
  ])
  const { weeks, kinds, responses, proposals } = counted
  const weekProposals = groupBy(proposals, ({ week }) => week)
  const assigneeProposals = groupBy(proposals, ({ assigneeId }) => assigneeId)
  const weekCounts = new Map(weeks.map((counts) => [counts.week, counts]))
  const weekTimes = groupBy(responses, ({ week }) => week)
  return {
    ...toSummary(counted),
    byPhone: counted.byPhone,
    before,
    proposals: toProposals(counted),
    weeks: days.map((from, index) => {
      const { requests = 0, judged = 0, inTime = 0, closed = 0, contacted = 0 } = weekCounts.get(index) ?? {}
      return {
        from,
        to: addDays(days[index + 1] ?? end, -1),
        requests,
        judged,
        inTime,
        closed,
        contacted,
        medianMs: percentile(sortedMs(weekTimes.get(index) ?? []), 50),
        proposals: countPromised(weekProposals.get(index)),
      }
    }),
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
    assignees: [...groupBy(kinds, ({ assigneeId }) => assigneeId)].map(([id, some]) => ({
      ...toAssignee(some),
      proposals: countPromised(assigneeProposals.get(id)),
    })),
  }
}

function readReport({ queries }: ReportDeps['database'], days: readonly string[], now: Date): Promise<CountedReport> {
  return queries.report({
    boundaries: days.map(startOfNewYorkDay),
    now,
    promisedMs: responseHours * hourMs,
    closings: getClosings(days[0] ?? newYorkDay(now), now),
  })
}

/** A little more than the days on which a proposal of these requests may be due. */
function getClosings(from: string, now: Date) {
  const [first, last] = [addDays(from, -proposalDays.ahead), addDays(newYorkDay(now), proposalDays.ahead)]
  return Array.from({ length: Math.max(0, daysBetween(first, last) + 1) }, (_, index) => {
    const day = addDays(first, index)
    return { day, closes: proposalDueAt(day) }
  })
}

async function readBefore(
  database: ReportDeps['database'],
  { from: end, to: last }: ReportPeriod,
  now: Date,
): Promise<ReportBefore> {
  const [from, to] = [addDays(end, -daysBetween(end, last) - 1), addDays(end, -1)]
  return { ...toSummary(await readReport(database, [from, end], now)), from, to }
}

function toSummary({ kinds, responses }: CountedReport): ReportSummary {
  const times = sortedMs(responses)
  return {
    total: toCounts(kinds),
    closed: sum(kinds, 'closed'),
    contacted: times.length,
    medianMs: percentile(times, 50),
    percentile90Ms: percentile(times, 90),
    won: countWon(kinds),
    lost: countLost(kinds),
  }
}

/** A contact may be earlier than its request: a clock was set back, or the visitor was called during quarantine. */
function sortedMs(responses: readonly ResponseTime[]): number[] {
  return responses.map(({ ms }) => Math.max(0, ms)).sort((a, b) => a - b)
}

function toProposals({ proposals, proposalMs }: CountedReport): ReportProposals {
  const times = proposalMs.map((ms) => Math.max(0, ms)).sort((a, b) => a - b)
  return {
    ...countPromised(proposals),
    agreed: { judged: total(proposals, 'agreedJudged'), inTime: total(proposals, 'agreedInTime') },
    sent: times.length,
    notNeeded: total(proposals, 'notNeeded'),
    medianMs: percentile(times, 50),
  }
}

function countPromised(proposals: readonly CountedProposals[] = []): ReportProposalCounts {
  return { judged: total(proposals, 'judged'), inTime: total(proposals, 'inTime') }
}

function total(proposals: readonly CountedProposals[], name: Exclude<keyof CountedProposals, 'week' | 'assigneeId'>) {
  return proposals.reduce((sum, proposal) => sum + proposal[name], 0)
}

/** Returns the percentile by nearest rank. */
function percentile(sorted: readonly number[], percent: number): number | null {
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? null
}

function toGroups(kinds: readonly CountedKind[], getName: (kind: CountedKind) => string): ReportGroup[] {
  return [...groupBy(kinds, getName)].map(([value, some]) => ({ value, ...toCounts(some) }))
}

function toAmount(kinds: readonly CountedKind[]): ReportAmount {
  return { count: sum(kinds, 'priced'), cents: sum(kinds, 'cents') }
}

function toAssignee(kinds: readonly CountedKind[]): Omit<ReportAssignee, 'proposals'> {
  const { assigneeId: id = null, assigneeEmail: email = null, assigneeName: name = null } = kinds[0] ?? {}
  return {
    assignee: id !== null && email !== null ? { id, email, name } : null,
    ...toCounts(kinds),
    won: countWon(kinds),
    lost: countLost(kinds),
  }
}

function toCounts(kinds: readonly CountedKind[]): ReportCounts {
  return { requests: sum(kinds, 'requests'), judged: sum(kinds, 'judged'), inTime: sum(kinds, 'inTime') }
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

type CountName = 'requests' | 'judged' | 'inTime' | 'closed' | 'contacted' | 'proposals' | 'priced' | 'cents'

function sum(kinds: readonly CountedKind[], name: CountName): number {
  return kinds.reduce((total, kind) => total + kind[name], 0)
}

/** The groups are sorted by their keys, since the engines group in different orders. */
function groupBy<Item, Key extends string | number | null>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return new Map([...groups].sort(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1)))
}
