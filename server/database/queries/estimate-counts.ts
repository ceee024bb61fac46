import { type EstimateCriteria, overdueSql } from './estimate-criteria.ts'
import {
  countSql,
  countTerms,
  fromSql,
  hasKeptNumbers,
  indexFor,
  keptNumbersFrom,
  type MatchingRows,
  valueSql,
  withClause,
} from './matching-rows.ts'
import { buildQuery, type Query, type QueryDialect } from './query.ts'

export type CountedEstimates = {
  /** Includes statuses that this version does not know. */
  readonly statuses: Record<string, number>
  readonly overdue: number
  /** Excludes confirmed spam. */
  readonly quarantined: number
  readonly confirmed: number
}

export type CountRow = {
  readonly statuses: string
  readonly overdue: number | bigint
  readonly quarantined: number | bigint
  readonly confirmed: number | bigint
}

const unanswered: ReadonlySet<string> = new Set(['no', 'missed'])

/** Each count ignores the criterion that it would replace. */
export function countsQuery(dialect: QueryDialect, criteria: EstimateCriteria, now: Date): Query {
  const withoutStatus = { ...criteria, status: undefined }
  const withoutSpam = { ...criteria, spam: undefined }
  const withoutOverdue = { ...withoutSpam, overdueAt: undefined, answered: undefined }
  return buildQuery(dialect, (bind) => {
    const tables = withClause(dialect, criteria, bind)
    const grouped = (select: string) => dialect.jsonRows(select, ['status', 'count'])
    const terms = countTerms(withoutStatus)
    const byStatus = (one: EstimateCriteria) =>
      hasKeptNumbers(one)
        ? `sum(total) AS part ${keptNumbersFrom(one, bind)}`
        : `count(*) AS part ${fromSql(dialect, { criteria: one, index: indexFor(one) }, bind)}`
    const statuses =
      terms.length > 1 || hasKeptNumbers(withoutStatus)
        ? grouped(`SELECT status, sum(part) AS count
          FROM (${terms.map((term) => `SELECT status, ${term.sign}${byStatus(term.criteria)} GROUP BY status`).join(' UNION ALL ')}) AS parts
          GROUP BY status HAVING sum(part) > 0`)
        : valueSql(dialect, { criteria: withoutStatus, index: indexFor(withoutStatus) }, bind, (from) =>
            grouped(`SELECT status, count(*) AS count ${from} GROUP BY status`),
          )
    const overdue: MatchingRows = {
      criteria: withoutOverdue,
      index: 'waiting',
      also: (bound) => [overdueSql(now, bound)],
    }
    // Those that are overdue meet these criteria, and no other ones.
    const mayBeOverdue = !criteria.answered || unanswered.has(criteria.answered.is)
    const inQuarantine = (spam: 'quarantined' | 'confirmed') =>
      countSql(dialect, { criteria: { ...withoutSpam, spam }, index: 'quarantined' }, bind)
    return `${tables}SELECT ${statuses} AS statuses, ${mayBeOverdue ? countSql(dialect, overdue, bind) : '0'} AS overdue,
      ${inQuarantine('quarantined')} AS quarantined, ${inQuarantine('confirmed')} AS confirmed`
  })
}

export function countedEstimates([row]: readonly CountRow[]): CountedEstimates {
  const statuses: { status: string; count: number }[] = JSON.parse(row?.statuses ?? '[]')
  return {
    statuses: Object.fromEntries(statuses.map(({ status, count }) => [status, count])),
    overdue: Number(row?.overdue ?? 0),
    quarantined: Number(row?.quarantined ?? 0),
    confirmed: Number(row?.confirmed ?? 0),
  }
}
