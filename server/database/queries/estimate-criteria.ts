import type { AnsweredFilter, ProposalFilter } from '#shared/estimates/estimate-filter.ts'
import type { EstimateOutcome } from '#shared/estimates/estimate-work.ts'
import { budgetRanges } from '#shared/estimates/options.ts'
import type { Bind, QueryDialect, SearchCondition, ValueKind } from './query.ts'

/** They are days in New York, and both are included. */
type FollowUpDays = { readonly from?: string; readonly until?: string }

export type FollowUpCriterion = 'none' | FollowUpDays

export type EstimateCriteria = {
  readonly search?: SearchCondition | undefined
  readonly status?: string | undefined
  readonly urgent?: boolean | undefined
  readonly type?: string | undefined
  readonly budget?: string | undefined
  readonly timeline?: string | undefined
  readonly leadSource?: string | undefined
  readonly outcome?: EstimateOutcome | undefined
  readonly followUp?: FollowUpCriterion | undefined
  /** Null selects unassigned estimates. */
  readonly assigneeId?: string | null | undefined
  /** Selects estimates that await a contact and were due before this instant. */
  readonly overdueAt?: Date | undefined
  readonly answered?: { readonly is: AnsweredFilter; readonly now: Date } | undefined
  /** `until` is the last day on which a proposal that is still to be sent is overdue. */
  readonly proposal?: { readonly is: ProposalFilter; readonly until: string } | undefined
  readonly spam?: 'quarantined' | 'confirmed' | undefined
  /** Selects what came at this instant or later. */
  readonly since?: Date | undefined
  /** Selects what came before this instant. */
  readonly before?: Date | undefined
}

const [minDay, maxDay] = ['0001-01-01', '9999-12-31']
const [minInstant, maxInstant] = [new Date('1900-01-01'), new Date('9000-01-01')]

/** Whether the person's data was not erased. Reports, and the lists behind their numbers, count the others, too. */
export const notErased = 'erased_at IS NULL'

export const isQuarantined = 'quarantined_at IS NOT NULL'

export const spamSql = {
  none: 'quarantined_at IS NULL',
  quarantined: `${isQuarantined} AND spam_at IS NULL`,
  confirmed: `${isQuarantined} AND spam_at IS NOT NULL`,
}

/** Won, lost or completed: it asks for no contact. */
const isClosed = "(outcome <> 'open' OR status = 'completed')"
const isOpenWithoutContact = `first_contact_at IS NULL AND NOT ${isClosed}`
const isClosedWithoutContact = `first_contact_at IS NULL AND due_at IS NOT NULL AND ${isClosed}`

/** Matches {@link awaitsContact} in shared/estimates/response-clock.ts. Leaves out estimates whose data was erased. */
export const awaitsContactSql = `${isOpenWithoutContact} AND ${notErased}`

export function overdueSql(now: Date, bind: Bind): string {
  return `${awaitsContactSql} AND due_at < ${bind(now, 'instant')}`
}

/** Matches {@link getProposal} in shared/estimates/proposals.ts, outside quarantine. */
export const awaitsProposalSql = `proposal_due_on IS NOT NULL AND proposal_sent_at IS NULL AND outcome = 'open' AND ${notErased}`

export function proposalDueSql(until: string, bind: Bind): string {
  return `${awaitsProposalSql} AND proposal_due_on <= ${bind(until, 'text')}`
}

/** In columns that the indexes of the sections have. */
export function noProposalDueSql(until: string, bind: Bind): string {
  return `(proposal_due_on IS NULL OR proposal_due_on > ${bind(until, 'text')} OR proposal_sent_at IS NOT NULL
    OR outcome <> 'open' OR erased_at IS NOT NULL)`
}

/**
 * Follow-ups of that day, and missed ones, with any outcome: a day that was set for a won or lost estimate is meant.
 * Leaves out estimates that await a contact and are due before an instant.
 */
export function followUpDueSql(dialect: QueryDialect, day: string, dueBefore: Date, bind: Bind): string[] {
  return ['follow_up_on IS NOT NULL', `follow_up_on <= ${bind(day, 'text')}`, notDueSql(dialect, dueBefore, bind)]
}

/**
 * Selects estimates that are contacted, due later or closed. Few are due, so their index spares the rows whose own
 * index lacks the status.
 */
export function notDueSql({ estimatesBy }: QueryDialect, dueBefore: Date, bind: Bind): string {
  const due = `SELECT id FROM ${estimatesBy('waiting')}
    WHERE ${spamSql.none} AND ${awaitsContactSql} AND due_at < ${bind(dueBefore, 'instant')}`
  return `(first_contact_at IS NOT NULL OR id NOT IN (${due}))`
}

export function criteriaSql(dialect: QueryDialect, criteria: EstimateCriteria, bind: Bind): string {
  return [
    equalSql('status', criteria.status, bind),
    spamSql[criteria.spam ?? 'none'],
    ...deadlineSql(criteria, bind),
    ...otherCriteriaSql(dialect, criteria, bind),
  ].join(' AND ')
}

/** Whether and when the visitor was contacted. */
export function deadlineSql({ overdueAt, answered }: EstimateCriteria, bind: Bind): string[] {
  return [...(overdueAt ? [overdueSql(overdueAt, bind)] : []), ...(answered ? [answeredSql(answered, bind)] : [])]
}

/**
 * Contains all criteria but the status, quarantine and the deadline, which counts tell apart. Engines cache a plan for
 * each text, so most missing criteria are compared with null. A missing period is left out, so that SQLite begins at a
 * page's position.
 */
export function otherCriteriaSql(dialect: QueryDialect, criteria: EstimateCriteria, bind: Bind): string[] {
  const { search, since, before, assigneeId, proposal } = criteria
  return [
    ...(since ? [`created_at >= ${bind(clamp(since), 'instant')}`] : []),
    ...(before ? [`created_at < ${bind(clamp(before), 'instant')}`] : []),
    equalSql('urgent', criteria.urgent, bind, 'boolean'),
    equalSql('project_type', criteria.type, bind),
    equalSql('budget_range', criteria.budget, bind),
    equalSql('timeline', criteria.timeline, bind),
    equalSql('lead_source', criteria.leadSource, bind),
    assigneeId === null ? 'assignee_id IS NULL' : equalSql('assignee_id', assigneeId, bind),
    equalSql('outcome', criteria.outcome, bind),
    ...followUpSql(criteria, bind),
    ...(proposal ? [proposalSql(proposal, bind)] : []),
    ...(search ? [matchesNothing(search) ? '1 = 0' : dialect.matches(search, bind)] : []),
  ]
}

function matchesNothing(search: SearchCondition): boolean {
  return 'any' in search && search.any.length === 0
}

function equalSql(column: string, value: string | boolean | undefined, bind: Bind, kind: ValueKind = 'text'): string {
  return `(${bind(value ?? null, kind)} IS NULL OR ${column} = ${bind(value ?? null, kind)})`
}

function followUpSql({ followUp }: EstimateCriteria, bind: Bind): string[] {
  if (followUp === undefined) return []
  if (followUp === 'none') return ['follow_up_on IS NULL']
  const { from = minDay, until = maxDay } = followUp
  return [`follow_up_on >= ${bind(from, 'text')}`, `follow_up_on <= ${bind(until, 'text')}`]
}

function proposalSql({ is, until }: NonNullable<EstimateCriteria['proposal']>, bind: Bind): string {
  switch (is) {
    case 'due':
      return awaitsProposalSql
    case 'overdue':
      return proposalDueSql(until, bind)
    case 'sent':
      return 'proposal_sent_at IS NOT NULL'
    case 'not-needed':
      // Withdrawn requests have no deadline.
      return 'proposal_promised_on IS NOT NULL AND proposal_due_on IS NULL AND proposal_sent_at IS NULL AND due_at IS NOT NULL'
  }
}

function answeredSql({ is, now }: NonNullable<EstimateCriteria['answered']>, bind: Bind): string {
  switch (is) {
    case 'yes':
      return 'first_contact_at IS NOT NULL'
    case 'no':
      return `${isOpenWithoutContact} AND due_at IS NOT NULL`
    case 'closed':
      return isClosedWithoutContact
    case 'in-time':
      return 'first_contact_at <= due_at'
    case 'missed':
      return `(first_contact_at > due_at OR (${isOpenWithoutContact} AND due_at < ${bind(now, 'instant')}))`
    case 'pending':
      return `${isOpenWithoutContact} AND due_at >= ${bind(now, 'instant')}`
  }
}

/** Neither PostgreSQL nor an ISO text holds every year of a Date. */
function clamp(instant: Date): Date {
  return new Date(Math.min(maxInstant.getTime(), Math.max(minInstant.getTime(), instant.getTime())))
}

/** Ranks start at 1 for the lowest budget; 0 is unknown. The index project_estimates_budget_idx has the same expression. */
export const budgetRankSql = `CASE budget_range ${budgetRanges
  .map(({ value }, index) => `WHEN '${value}' THEN ${index + 1}`)
  .join(' ')} ELSE 0 END`
