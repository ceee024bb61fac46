import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type {
  CountedKind,
  CountedReport,
  PromisedProposal,
  ResponseTime,
} from '#server/database/queries/report-query.ts'
import { addDays, daysBetween, firstDaysOfWeeks, startOfNewYorkDay } from '#shared/calendar-days.ts'
import { hourMs } from '#shared/durations.ts'
import { proposalDueAt } from '#shared/estimates/proposal-clock.ts'
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
  const { weeks, kinds, responses } = counted
  const proposals = counted.proposals.map(judge(now))
  const weekProposals = groupBy(proposals, ({ week }) => week)
  const assigneeProposals = groupBy(proposals, ({ assigneeId }) => assigneeId)
  const weekCounts = new Map(weeks.map((counts) => [counts.week, counts]))
  const weekTimes = groupBy(responses, ({ week }) => week)
  return {
    ...toSummary(counted),
    byPhone: counted.byPhone,
    before,
    proposals: toProposals(proposals),
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

/** Whether a proposal was sent in time. Undefined while it still can be. */
type JudgedProposal = PromisedProposal & {
  readonly asPromised: boolean | undefined
  readonly asAgreed: boolean | undefined
}

/** Reads the closing time of each day once, which takes as long as all else. */
function judge(now: Date): (proposal: PromisedProposal) => JudgedProposal {
  const closing = new Map<string, number>()
  const isInTime = (dueOn: string, sentAt: string | null) => {
    const dueAt = closing.get(dueOn) ?? proposalDueAt(dueOn).getTime()
    closing.set(dueOn, dueAt)
    if (sentAt !== null) return Date.parse(sentAt) <= dueAt
    return now.getTime() > dueAt ? false : undefined
  }
  return (proposal) => {
    const { promisedOn, dueOn, sentAt } = proposal
    if (sentAt === null && dueOn === null) return { ...proposal, asPromised: undefined, asAgreed: undefined }
    return {
      ...proposal,
      asPromised: isInTime(promisedOn, sentAt),
      asAgreed: isInTime(dueOn ?? promisedOn, sentAt),
    }
  }
}

function toProposals(proposals: readonly JudgedProposal[]): ReportProposals {
  const times = proposals.flatMap(({ ms }) => (ms === null ? [] : [Math.max(0, ms)])).sort((a, b) => a - b)
  return {
    ...countPromised(proposals),
    agreed: countInTime(proposals.map(({ asAgreed }) => asAgreed)),
    sent: times.length,
    notNeeded: proposals.filter(({ dueOn, sentAt }) => dueOn === null && sentAt === null).length,
    medianMs: percentile(times, 50),
  }
}

function countPromised(proposals: readonly JudgedProposal[] = []): ReportProposalCounts {
  return countInTime(proposals.map(({ asPromised }) => asPromised))
}

function countInTime(judged: readonly (boolean | undefined)[]): ReportProposalCounts {
  const [inTime, late] = [true, false].map((is) => judged.filter((one) => one === is).length)
  return { judged: (inTime ?? 0) + (late ?? 0), inTime: inTime ?? 0 }
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
