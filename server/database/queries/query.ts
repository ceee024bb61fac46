import type { Bind, SqlValue, ValueKind } from './estimate-criteria.ts'
import type { ReportScope } from './report-query.ts'
import type { SearchCondition } from './search-text.ts'

/** A statement with its values. */
export type Query = { readonly sql: string; readonly values: readonly unknown[] }

/** What differs between the engines in the statements that are written by hand. */
export type QueryDialect = {
  /** What stands for the nth value of a statement, counted from 1. */
  placeholder(position: number, kind: ValueKind): string
  /** A value as the engine's adapter takes it. */
  value(value: SqlValue, kind: ValueKind): unknown
  /**
   * The rows of a statement as one JSON text, a list of objects, which is read much faster than columns of rows.
   *
   * @param names the names of its columns
   */
  jsonRows(select: string, names: readonly string[]): string
  /** A statement that has the texts of a JSON list, one a row. */
  textsOf(json: string): string
  /** The requests' table, read by the index with this name where the engine has to be told. */
  tableBy(index: EstimateIndex): string
  readonly search: SearchDialect
  /** One row: `report` as a text, a JSON object. */
  report(scope: ReportScope): Query
  /**
   * What a file has about requests besides what the list has: one text, a JSON list in any order.
   *
   * @param ids a statement that has their ids
   */
  exportDetails(ids: string): string
}

/** What to read, and what has to be true there. */
export type SearchWay = { readonly from: string; readonly conditions: readonly string[] }

/** How an engine gets at the requests that a search finds. */
type SearchDialect = {
  /** What the others refer to by name, once in a statement. */
  named(condition: SearchCondition, bind: Bind): readonly string[]
  /** Ways to all of them, and one that is quicker if they `are` few. */
  ways(
    condition: SearchCondition,
    table: string,
    bind: Bind,
  ): { readonly always: SearchWay; readonly ifFew?: SearchWay & { readonly are: string } }
  /** How many are found that are not set aside, where that takes less than a look at each. */
  readonly countSql?: string
}

/** The indexes of requests by what they are for; see prisma/schema.prisma. */
export const estimateIndexes = {
  /** Newest first, with all that can be filtered by. */
  finding: 'project_estimates_finding_idx',
  /** Those that wait, by how soon they are due. */
  due: 'project_estimates_first_contact_at_due_at_id_idx',
  /** Those that are set aside, and all by their status. */
  setAside: 'project_estimates_quarantined_at_status_idx',
  /** By what tells a returning visitor. */
  email_key: 'project_estimates_email_key_idx',
  phone_digits: 'project_estimates_phone_digits_idx',
} as const

export type EstimateIndex = keyof typeof estimateIndexes

/** Makes a statement out of its text, noting the values that it binds on the way. */
export function queryOf({ placeholder, value }: QueryDialect, write: (bind: Bind) => string): Query {
  const values: unknown[] = []
  const sql = write((given, kind) => {
    values.push(value(given, kind))
    return placeholder(values.length, kind)
  })
  return { sql, values }
}
