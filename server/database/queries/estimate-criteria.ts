import { budgetRanges } from '#shared/estimates/options.ts'
import type { SearchCondition } from './search-text.ts'

/** Which requests are meant, as the database is asked for them. */
export type EstimateCriteria = {
  readonly search?: SearchCondition | undefined
  readonly status?: string | undefined
  readonly urgent?: boolean | undefined
  readonly type?: string | undefined
  readonly budget?: string | undefined
  readonly timeline?: string | undefined
  /** An id, or null for nobody. */
  readonly assigneeId?: string | null | undefined
  /** Not contacted, and due before this moment. */
  readonly overdueAt?: Date | undefined
  readonly spam?: 'quarantined' | 'confirmed' | undefined
  /** Made at this moment or later. */
  readonly since?: Date | undefined
  /** Made before this moment. */
  readonly before?: Date | undefined
}

/** A value of a statement, and what it is to the engine. */
export type ValueKind = 'text' | 'instant' | 'boolean' | 'number'
export type SqlValue = string | number | boolean | Date | null

/** Writes down a value of a statement; answers with what stands for it there. */
export type Bind = (value: SqlValue, kind: ValueKind) => string

/** Before and after every instant that a request is made at. */
const [always, never] = [new Date('1900-01-01'), new Date('9000-01-01')]

/** Whether nothing is asked for but what is not set aside. */
export function isUnfiltered(criteria: EstimateCriteria): boolean {
  return Object.values(criteria).every((value) => value === undefined)
}

/** What is set aside: any moment, since both engines go by an index for that and not for "is not null". */
export const isQuarantined = "quarantined_at > '1900-01-01'"

/** What is not set aside; what is, as possible spam; and what was confirmed to be spam. */
export const spamSql = {
  none: 'quarantined_at IS NULL',
  quarantined: `${isQuarantined} AND spam_at IS NULL`,
  confirmed: `${isQuarantined} AND spam_at IS NOT NULL`,
}

/** Not contacted, and due before a moment. */
export function overdueSql(now: Date, bind: Bind): string {
  return `first_contact_at IS NULL AND due_at < ${bind(now, 'instant')}`
}

/**
 * The criteria as a condition, all but the search. It is nearly the same text whichever of them are given, since each
 * engine keeps the plan of every text: what is not asked for is compared with null.
 */
export function criteriaSql(criteria: EstimateCriteria, bind: Bind): string {
  const { assigneeId, overdueAt, spam } = criteria
  const equal = (column: string, value: string | boolean | undefined, kind: ValueKind = 'text') =>
    `(${bind(value ?? null, kind)} IS NULL OR ${column} = ${bind(value ?? null, kind)})`
  const conditions = [
    `created_at >= ${bind(within(criteria.since ?? always), 'instant')}`,
    `created_at < ${bind(within(criteria.before ?? never), 'instant')}`,
    spamSql[spam ?? 'none'],
    equal('status', criteria.status),
    equal('urgent', criteria.urgent, 'boolean'),
    equal('project_type', criteria.type),
    equal('budget_range', criteria.budget),
    equal('timeline', criteria.timeline),
    assigneeId === null ? 'assignee_id IS NULL' : equal('assignee_id', assigneeId),
    ...(overdueAt ? [overdueSql(overdueAt, bind)] : []),
  ]
  return conditions.join(' AND ')
}

/** Years that PostgreSQL or the text of an instant cannot hold are as good as these. */
function within(instant: Date): Date {
  return new Date(Math.min(never.getTime(), Math.max(always.getTime(), instant.getTime())))
}

/** A request's place among the budgets, from 0 for one that no list has, up to the dearest. */
export const budgetRankSql = `CASE budget_range ${budgetRanges
  .map(({ value }, index) => `WHEN '${value}' THEN ${index + 1}`)
  .join(' ')} ELSE 0 END`
