export type Query = { readonly sql: string; readonly values: readonly unknown[] }

export type ValueKind = 'text' | 'instant' | 'boolean' | 'number'
type SqlValue = string | number | boolean | Date | null

export type Bind = (value: SqlValue, kind: ValueKind) => string

export type QueryDialect = {
  /** @param position from 1 */
  placeholder(position: number, kind: ValueKind): string
  value(value: SqlValue, kind: ValueKind): unknown
  /** One JSON array is read much faster than rows. */
  jsonRows(select: string, names: readonly string[]): string
  jsonTexts(json: string): string
  /** A table of the objects in a JSON array. */
  records(json: string, columns: Readonly<Record<string, ValueKind>>): string
  /** May add an index hint. */
  estimatesBy(index: EstimateIndex): string
  /** Looks estimates up by the combinations in some rows of estimate_totals. */
  estimatesByFacets(totals: string): string
  /** The ms from the start of the promised 24 hours to the first contact; an index has the same expression. */
  readonly responseMs: string
  readonly search: SearchDialect
  /** Selects a JSON array of ExportDetails. `ids` is a subquery. */
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

export type RowSource = { readonly from: string; readonly conditions: readonly string[] }

/** The source is faster where the expression `are` is true. */
export type FewRows = { are(): string; source(): RowSource }

type SearchDialect = {
  tables(condition: SearchCondition, bind: Bind): readonly string[]
  source(condition: SearchCondition, table: string, bind: Bind): RowSource
  readonly fewRows: FewRows
  /** Counts matches outside quarantine without reading each. */
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

/** See prisma/schema.prisma, and the migrations kept_numbers, today, list_filters, closed_totals, erasure and late_contacts. */
export const estimateIndexes = {
  finding: 'project_estimates_finding_idx',
  /** Has estimates without contact outside quarantine. */
  waiting: 'project_estimates_waiting_idx',
  /** Has estimates outside quarantine that were contacted late, or without a deadline, newest first. */
  late: 'project_estimates_late_idx',
  /** Has only quarantined estimates. */
  quarantined: 'project_estimates_quarantined_idx',
  /** Has won and lost estimates outside quarantine, newest first. */
  closed: 'project_estimates_closed_idx',
  /** Has estimates with a follow-up outside quarantine, newest first. */
  followUp: 'project_estimates_follow_up_idx',
  budget: 'project_estimates_budget_idx',
  /** Has estimates with a follow-up outside quarantine, by its day. */
  followUpDay: 'project_estimates_follow_up_day_idx',
  /** Has new unassigned open estimates, newest first. */
  unassigned: 'project_estimates_unassigned_idx',
  /** Has open estimates of each assignee, newest first. */
  assigned: 'project_estimates_assigned_idx',
  facets: 'project_estimates_facets_idx',
  /** Has completed estimates outside quarantine whose data was not erased, by their completion. */
  completed: 'project_estimates_completed_idx',
  /** Has confirmed spam whose data was not erased. */
  spam: 'project_estimates_spam_idx',
  response: 'project_estimates_response_idx',
  email_key: 'project_estimates_email_key_idx',
  phone_digits: 'project_estimates_phone_digits_idx',
} as const

export type EstimateIndex = keyof typeof estimateIndexes

/** @param write must bind values in the order of the text */
export function buildQuery({ placeholder, value }: QueryDialect, write: (bind: Bind) => string): Query {
  const values: unknown[] = []
  const sql = write((given, kind) => {
    values.push(value(given, kind))
    return placeholder(values.length, kind)
  })
  return { sql, values }
}
