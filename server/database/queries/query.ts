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
  /** Aggregates rows into JSON of one list for each name, which is read several times faster than {@link jsonRows}. */
  jsonColumns(columns: Readonly<Record<string, string>>): string
  jsonTexts(json: string): string
  /** Returns a table of the objects in a JSON array. */
  records(json: string, columns: Readonly<Record<string, ValueKind>>): string
  /** An expression that sets a field of a JSON object. `json` is SQL of JSON text. */
  setJson(object: string, field: string, json: string): string
  /** Returns an expression with the text of a field of a JSON object. */
  jsonText(object: string, field: string): string
  contains(text: string, part: string): string
  /** May add an index hint. */
  estimatesBy(index: EstimateIndex): string
  /** Returns the milliseconds from one instant to another. */
  msBetween(from: string, to: string): string
  /** Whether an estimate has the words of a search. */
  matches(condition: SearchCondition, bind: Bind): string
  /** Selects a JSON array of ExportDetails. `ids` is a subquery. */
  exportDetails(ids: string): string
}

/** Words are those of the column search_text: folded, of letters, digits and combining marks, some of them behind a #. */
export type SearchCondition =
  /** A word begins with this. */
  | { readonly word: string }
  /** A word is this. */
  | { readonly wholeWord: string }
  | { readonly all: readonly SearchCondition[] }
  /** Without parts, nothing matches. */
  | { readonly any: readonly SearchCondition[] }

type SearchSyntax = {
  word(beginning: string): string
  wholeWord(word: string): string
  readonly and: string
  readonly or: string
}

export function searchExpression(condition: SearchCondition, syntax: SearchSyntax): string {
  if ('word' in condition) return syntax.word(condition.word)
  if ('wholeWord' in condition) return syntax.wholeWord(condition.wholeWord)
  const [parts, operator] = 'all' in condition ? [condition.all, syntax.and] : [condition.any, syntax.or]
  return `(${parts.map((part) => searchExpression(part, syntax)).join(operator)})`
}

/** See prisma/schema.prisma and the migration init. */
export const estimateIndexes = {
  /** Has all estimates, newest first, with what filters compare and reports count. */
  finding: 'project_estimates_finding_idx',
  /** Has estimates by phone outside quarantine. */
  phone: 'project_estimates_phone_idx',
  /** Has estimates without contact outside quarantine. */
  waiting: 'project_estimates_waiting_idx',
  /** Has estimates outside quarantine, by their budget. */
  budget: 'project_estimates_budget_idx',
  /** Has only quarantined estimates. */
  quarantined: 'project_estimates_quarantined_idx',
  /** Has estimates with a follow-up outside quarantine, by its day. */
  followUpDay: 'project_estimates_follow_up_day_idx',
  /** Has open estimates with a proposal to be sent outside quarantine, by the day on which it is due. */
  proposal: 'project_estimates_proposal_idx',
  /** Has new unassigned open estimates, newest first. */
  unassigned: 'project_estimates_unassigned_idx',
  /** Has open estimates of each assignee, newest first. */
  assigned: 'project_estimates_assigned_idx',
  /** Has completed estimates outside quarantine whose data was not erased, by their completion. */
  completed: 'project_estimates_completed_idx',
  /** Has confirmed spam whose data was not erased. */
  spam: 'project_estimates_spam_idx',
  email_key: 'project_estimates_email_key_idx',
  phone_digits: 'project_estimates_phone_digits_idx',
  other_phone_digits: 'project_estimates_other_phone_digits_idx',
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
