import { type EstimateCriteria, isUnfiltered, overdueSql } from './estimate-criteria.ts'
import { countSql, type MatchingRows, valueSql, withNamed } from './matching-rows.ts'
import { type Query, type QueryDialect, queryOf } from './query.ts'

/** How many requests there are of each kind. */
export type CountedEstimates = {
  /** By their status, also those that this version does not know. */
  readonly statuses: Record<string, number>
  readonly overdue: number
  /** Set aside as possible spam, and confirmed to be. */
  readonly quarantined: number
  readonly confirmed: number
}

export type CountRow = {
  readonly statuses: string
  readonly overdue: number | bigint
  readonly quarantined: number | bigint
  readonly confirmed: number | bigint
}

/** Counts under the criteria, each kind without what would choose it. */
export function countsQuery(dialect: QueryDialect, criteria: EstimateCriteria, now: Date): Query {
  const withoutStatus = { ...criteria, status: undefined }
  const withoutSpam = { ...criteria, spam: undefined }
  const notOverdue = { ...withoutSpam, overdueAt: undefined }
  return queryOf(dialect, (bind) => {
    const named = withNamed(dialect, criteria, bind)
    const statusesOf: MatchingRows = {
      criteria: withoutStatus,
      index: isUnfiltered(withoutStatus) ? 'setAside' : 'finding',
    }
    const statuses = valueSql(dialect, statusesOf, bind, (from) =>
      dialect.jsonRows(`SELECT status, count(*) AS count ${from} GROUP BY status`, ['status', 'count']),
    )
    const overdue: MatchingRows = { criteria: notOverdue, index: 'due', also: (bound) => [overdueSql(now, bound)] }
    const setAside = (spam: 'quarantined' | 'confirmed') =>
      countSql(dialect, { criteria: { ...withoutSpam, spam }, index: 'setAside' }, bind)
    return `${named}SELECT ${statuses} AS statuses, ${countSql(dialect, overdue, bind)} AS overdue,
      ${setAside('quarantined')} AS quarantined, ${setAside('confirmed')} AS confirmed`
  })
}

/** Reads what {@link countsQuery} answers. */
export function countedEstimates([row]: readonly CountRow[]): CountedEstimates {
  const statuses: { status: string; count: number }[] = JSON.parse(row?.statuses ?? '[]')
  return {
    statuses: Object.fromEntries(statuses.map(({ status, count }) => [status, count])),
    overdue: Number(row?.overdue ?? 0),
    quarantined: Number(row?.quarantined ?? 0),
    confirmed: Number(row?.confirmed ?? 0),
  }
}
