import type { AnsweredFilter } from '#shared/estimates/estimate-filter.ts'
import type { EstimateOutcome } from '#shared/estimates/estimate-work.ts'
import { budgetRanges } from '#shared/estimates/options.ts'
import type { Bind, QueryDialect, SearchCondition, ValueKind } from './query.ts'

/** Calendar days in New York, both included. */
type FollowUpDays = { readonly from?: string; readonly until?: string }

export type FollowUpCriterion = 'any' | 'none' | FollowUpDays

export type EstimateCriteria = {
  readonly search?: SearchCondition | undefined
  readonly status?: string | undefined
  readonly urgent?: boolean | undefined
  readonly type?: string | undefined
  readonly budget?: string | undefined
  readonly timeline?: string | undefined
  /** `closed` is won or lost. */
  readonly outcome?: EstimateOutcome | 'closed' | undefined
  readonly followUp?: FollowUpCriterion | undefined
  /** Null selects unassigned estimates. */
  readonly assigneeId?: string | null | undefined
  /** Selects estimates that await a contact and were due before this instant. */
  readonly overdueAt?: Date | undefined
  readonly answered?: { readonly is: AnsweredFilter | AnsweredPart; readonly now: Date } | undefined
  readonly spam?: 'quarantined' | 'confirmed' | undefined
  /** Inclusive. */
  readonly since?: Date | undefined
  /** Exclusive. */
  readonly before?: Date | undefined
}

/**
 * `uncontacted` is the opposite of `yes`. `late` and `expired` make up `missed`: contacted after the deadline, and not
 * contacted by now. `untimely` are the contacted ones that are not `in-time`: those that are late or have no deadline.
 */
type AnsweredPart = 'uncontacted' | 'late' | 'expired' | 'untimely'

const [minDay, maxDay] = ['0001-01-01', '9999-12-31']
const [minInstant, maxInstant] = [new Date('1900-01-01'), new Date('9000-01-01')]

export function isUnfiltered(criteria: EstimateCriteria): boolean {
  return Object.values(criteria).every((value) => value === undefined)
}

/** Whether the person's data was not erased. Reports, and the lists behind their numbers, count the others, too. */
export const isKept = 'erased_at IS NULL'

export const isQuarantined = 'quarantined_at IS NOT NULL'

export const spamSql = {
  none: 'quarantined_at IS NULL',
  quarantined: `${isQuarantined} AND spam_at IS NULL`,
  confirmed: `${isQuarantined} AND spam_at IS NOT NULL`,
}

/** Won, lost or completed: it asks for no contact. */
export const isClosed = "(outcome <> 'open' OR status = 'completed')"
const isOpenWithoutContact = `first_contact_at IS NULL AND NOT ${isClosed}`

/** As {@link awaitsContact} in shared/estimates/response-clock.ts. Leaves out estimates whose data was erased. */
export const awaitsContactSql = `${isOpenWithoutContact} AND ${isKept}`

export function overdueSql(now: Date, bind: Bind): string {
  return `${awaitsContactSql} AND due_at < ${bind(now, 'instant')}`
}

/**
 * Follow-ups of that day, and missed ones, with any outcome: a day that was set for a won or lost estimate is meant.
 * Leaves out estimates that await a contact and are due before an instant.
 */
export function followUpDueSql(dialect: QueryDialect, day: string, dueBefore: Date, bind: Bind): string[] {
  return ['follow_up_on IS NOT NULL', `follow_up_on <= ${bind(day, 'text')}`, notDueSql(dialect, dueBefore, bind)]
}

/** Contacted, due later, or closed. Few are due, so their index spares the rows whose own index lacks the status. */
export function notDueSql({ estimatesBy }: QueryDialect, dueBefore: Date, bind: Bind): string {
  const due = `SELECT id FROM ${estimatesBy('waiting')}
    WHERE ${spamSql.none} AND ${awaitsContactSql} AND due_at < ${bind(dueBefore, 'instant')}`
  return `(first_contact_at IS NOT NULL OR id NOT IN (${due}))`
}

/** Excludes the search. Engines cache a plan per text, so missing criteria are compared with null. */
export function criteriaSql(criteria: EstimateCriteria, bind: Bind): string {
  const { assigneeId, overdueAt, spam } = criteria
  const conditions = [
    `created_at >= ${bind(clamp(criteria.since ?? minInstant), 'instant')}`,
    `created_at < ${bind(clamp(criteria.before ?? maxInstant), 'instant')}`,
    spamSql[spam ?? 'none'],
    ...choicesSql(criteria, bind),
    ...outcomeSql(criteria, bind),
    ...followUpSql(criteria, bind),
    assigneeId === null ? 'assignee_id IS NULL' : equalSql('assignee_id', assigneeId, bind),
    ...(overdueAt ? [overdueSql(overdueAt, bind)] : []),
    ...(criteria.answered ? [answeredSql(criteria.answered, bind)] : []),
  ]
  return conditions.join(' AND ')
}

function equalSql(column: string, value: string | boolean | undefined, bind: Bind, kind: ValueKind = 'text'): string {
  return `(${bind(value ?? null, kind)} IS NULL OR ${column} = ${bind(value ?? null, kind)})`
}

/** The condition of project_estimates_closed_idx comes first, so that the engines may use it. */
function outcomeSql({ outcome }: EstimateCriteria, bind: Bind): string[] {
  if (outcome === undefined) return []
  if (outcome === 'open') return ["outcome = 'open'"]
  return ["outcome <> 'open'", equalSql('outcome', outcome === 'closed' ? undefined : outcome, bind)]
}

/** As for the outcome, with project_estimates_follow_up_idx. */
function followUpSql({ followUp }: EstimateCriteria, bind: Bind): string[] {
  if (followUp === undefined) return []
  if (followUp === 'none') return ['follow_up_on IS NULL']
  const { from = minDay, until = maxDay } = followUp === 'any' ? {} : followUp
  return ['follow_up_on IS NOT NULL', `follow_up_on >= ${bind(from, 'text')}`, `follow_up_on <= ${bind(until, 'text')}`]
}

/** Estimates without contact; as a range of due dates, which lets SQLite search the index of those that wait. */
export function waitingSql(bind: Bind): string {
  return `first_contact_at IS NULL AND due_at >= ${bind(minInstant, 'instant')}`
}

/** The condition of project_estimates_late_idx, word by word, so that the engines may use it. */
const untimelySql = 'first_contact_at IS NOT NULL AND (due_at IS NULL OR first_contact_at > due_at)'

function answeredSql({ is, now }: NonNullable<EstimateCriteria['answered']>, bind: Bind): string {
  switch (is) {
    case 'yes':
      return 'first_contact_at IS NOT NULL'
    case 'no':
      return `${waitingSql(bind)} AND NOT ${isClosed}`
    case 'closed':
      return `${waitingSql(bind)} AND ${isClosed}`
    case 'uncontacted':
      return 'first_contact_at IS NULL'
    case 'in-time':
      return 'first_contact_at <= due_at'
    case 'missed':
      return `(first_contact_at > due_at OR (${isOpenWithoutContact} AND due_at < ${bind(now, 'instant')}))`
    case 'late':
      return `${untimelySql} AND due_at IS NOT NULL`
    case 'untimely':
      return untimelySql
    case 'expired':
      return `${isOpenWithoutContact} AND due_at < ${bind(now, 'instant')}`
    case 'pending':
      return `${isOpenWithoutContact} AND due_at >= ${bind(now, 'instant')}`
  }
}

function choicesSql(criteria: EstimateCriteria, bind: Bind): string[] {
  return [
    equalSql('status', criteria.status, bind),
    equalSql('urgent', criteria.urgent, bind, 'boolean'),
    equalSql('project_type', criteria.type, bind),
    equalSql('budget_range', criteria.budget, bind),
    equalSql('timeline', criteria.timeline, bind),
  ]
}

/** The criteria that estimate_totals knows, on its rows. */
export function totalsSql(criteria: EstimateCriteria, bind: Bind): string {
  return [`spam = '${criteria.spam ?? 'none'}'`, ...keptChoicesSql(criteria, bind)].join(' AND ')
}

/** The criteria that estimate_closed_totals knows, on its rows. */
export function closedTotalsSql(criteria: EstimateCriteria, bind: Bind): string {
  return [...outcomeSql(criteria, bind), ...keptChoicesSql(criteria, bind)].join(' AND ')
}

/** The criteria that estimate_late_totals knows, on its rows. */
export function lateTotalsSql(criteria: EstimateCriteria, bind: Bind): string {
  const hadDeadline = criteria.answered?.is === 'late' ? ['had_deadline'] : []
  return [...hadDeadline, ...outcomeSql(criteria, bind), ...keptChoicesSql(criteria, bind)].join(' AND ')
}

function keptChoicesSql(criteria: EstimateCriteria, bind: Bind): string[] {
  const { assigneeId } = criteria
  return [...choicesSql(criteria, bind), equalSql('assignee_id', assigneeId === null ? '' : assigneeId, bind)]
}

const choices = ['status', 'urgent', 'type', 'budget', 'timeline', 'assigneeId'] as const
const inTotals: ReadonlySet<string> = new Set([...choices, 'spam'])

/** Whether estimate_totals can count them. */
export function isInTotals(criteria: EstimateCriteria): boolean {
  return Object.entries(criteria).every(([name, value]) => value === undefined || inTotals.has(name))
}

/** Whether estimate_closed_totals can count them. */
export function isInClosedTotals({ outcome, ...rest }: EstimateCriteria): boolean {
  return outcome !== undefined && outcome !== 'open' && rest.spam === undefined && isInTotals(rest)
}

/** Whether estimate_late_totals can count them. */
export function isInLateTotals({ answered, outcome, ...rest }: EstimateCriteria): boolean {
  return (answered?.is === 'late' || answered?.is === 'untimely') && rest.spam === undefined && isInTotals(rest)
}

/** Whether a criterion narrows them that has a column in project_estimates_facets_idx. */
export function hasChoice(criteria: EstimateCriteria): boolean {
  return choices.some((name) => criteria[name] !== undefined)
}

/** Whether a criterion narrows them that neither the kept numbers nor project_estimates_facets_idx know. */
export function hasWork({ outcome, followUp, answered }: EstimateCriteria): boolean {
  return outcome !== undefined || followUp !== undefined || answered !== undefined
}

/** Neither PostgreSQL nor an ISO text holds every year of a Date. */
function clamp(instant: Date): Date {
  return new Date(Math.min(maxInstant.getTime(), Math.max(minInstant.getTime(), instant.getTime())))
}

/** Ranks start at 1 for the lowest budget; 0 is unknown. The index project_estimates_budget_idx has the same expression. */
export const budgetRankSql = `CASE budget_range ${budgetRanges
  .map(({ value }, index) => `WHEN '${value}' THEN ${index + 1}`)
  .join(' ')} ELSE 0 END`
