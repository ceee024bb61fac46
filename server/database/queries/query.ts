import type { ReportScope } from './report-query.ts'

export type Query = { readonly sql: string; readonly values: readonly unknown[] }

export type ValueKind = 'text' | 'instant' | 'boolean' | 'number'
type SqlValue = string | number | boolean | Date | null

/** Adds a value to a statement and returns its placeholder. */
export type Bind = (value: SqlValue, kind: ValueKind) => string

export type QueryDialect = {
  /** @param position of the value in the statement, from 1 */
  placeholder(position: number, kind: ValueKind): string
  /** Converts a value for the engine's adapter. */
  value(value: SqlValue, kind: ValueKind): unknown
  /** Turns rows into one JSON array of objects, which is read much faster. */
  jsonRows(select: string, names: readonly string[]): string
  /** Selects the texts of a JSON array. */
  jsonTexts(json: string): string
  /** The table, with an index hint if the engine needs one. */
  estimatesBy(index: EstimateIndex): string
  readonly search: SearchDialect
  /** Returns one row: `report`, a JSON object. */
  report(scope: ReportScope): Query
  /** Returns one JSON array of ExportDetails. `ids` is a statement. */
  exportDetails(ids: string): string
}

/** Words have letters, digits and combining marks only. */
export type SearchCondition =
  /** A word begins with this. */
  | { readonly word: string }
  /** The phone number contains these digits. */
  | { readonly phone: string }
  | { readonly all: readonly SearchCondition[] }
  | { readonly any: readonly SearchCondition[] }

export type SearchSource = { readonly from: string; readonly conditions: readonly string[] }

type SearchDialect = {
  /** Common table expressions that the sources refer to. */
  tables(condition: SearchCondition, bind: Bind): readonly string[]
  /** One source for any number of matches, and maybe a faster one for few, which `are` tells. */
  sources(
    condition: SearchCondition,
    table: string,
    bind: Bind,
  ): { readonly always: SearchSource; readonly ifFew?: SearchSource & { readonly are: string } }
  /** Counts the matches outside quarantine without reading each of them. */
  readonly countSql?: string
}

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
