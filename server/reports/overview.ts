import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { CountedKind, CountedReport, ResponseTime } from '#server/database/queries/report-query.ts'
import { addDays, daysBetween, firstDaysOfWeeks, startOfNewYorkDay } from '#shared/calendar-days.ts'
import { hourMs } from '#shared/durations.ts'
import { responseHours } from '#shared/estimates/response-clock.ts'
import type {
  ReportAssignee,
  ReportBefore,
  ReportCounts,
  ReportGroup,
  ReportOverview,
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
  const { weeks, kinds, responses } = counted
  const weekCounts = new Map(weeks.map((counts) => [counts.week, counts]))
  const weekTimes = groupBy(responses, ({ week }) => week)
  return {
    ...toSummary(counted),
    byPhone: counted.byPhone,
    before,
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
      }
    }),
    types: toGroups(kinds, ({ type }) => type),
    budgets: toGroups(kinds, ({ budget }) => budget),
    outcomes: toGroups(kinds, ({ outcome }) => outcome),
    stages: [...groupBy(kinds, ({ budget }) => budget)].map(([value, some]) => ({
      value,
      requests: sum(some, 'requests'),
      contacted: sum(some, 'contacted'),
      won: countWon(some),
    })),
    assignees: [...groupBy(kinds, ({ assigneeId }) => assigneeId).values()].map(toAssignee),
  }
}

function readReport({ queries }: ReportDeps['database'], days: readonly string[], now: Date): Promise<CountedReport> {
  return queries.report({ boundaries: days.map(startOfNewYorkDay), now, promisedMs: responseHours * hourMs })
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

/** Returns the percentile by nearest rank. */
function percentile(sorted: readonly number[], percent: number): number | null {
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? null
}

function toGroups(kinds: readonly CountedKind[], getName: (kind: CountedKind) => string): ReportGroup[] {
  return [...groupBy(kinds, getName)].map(([value, some]) => ({ value, ...toCounts(some) }))
}

function toAssignee(kinds: readonly CountedKind[]): ReportAssignee {
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

type CountName = 'requests' | 'judged' | 'inTime' | 'closed' | 'contacted'

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
