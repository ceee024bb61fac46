import { type EstimateCriteria, isUnfiltered, overdueSql, spamSql } from './estimate-criteria.ts'
import { wanted } from './estimate-list-query.ts'
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
  const table = (of: EstimateCriteria) => (isUnfiltered(of) ? 'project_estimates' : dialect.tableBy('finding'))
  const withoutStatus = { ...criteria, status: undefined }
  const withoutSpam = { ...criteria, spam: undefined }
  const notOverdue = { ...withoutSpam, overdueAt: undefined }
  return queryOf(dialect, (bind) => {
    const statuses = `SELECT status, count(*) AS count FROM ${table(withoutStatus)}
      WHERE ${wanted(dialect, withoutStatus, bind)} GROUP BY status`
    const setAside = (spam: 'quarantined' | 'confirmed') => {
      // Few are, and an index finds them at once where nothing else is asked for.
      if (isUnfiltered(withoutSpam)) return `SELECT count(*) FROM project_estimates WHERE ${spamSql[spam]}`
      const of = { ...withoutSpam, spam }
      return `SELECT count(*) FROM ${table(of)} WHERE ${wanted(dialect, of, bind)}`
    }
    return `SELECT ${dialect.jsonRows(statuses, ['status', 'count'])} AS statuses,
      (SELECT count(*) FROM ${table(notOverdue)} WHERE ${wanted(dialect, notOverdue, bind)} AND ${overdueSql(now, bind)}) AS overdue,
      (${setAside('quarantined')}) AS quarantined, (${setAside('confirmed')}) AS confirmed`
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
