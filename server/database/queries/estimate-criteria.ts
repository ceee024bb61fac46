import { budgetRanges } from '#shared/estimates/options.ts'
import type { Bind, SearchCondition, ValueKind } from './query.ts'

export type EstimateCriteria = {
  readonly search?: SearchCondition | undefined
  readonly status?: string | undefined
  readonly urgent?: boolean | undefined
  readonly type?: string | undefined
  readonly budget?: string | undefined
  readonly timeline?: string | undefined
  /** Null selects unassigned estimates. */
  readonly assigneeId?: string | null | undefined
  /** Selects estimates without contact that were due before this instant. */
  readonly overdueAt?: Date | undefined
  readonly spam?: 'quarantined' | 'confirmed' | undefined
  /** Inclusive. */
  readonly since?: Date | undefined
  /** Exclusive. */
  readonly before?: Date | undefined
}

const [minInstant, maxInstant] = [new Date('1900-01-01'), new Date('9000-01-01')]

export function isUnfiltered(criteria: EstimateCriteria): boolean {
  return Object.values(criteria).every((value) => value === undefined)
}

/** Neither engine uses an index for IS NOT NULL. */
export const isQuarantined = "quarantined_at > '1900-01-01'"

export const spamSql = {
  none: 'quarantined_at IS NULL',
  quarantined: `${isQuarantined} AND spam_at IS NULL`,
  confirmed: `${isQuarantined} AND spam_at IS NOT NULL`,
}

export function overdueSql(now: Date, bind: Bind): string {
  return `first_contact_at IS NULL AND due_at < ${bind(now, 'instant')}`
}

/** Excludes the search. Engines cache a plan per text, so missing criteria are compared with null. */
export function criteriaSql(criteria: EstimateCriteria, bind: Bind): string {
  const { assigneeId, overdueAt, spam } = criteria
  const equal = (column: string, value: string | boolean | undefined, kind: ValueKind = 'text') =>
    `(${bind(value ?? null, kind)} IS NULL OR ${column} = ${bind(value ?? null, kind)})`
  const conditions = [
    `created_at >= ${bind(clamp(criteria.since ?? minInstant), 'instant')}`,
    `created_at < ${bind(clamp(criteria.before ?? maxInstant), 'instant')}`,
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

/** Neither PostgreSQL nor an ISO text holds every year of a Date. */
function clamp(instant: Date): Date {
  return new Date(Math.min(maxInstant.getTime(), Math.max(minInstant.getTime(), instant.getTime())))
}

/** Ranks start at 1 for the lowest budget; 0 is unknown. */
export const budgetRankSql = `CASE budget_range ${budgetRanges
  .map(({ value }, index) => `WHEN '${value}' THEN ${index + 1}`)
  .join(' ')} ELSE 0 END`
