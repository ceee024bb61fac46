import { setImmediate as nextTurn } from 'node:timers/promises'
import { isClosedWithoutContact, isOpenWithoutContact, spamSql } from './estimate-criteria.ts'
import { type Bind, buildQuery, type Query, type QueryDialect } from './query.ts'

export type ReportScope = {
  /** The last boundary is the end of the last week. */
  readonly boundaries: readonly Date[]
  /** Estimates without contact count as late once they are due, unless they are closed. */
  readonly now: Date
  /** The promised time to the first contact. */
  readonly promisedMs: number
  /** When the office closes on each New York day that a proposal of these requests may be due. */
  readonly closings?: readonly { readonly day: string; readonly closes: Date }[]
}

type Counts = {
  readonly requests: number
  readonly judged: number
  readonly inTime: number
  readonly closed: number
  readonly contacted: number
  /** A proposal was sent. */
  readonly proposals: number
  /** The amount of the proposal is known. */
  readonly priced: number
  /** The sum of these amounts. */
  readonly cents: number
}

/** `week` is an index, from 0. Weeks without requests are left out. */
type CountedWeek = Counts & { readonly week: number }

/** The estimates of one combination, of a part of the period. */
export type CountedKind = Counts & {
  readonly type: string
  readonly budget: string
  readonly outcome: string
  readonly assigneeId: string | null
  readonly assigneeEmail: string | null
  readonly assigneeName: string | null
}

/** The time that one first contact took. */
export type ResponseTime = { readonly week: number; readonly ms: number }

/** The promised proposals of a week's requests of one assignee. What was not sent is judged once its day is over. */
export type CountedProposals = {
  readonly week: number
  readonly assigneeId: string | null
  readonly notNeeded: number
  /** By the day that was promised. */
  readonly judged: number
  readonly inTime: number
  /** By the day that was agreed on last. */
  readonly agreedJudged: number
  readonly agreedInTime: number
}

export type CountedReport = {
  readonly weeks: readonly CountedWeek[]
  readonly kinds: readonly CountedKind[]
  /** They are in any order. */
  readonly responses: readonly ResponseTime[]
  /** Leaves out those of requests that were won or lost before one was sent. */
  readonly proposals: readonly CountedProposals[]
  /** From the first contact to the proposal, in ms. They are in any order. */
  readonly proposalMs: readonly number[]
  readonly byPhone: number
}

type ReportRow = { readonly rows: string }

const countNames = ['requests', 'judged', 'inTime', 'closed', 'contacted', 'proposals', 'priced', 'cents']
const isContacted = 'first_contact_at IS NOT NULL AND due_at IS NOT NULL'

function countsSql(now: Date, bind: Bind): string {
  return `count(*) AS requests,
    count(*) FILTER (WHERE first_contact_at IS NOT NULL
      OR (${isOpenWithoutContact} AND due_at < ${bind(now, 'instant')})) AS judged,
    count(*) FILTER (WHERE first_contact_at <= due_at) AS "inTime",
    count(*) FILTER (WHERE ${isClosedWithoutContact}) AS closed,
    count(*) FILTER (WHERE ${isContacted}) AS contacted,
    count(proposal_sent_at) AS proposals,
    count(proposal_cents) AS priced,
    coalesce(sum(proposal_cents), 0) AS cents`
}

/** The number of weeks in one statement. On SQLite, everybody waits while it runs. */
const weeksTogether = 52

/** A year at a time, and others get their turn after each statement. A kind may come once for each year. */
export async function countReport(
  run: <Row>(query: Query) => Promise<Row[]>,
  dialect: QueryDialect,
  { boundaries, ...scope }: ReportScope,
): Promise<CountedReport> {
  const readRows = async <Row>(query: Query): Promise<Row[]> => {
    const [row] = await run<ReportRow>(query)
    await nextTurn()
    return JSON.parse(row?.rows ?? '[]')
  }
  const [weeks, kinds, responses]: [CountedWeek[], CountedKind[], ResponseTime[]] = [[], [], []]
  const [proposals, proposalMs]: [CountedProposals[], number[]] = [[], []]
  for (let first = 0; first < boundaries.length - 1; first += weeksTogether) {
    const part = { ...scope, boundaries: boundaries.slice(first, first + weeksTogether + 1) }
    const inReport = <Row extends { readonly week: number }>(row: Row) => ({ ...row, week: first + row.week })
    weeks.push(...(await readRows<CountedWeek>(weeksQuery(dialect, part))).map(inReport))
    kinds.push(...(await readRows<CountedKind>(kindsQuery(dialect, part))))
    for (const response of await readRows<ResponseTime>(responsesQuery(dialect, part)))
      responses.push(inReport(response))
    proposals.push(...(await readRows<CountedProposals>(proposalsQuery(dialect, part))).map(inReport))
    for (const { ms } of await readRows<ResponseTime>(proposalTimesQuery(dialect, part))) proposalMs.push(ms)
  }
  const [phone] = await run<{ readonly total: number }>(phoneQuery(dialect, { boundaries, ...scope }))
  return { weeks, kinds, responses, proposals, proposalMs, byPhone: Number(phone?.total ?? 0) }
}

export function weeksQuery(dialect: QueryDialect, scope: ReportScope): Query {
  return buildQuery(dialect, (bind) => {
    const weeks = weeksTable(dialect, scope, bind)
    const rows = `SELECT week, ${countsSql(scope.now, bind)} FROM ${estimatesByWeek(dialect)} GROUP BY week`
    return `WITH ${weeks} SELECT ${dialect.jsonRows(rows, ['week', ...countNames])} AS rows`
  })
}

export function kindsQuery(dialect: QueryDialect, { boundaries, now }: ReportScope): Query {
  const [first, last] = [boundaries.at(0) ?? now, boundaries.at(-1) ?? now]
  return buildQuery(dialect, (bind) => {
    const kinds = `SELECT project_type, budget_range, outcome, assignee_id, ${countsSql(now, bind)}
      FROM ${dialect.estimatesBy('finding')}
      WHERE created_at >= ${bind(first, 'instant')} AND created_at < ${bind(last, 'instant')} AND ${spamSql.none}
      GROUP BY project_type, budget_range, outcome, assignee_id`
    const rows = `SELECT project_type AS type, budget_range AS budget, outcome, assignee_id AS "assigneeId",
      users.email AS "assigneeEmail", users.name AS "assigneeName", ${countNames.map((name) => `"${name}"`).join(', ')}
      FROM (${kinds}) AS kinds LEFT JOIN users ON users.id = assignee_id`
    const names = ['type', 'budget', 'outcome', 'assigneeId', 'assigneeEmail', 'assigneeName', ...countNames]
    return `SELECT ${dialect.jsonRows(rows, names)} AS rows`
  })
}

export function phoneQuery(dialect: QueryDialect, { boundaries, now }: ReportScope): Query {
  const [first, last] = [boundaries.at(0) ?? now, boundaries.at(-1) ?? now]
  return buildQuery(
    dialect,
    (bind) => `SELECT count(*) AS total FROM ${dialect.estimatesBy('phone')} WHERE source = 'phone' AND ${spamSql.none}
      AND created_at >= ${bind(first, 'instant')} AND created_at < ${bind(last, 'instant')}`,
  )
}

/**
 * The clock of an estimate starts when it comes. After quarantine it starts with the approval, which is known by the
 * deadline alone. That of other estimates says nothing here: the promise may have been another one when they came.
 */
export function responsesQuery(dialect: QueryDialect, scope: ReportScope): Query {
  return buildQuery(dialect, (bind) => {
    const weeks = weeksTable(dialect, scope, bind)
    const ms = `CASE WHEN quarantine_reasons IS NULL THEN ${dialect.msBetween('created_at', 'first_contact_at')}
      ELSE ${bind(scope.promisedMs, 'number')} + ${dialect.msBetween('due_at', 'first_contact_at')} END`
    const rows = `SELECT week, ${ms} AS ms FROM ${estimatesByWeek(dialect)} AND ${isContacted}`
    return `WITH ${weeks} SELECT ${dialect.jsonRows(rows, ['week', 'ms'])} AS rows`
  })
}

const proposalCounts = ['notNeeded', 'judged', 'inTime', 'agreedJudged', 'agreedInTime']

/** The days are joined, since a closing time for each request would take the server longer than all else. */
function proposalsQuery(dialect: QueryDialect, scope: ReportScope): Query {
  return buildQuery(dialect, (bind) => {
    const weeks = weeksTable(dialect, scope, bind)
    const closings = (scope.closings ?? []).map(({ day, closes }) => ({
      day,
      closes: dialect.value(closes, 'instant'),
    }))
    const columns = { day: 'text', closes: 'instant' } as const
    const days = dialect.records(bind(JSON.stringify(closings), 'text'), columns)
    const count = (condition: string, name: string) => `count(*) FILTER (WHERE ${condition}) AS "${name}"`
    const isJudged = (day: string) =>
      `sent_at IS NOT NULL OR (due_on IS NOT NULL AND ${day}.closes < ${bind(scope.now, 'instant')})`
    const counts = [
      count('sent_at IS NULL AND due_on IS NULL', 'notNeeded'),
      count(isJudged('promised'), 'judged'),
      count('sent_at <= promised.closes', 'inTime'),
      count(isJudged('agreed'), 'agreedJudged'),
      count('sent_at <= agreed.closes', 'agreedInTime'),
    ]
    const rows = `SELECT week, assignee_id AS "assigneeId", ${counts.join(', ')} FROM (
        SELECT week, assignee_id, proposal_promised_on AS promised_on, proposal_due_on AS due_on, proposal_sent_at AS sent_at
        FROM ${estimatesByWeek(dialect)} AND ${isPromised}) AS proposals
      LEFT JOIN days AS promised ON promised.day = promised_on
      LEFT JOIN days AS agreed ON agreed.day = coalesce(due_on, promised_on)
      GROUP BY week, assignee_id`
    return `WITH ${weeks}, days AS MATERIALIZED (SELECT * FROM ${days} AS given)
      SELECT ${dialect.jsonRows(rows, ['week', 'assigneeId', ...proposalCounts])} AS rows`
  })
}

const isPromised = `proposal_promised_on IS NOT NULL AND (proposal_sent_at IS NOT NULL OR outcome = 'open')`

function proposalTimesQuery(dialect: QueryDialect, scope: ReportScope): Query {
  return buildQuery(dialect, (bind) => {
    const weeks = weeksTable(dialect, scope, bind)
    const rows = `SELECT week, ${dialect.msBetween('first_contact_at', 'proposal_sent_at')} AS ms
      FROM ${estimatesByWeek(dialect)} AND proposal_promised_on IS NOT NULL AND proposal_sent_at IS NOT NULL
        AND first_contact_at IS NOT NULL`
    return `WITH ${weeks} SELECT ${dialect.jsonRows(rows, ['week', 'ms'])} AS rows`
  })
}

function weeksTable(dialect: QueryDialect, { boundaries }: ReportScope, bind: Bind): string {
  const weeks = boundaries.slice(1).map((before, week) => ({
    week,
    since: dialect.value(boundaries[week] ?? before, 'instant'),
    before: dialect.value(before, 'instant'),
  }))
  const columns = { week: 'number', since: 'instant', before: 'instant' } as const
  return `weeks AS MATERIALIZED (SELECT * FROM ${dialect.records(bind(JSON.stringify(weeks), 'text'), columns)} AS given)`
}

/** The cross join makes SQLite look each week up in the index. More conditions may follow. */
function estimatesByWeek({ estimatesBy }: QueryDialect): string {
  return `weeks CROSS JOIN ${estimatesBy('finding')}
    WHERE created_at >= since AND created_at < before AND ${spamSql.none}`
}
