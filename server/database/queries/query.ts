import type { ReportScope } from './report-query.ts'

/** A statement with its values. */
export type Query = { readonly sql: string; readonly values: readonly unknown[] }

export type ValueKind = 'text' | 'instant' | 'boolean' | 'number'
type SqlValue = string | number | boolean | Date | null

/** Adds a value to a statement and returns its placeholder. */
export type Bind = (value: SqlValue, kind: ValueKind) => string

/** The differences between the engines in handwritten statements. */
export type QueryDialect = {
  /** @param position of the value in the statement, from 1 */
  placeholder(position: number, kind: ValueKind): string
  /** Converts a value to what the engine's adapter takes. */
  value(value: SqlValue, kind: ValueKind): unknown
  /**
   * The rows of a statement as one JSON text, an array of objects, which is read much faster than columns of rows.
   *
   * @param names of its columns
   */
  jsonRows(select: string, names: readonly string[]): string
  /** A statement that returns the texts of a JSON array, one per row. */
  jsonTexts(json: string): string
  /** The table of estimates, with an index hint where the engine needs one. */
  estimatesBy(index: EstimateIndex): string
  readonly search: SearchDialect
  /** Returns one row with the column `report`, a JSON object as text. */
  report(scope: ReportScope): Query
  /**
   * {@link ExportDetails} of estimates: one text, a JSON array in any order.
   *
   * @param ids a statement that returns their ids
   */
  exportDetails(ids: string): string
}

/** Estimates must have all of these words. Words have letters, digits and combining marks only. */
export type SearchCondition =
  /** Some word of the estimate begins with this one. */
  | { readonly word: string }
  /** The phone number contains these digits in a row. */
  | { readonly phone: string }
  | { readonly all: readonly SearchCondition[] }
  | { readonly any: readonly SearchCondition[] }

/** A place to read estimates from, and the conditions that they must meet there. */
export type SearchSource = { readonly from: string; readonly conditions: readonly string[] }

type SearchDialect = {
  /** Common table expressions that the sources refer to. */
  tables(condition: SearchCondition, bind: Bind): readonly string[]
  /** A source for any number of matches, and a faster one for when `are` is true, that is, when there are few. */
  sources(
    condition: SearchCondition,
    table: string,
    bind: Bind,
  ): { readonly always: SearchSource; readonly ifFew?: SearchSource & { readonly are: string } }
  /** Counts the matches outside quarantine, where the engine can do so without reading each of them. */
  readonly countSql?: string
}

/** An engine's full-text search syntax. */
type SearchSyntax = {
  word(beginning: string): string
  phone(digits: string): string
  readonly and: string
  readonly or: string
}

export function searchExpression(condition: SearchCondition, syntax: SearchSyntax): string {
  if ('word' in condition) return syntax.word(condition.word)
  if ('phone' in condition) return syntax.phone(condition.phone)
  const [parts, operator] = 'all' in condition ? [condition.all, syntax.and] : [condition.any, syntax.or]
  return `(${parts.map((part) => searchExpression(part, syntax)).join(operator)})`
}

/** See prisma/schema.prisma. */
export const estimateIndexes = {
  /** Newest first, with every column that a filter compares. */
  finding: 'project_estimates_finding_idx',
  due: 'project_estimates_first_contact_at_due_at_id_idx',
  quarantined: 'project_estimates_quarantined_at_status_idx',
  email_key: 'project_estimates_email_key_idx',
  phone_digits: 'project_estimates_phone_digits_idx',
} as const

export type EstimateIndex = keyof typeof estimateIndexes

/** @param write returns the statement and binds its values on the way */
export function buildQuery({ placeholder, value }: QueryDialect, write: (bind: Bind) => string): Query {
  const values: unknown[] = []
  const sql = write((given, kind) => {
    values.push(value(given, kind))
    return placeholder(values.length, kind)
  })
  return { sql, values }
}
