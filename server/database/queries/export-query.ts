import {
  type EstimateList,
  type ListRow,
  type ListWanted,
  listedPage,
  listNames,
  pageRows,
  pageSql,
} from './estimate-list-query.ts'
import type { ExportDetails } from './export-details.ts'
import { fromSql, withNamed } from './matching-rows.ts'
import { type Query, type QueryDialect, queryOf } from './query.ts'

/** Requests of a list with all that a file has about them. */
export type ExportedPage = readonly (EstimateList['rows'][number] & { readonly details: ExportDetails })[]

export type ExportRow = ListRow & { readonly details: string }

/** A page of requests with their details, in one statement, so that they fit together. */
export function exportQuery(dialect: QueryDialect, wanted: Omit<ListWanted, 'counted'>): Query {
  return queryOf(dialect, (bind) => {
    const page = () => pageSql(wanted, fromSql(dialect, pageRows(wanted), bind), bind)
    const named = withNamed(dialect, wanted.criteria, bind, () => [`page AS MATERIALIZED (${page()})`])
    return `${named}SELECT ${dialect.jsonRows('SELECT * FROM page', listNames)} AS page, 0 AS total,
      (${dialect.exportDetails('SELECT id FROM page')}) AS details`
  })
}

/** Reads what {@link exportQuery} answers. */
export function exportedPage(rows: readonly ExportRow[]): ExportedPage {
  const all: ExportDetails[] = JSON.parse(rows[0]?.details ?? '[]')
  const byId = new Map(all.map((details) => [details.id, details]))
  return listedPage(rows).rows.map((row) => {
    const details = byId.get(row.estimate.id)
    if (!details) throw new Error(`a file lacks the details of request ${row.estimate.id}`)
    return { ...row, details }
  })
}
