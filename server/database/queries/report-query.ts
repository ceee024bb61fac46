import { dayMs, hourMs } from '#shared/durations.ts'
import type { ReportAssignee, ReportGroup, ReportStage, ReportSummary } from '#shared/report.ts'
import { isClosed, spamSql, waitingSql } from './estimate-criteria.ts'
import { type Bind, buildQuery, type Query, type QueryDialect } from './query.ts'

export type ReportScope = {
  /** The last boundary is the end of the last week. */
  readonly boundaries: readonly Date[]
  /** Estimates without contact count as late once they are due, unless they are closed. */
  readonly now: Date
}

/** The first contacts of a week: the hour that has their median, and the median's place within it, from 1. */
type WeekMedian = {
  readonly value: number
  readonly contacted: number
  readonly hours: number
  readonly place: number
  readonly inHour: number
}

/** Someone's requests, as one row of JSON. */
type AssigneeRow = Omit<ReportAssignee, 'assignee'> & {
  readonly id: string
  readonly email: string
  readonly name: string | null
}

/** The `value` of a week is its index, from `'0'`. */
export type CountedReport = Pick<ReportSummary, 'contacted' | 'medianMs' | 'percentile90Ms'> & {
  readonly weeks: readonly (ReportGroup & { readonly closed: number })[]
  readonly types: readonly ReportGroup[]
  readonly budgets: readonly ReportGroup[]
  readonly outcomes: readonly ReportGroup[]
  readonly stages: readonly ReportStage[]
  /** Without the unassigned ones. */
  readonly assignees: readonly ReportAssignee[]
  readonly medians: readonly WeekMedian[]
}

export type ReportRow = Record<
  'weeks' | 'types' | 'budgets' | 'outcomes' | 'stages' | 'assignees' | 'medians',
  string
> & {
  readonly contacted: number | bigint
  readonly medianMs: number | bigint | null
  readonly percentile90Ms: number | bigint | null
}

/** The weeks of estimate_weeks begin at midnight in New York, except in summer: then they begin an hour later. */
const firstWeekMs = Date.UTC(1900, 0, 1, 5)
const weekMs = 7 * dayMs

type Span = { readonly span: number; readonly since: Date; readonly before: Date }

/** The kept weeks nearest to each span. */
function reportSpans(boundaries: readonly Date[]): (Span & { low: number; high: number })[] {
  return boundaries.slice(1).map((before, span) => {
    const since = boundaries[span] ?? before
    return { span, since, before, low: nearestWeek(since), high: nearestWeek(before) }
  })
}

/** The times whose estimates these weeks have too few (1) or too many (-1) of. */
function reportEdges(boundaries: readonly Date[]): (Span & { change: number })[] {
  return boundaries.flatMap((at, index) => {
    const weekAt = new Date(firstWeekMs + nearestWeek(at) * weekMs)
    const [since, before, change] = at < weekAt ? [at, weekAt, 1] : [weekAt, at, -1]
    const edges = [
      { span: index, since, before, change },
      { span: index - 1, since, before, change: -change },
    ]
    return edges.filter(({ span }) => since < before && span >= 0 && span < boundaries.length - 1)
  })
}

function nearestWeek(at: Date): number {
  return Math.round((at.getTime() - firstWeekMs) / weekMs)
}

const spanColumns = { span: 'number', since: 'instant', before: 'instant' } as const
const countNames = ['value', 'requests', 'judged', 'inTime']
const contacted = 'first_contact_at IS NOT NULL AND due_at IS NOT NULL'

/** Adds up the kept weeks and corrects them by the few estimates between their boundaries and the report's. */
export function reportQuery(dialect: QueryDialect, { boundaries, now }: ReportScope): Query {
  const { estimatesBy, responseMs } = dialect
  const records = (rows: readonly Span[], columns: Parameters<QueryDialect['records']>[1], bind: Bind) => {
    const stored = rows.map((row) => ({
      ...row,
      since: dialect.value(row.since, 'instant'),
      before: dialect.value(row.before, 'instant'),
    }))
    return dialect.records(bind(JSON.stringify(stored), 'text'), columns)
  }
  const [first, last] = [boundaries.at(0) ?? now, boundaries.at(-1) ?? now]

  return buildQuery(dialect, (bind) => {
    const inPeriod = () => `created_at >= ${bind(first, 'instant')} AND created_at < ${bind(last, 'instant')}`
    // The index has the times of one hour in their order.
    const percentile = (place: string) => `(SELECT ${responseMs} FROM ${estimatesBy('response')}
      WHERE ${contacted} AND ${spamSql.none} AND ${inPeriod()}
        AND ${responseMs} >= (SELECT hours FROM ${place}) * CAST(${hourMs} AS bigint)
        AND ${responseMs} < (SELECT hours + 1 FROM ${place}) * CAST(${hourMs} AS bigint)
      ORDER BY ${responseMs} LIMIT 1 OFFSET coalesce((SELECT skipped FROM ${place}), 0))`
    const groups = (column: string, from: string, more: readonly string[] = []) =>
      dialect.jsonRows(
        `SELECT CAST(${column} AS text) AS value, sum(requests) AS requests, sum(judged) AS judged, sum(in_time) AS "inTime"
          ${more.map((name) => `, sum(${name}) AS ${name}`).join('')} FROM ${from} GROUP BY ${column} HAVING sum(requests) > 0`,
        [...countNames, ...more],
      )
    return `
      WITH spans AS MATERIALIZED (
        SELECT * FROM ${records(reportSpans(boundaries), { ...spanColumns, low: 'number', high: 'number' }, bind)} AS given),
      edges AS MATERIALIZED (SELECT * FROM ${records(reportEdges(boundaries), { ...spanColumns, change: 'number' }, bind)} AS given),
      live AS MATERIALIZED (
        SELECT span, change, project_type, budget_range, outcome, assignee_id,
          CASE WHEN coalesce(first_contact_at, due_at) IS NULL THEN 0 ELSE change END AS judged,
          CASE WHEN first_contact_at <= due_at THEN change ELSE 0 END AS in_time,
          CASE WHEN ${contacted} THEN ${responseMs} END AS ms
        FROM edges CROSS JOIN ${estimatesBy('finding')}
        WHERE created_at >= since AND created_at < before AND ${spamSql.none}),
      unanswered AS MATERIALIZED (
        SELECT budget_range AS unanswered_range, count(*) AS total FROM ${estimatesBy('waiting')}
        WHERE ${waitingSql(bind)} AND ${spamSql.none} AND ${inPeriod()} GROUP BY budget_range),
      unjudged AS MATERIALIZED (
        SELECT created_at, project_type, budget_range, outcome, assignee_id, CASE WHEN ${isClosed} THEN 1 ELSE 0 END AS closed
        FROM ${estimatesBy('waiting')}
        WHERE ${waitingSql(bind)} AND ${spamSql.none} AND (due_at >= ${bind(now, 'instant')} OR ${isClosed})),
      counted AS MATERIALIZED (
        SELECT span, project_type, budget_range, outcome, requests, judged, in_time, 0 AS closed
          FROM spans CROSS JOIN estimate_weeks WHERE week >= low AND week < high
        UNION ALL SELECT span, project_type, budget_range, outcome, change, judged, in_time, 0 FROM live
        UNION ALL SELECT span, project_type, budget_range, outcome, 0, -1, 0, closed
          FROM unjudged CROSS JOIN spans WHERE created_at >= since AND created_at < before),
      assigned AS MATERIALIZED (
        SELECT assignee_id, outcome, requests, judged, in_time
          FROM spans CROSS JOIN estimate_assignee_weeks WHERE week >= low AND week < high
        UNION ALL SELECT assignee_id, outcome, change, judged, in_time FROM live
        UNION ALL SELECT assignee_id, outcome, 0, -1, 0
          FROM unjudged CROSS JOIN spans WHERE created_at >= since AND created_at < before),
      kinds AS MATERIALIZED (
        SELECT project_type, budget_range, outcome, sum(requests) AS requests, sum(judged) AS judged, sum(in_time) AS in_time
        FROM counted GROUP BY project_type, budget_range, outcome),
      span_hours AS MATERIALIZED (
        SELECT span, hours, CAST(sum(total) AS integer) AS total FROM (
          SELECT span, hours, total FROM spans CROSS JOIN estimate_response_hours WHERE week >= low AND week < high
          UNION ALL SELECT span, CAST(ms / ${hourMs} AS integer), change FROM live WHERE ms IS NOT NULL) AS parts
        GROUP BY span, hours),
      span_running AS MATERIALIZED (
        SELECT span, hours, total, CAST(sum(total) OVER (PARTITION BY span ORDER BY hours) AS integer) AS upto,
          CAST(sum(total) OVER (PARTITION BY span) AS integer) AS contacted FROM span_hours),
      response_hours AS MATERIALIZED (
        SELECT hours, CAST(sum(total) AS integer) AS total FROM span_hours GROUP BY hours),
      running AS MATERIALIZED (
        SELECT hours, total, CAST(sum(total) OVER (ORDER BY hours) AS integer) AS upto FROM response_hours),
      contacts AS MATERIALIZED (SELECT CAST(coalesce(sum(total), 0) AS integer) AS number FROM response_hours),
      median AS MATERIALIZED (${placeOf('(number + 1) / 2')}),
      percentile90 AS MATERIALIZED (${placeOf('(number * 9 + 9) / 10')})
      SELECT (SELECT number FROM contacts) AS contacted, ${percentile('median')} AS "medianMs",
        ${percentile('percentile90')} AS "percentile90Ms", ${groups('span', 'counted', ['closed'])} AS weeks, ${groups('project_type', 'kinds')} AS types,
        ${groups('budget_range', 'kinds')} AS budgets, ${groups('outcome', 'kinds')} AS outcomes,
        ${dialect.jsonRows(stagesSql, ['value', 'requests', 'contacted', 'won'])} AS stages,
        ${dialect.jsonRows(assigneesSql, ['id', 'email', 'name', 'requests', 'judged', 'inTime', 'won', 'lost'])} AS assignees,
        ${dialect.jsonRows(mediansSql, ['value', 'contacted', 'hours', 'place', 'inHour'])} AS medians`
  })
}

const stagesSql = `
  SELECT budget_range AS value, sum(requests) AS requests,
    sum(requests) - coalesce((SELECT total FROM unanswered WHERE unanswered_range = budget_range), 0) AS contacted,
    sum(CASE WHEN outcome = 'won' THEN requests ELSE 0 END) AS won
  FROM kinds GROUP BY budget_range HAVING sum(requests) > 0 ORDER BY budget_range`

// Unassigned estimates have no user to be joined.
const assigneesSql = `
  SELECT users.id, users.email, users.name, sum(requests) AS requests, sum(judged) AS judged, sum(in_time) AS "inTime",
    sum(CASE WHEN outcome = 'won' THEN requests ELSE 0 END) AS won,
    sum(CASE WHEN outcome = 'lost' THEN requests ELSE 0 END) AS lost
  FROM assigned JOIN users ON users.id = assignee_id GROUP BY users.id, users.email, users.name HAVING sum(requests) > 0`

const middle = '(contacted + 1) / 2'
const mediansSql = `
  SELECT span AS value, contacted, hours, ${middle} - (upto - total) AS place, total AS "inHour"
  FROM span_running WHERE total > 0 AND upto >= ${middle} AND upto - total < ${middle}`

/** @param rank the nearest rank, from 1 */
function placeOf(rank: string): string {
  return `SELECT hours, ${rank} - (upto - total) - 1 AS skipped FROM running CROSS JOIN contacts
    WHERE upto >= ${rank} AND total > 0 ORDER BY hours LIMIT 1`
}

export function countedReport([row]: readonly ReportRow[]): CountedReport {
  if (!row) throw new Error('The report returned no row')
  const { contacted, medianMs, percentile90Ms, ...groups } = row
  return {
    contacted: Number(contacted),
    medianMs: numberOrNull(medianMs),
    percentile90Ms: numberOrNull(percentile90Ms),
    weeks: JSON.parse(groups.weeks),
    types: JSON.parse(groups.types),
    budgets: JSON.parse(groups.budgets),
    outcomes: JSON.parse(groups.outcomes),
    stages: JSON.parse(groups.stages),
    assignees: JSON.parse(groups.assignees).map(({ id, email, name, ...counts }: AssigneeRow) => ({
      assignee: { id, email, name },
      ...counts,
    })),
    medians: JSON.parse(groups.medians),
  }
}

function numberOrNull(value: number | bigint | null): number | null {
  return value === null ? null : Number(value)
}
