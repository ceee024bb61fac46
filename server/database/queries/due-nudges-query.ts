import { awaitsContactSql, awaitsProposalSql, spamSql } from './estimate-criteria.ts'
import { type Bind, buildQuery, type Query, type QueryDialect } from './query.ts'
import { isStaffSql } from './staff-sql.ts'

type ProposalNudge = 'nudge.proposal-next' | 'nudge.proposal-today' | 'nudge.proposal-overdue'

export type DueNudge = {
  readonly kind: 'nudge.new' | 'push.new' | 'nudge.due-soon' | 'nudge.overdue' | ProposalNudge | 'nudge.digest'
  readonly userId: string
  /** An estimate's id, for a proposal with its day, or the day of a digest. */
  readonly subject: string
}

/** Estimates that await a contact, whose deadline is after `after`, and not after `until`. */
type DueWithin = { readonly after: Date; readonly until?: Date }

/** They are days in New York, from the one after `after`. */
type ProposalDays = { readonly after: string; readonly until: string }

export type NudgesWanted = {
  /** A new estimate has most of its time left. */
  readonly fresh: DueWithin
  readonly soon: DueWithin
  readonly overdue: DueWithin
  /** The days on which the proposals are due that each kind tells of. A kind whose hour has not come has none. */
  readonly proposals: Readonly<Partial<Record<ProposalNudge, ProposalDays>>>
  /** The day whose digest is to be sent. */
  readonly digestDay: string | undefined
  /** These addresses, in lower case, hear of new estimates anyway. */
  readonly staffInbox: readonly string[]
  readonly limit: number
}

/**
 * Nudges that were never queued, for the staff members who have them switched on. Reads the few accounts of the staff
 * and, by indexes, the estimates without contact that are due within some hours, and the proposals of some days.
 */
export function dueNudgesQuery(dialect: QueryDialect, wanted: NudgesWanted): Query {
  const { fresh, soon, overdue, proposals, digestDay, staffInbox, limit } = wanted
  const inbox = (bind: Bind) => dialect.jsonTexts(bind(JSON.stringify(staffInbox), 'text'))
  return buildQuery(dialect, (bind) => {
    const arms = [
      estimateArm(dialect, bind, 'nudge.new', fresh, (own) => [
        'project_estimates.created_at >= staff.new_estimates_since',
        `staff.email NOT IN (${inbox(own)})`,
      ]),
      estimateArm(dialect, bind, 'push.new', fresh, (own) => [
        `staff.email IN (${inbox(own)})`,
        `EXISTS (SELECT 1 FROM push_subscriptions JOIN sessions ON sessions.id = push_subscriptions.session_id
          WHERE sessions.user_id = staff.id AND push_subscriptions.created_at <= project_estimates.created_at)`,
      ]),
      estimateArm(dialect, bind, 'nudge.due-soon', soon, remindedSql),
      estimateArm(dialect, bind, 'nudge.overdue', overdue, remindedSql),
      ...Object.entries(proposals).map(([kind, days]) => proposalArm(dialect, bind, kind, days)),
      ...(digestDay === undefined ? [] : [digestArm(bind, digestDay)]),
    ]
    return `
      WITH staff AS MATERIALIZED (
        SELECT id, email, new_estimates_since, notify_deadlines, notify_digest FROM users WHERE ${isStaffSql})
      SELECT kind, "userId", subject FROM (${arms.join(' UNION ALL ')}) AS due LIMIT ${bind(limit, 'number')}`
  })
}

/** An estimate reminds its assignee. Without one, or if that person has left, it reminds everybody. */
function remindedSql(): string[] {
  return [
    'staff.notify_deadlines',
    '(assignee_id IS NULL OR assignee_id = staff.id OR assignee_id NOT IN (SELECT id FROM staff))',
  ]
}

function estimateArm(
  dialect: QueryDialect,
  bind: Bind,
  kind: DueNudge['kind'],
  { after, until }: DueWithin,
  conditions: (bind: Bind) => readonly string[],
): string {
  const isDue = [
    `due_at > ${bind(after, 'instant')}`,
    ...(until ? [`due_at <= ${bind(until, 'instant')}`] : []),
    ...conditions(bind),
  ]
  // The cross join makes SQLite begin with the staff, of whom often none wants this.
  return `
    SELECT '${kind}' AS kind, staff.id AS "userId", project_estimates.id AS subject
    FROM staff CROSS JOIN ${dialect.estimatesBy('waiting')}
    WHERE ${awaitsContactSql} AND ${spamSql.none} AND ${isDue.join(' AND ')}
      AND NOT EXISTS (SELECT 1 FROM nudges
        WHERE nudges.user_id = staff.id AND nudges.kind = '${kind}' AND nudges.subject = project_estimates.id)`
}

/** A proposal whose day was moved is news again. */
function proposalArm(dialect: QueryDialect, bind: Bind, kind: string, { after, until }: ProposalDays): string {
  const subject = "project_estimates.id || ':' || proposal_due_on"
  return `
    SELECT '${kind}' AS kind, staff.id AS "userId", ${subject} AS subject
    FROM staff CROSS JOIN ${dialect.estimatesBy('proposal')}
    WHERE ${awaitsProposalSql} AND ${spamSql.none} AND proposal_due_on > ${bind(after, 'text')}
      AND proposal_due_on <= ${bind(until, 'text')} AND ${remindedSql().join(' AND ')}
      AND NOT EXISTS (SELECT 1 FROM nudges
        WHERE nudges.user_id = staff.id AND nudges.kind = '${kind}' AND nudges.subject = ${subject})`
}

function digestArm(bind: Bind, day: string): string {
  return `
    SELECT 'nudge.digest' AS kind, staff.id AS "userId", ${bind(day, 'text')} AS subject FROM staff
    WHERE staff.notify_digest AND NOT EXISTS (SELECT 1 FROM nudges
      WHERE nudges.user_id = staff.id AND nudges.kind = 'nudge.digest' AND nudges.subject = ${bind(day, 'text')})`
}
