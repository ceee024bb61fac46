import { newYorkDay } from '#shared/calendar-days.ts'
import { maxCountedDue } from '#shared/retention.ts'
import { isQuarantined, notErased, spamSql } from './estimate-criteria.ts'
import { buildQuery, type Query, type QueryDialect } from './query.ts'

export type RetentionWanted = {
  /** Selects what was completed and last touched before this. Null selects nothing. */
  readonly completedBefore: Date | null
  /** Selects what was marked as spam and last touched before this. Null selects nothing. */
  readonly spamBefore: Date | null
  /** Keeps what has a proposal that was accepted since. */
  readonly acceptedSince: Date
  /** Each kind lists at most so many. */
  readonly limit: number
}

type DueEstimate = {
  readonly id: string
  readonly reference: string
  readonly name: string
  /** The time when it was completed or marked, in ISO 8601. */
  readonly since: string
}

type DueEstimates = {
  /** It counts up to {@link maxCountedDue}. */
  readonly total: number
  /** The oldest comes first. */
  readonly items: readonly DueEstimate[]
}

export type DueForErasure = { readonly completed: DueEstimates; readonly spam: DueEstimates }

export type DueRow = {
  readonly completed: string
  readonly spam: string
  readonly completedTotal: number | bigint
  readonly spamTotal: number | bigint
}

const never = new Date('1900-01-01')
const names = ['id', 'reference', 'name', 'since'] as const

/** Reads the beginnings of two indexes, the events and proposals of those estimates, and the rows that are listed. */
export function retentionQuery(
  dialect: QueryDialect,
  { completedBefore, spamBefore, acceptedSince, limit }: RetentionWanted,
): Query {
  return buildQuery(dialect, (bind) => {
    const isUntouched = (
      since: Date | null,
    ) => `(follow_up_on IS NULL OR follow_up_on < ${bind(newYorkDay(since ?? never), 'text')})
      AND NOT EXISTS (SELECT 1 FROM estimate_events WHERE estimate_events.estimate_id = project_estimates.id
        AND estimate_events.kind <> 'exported' AND estimate_events.at >= ${bind(since ?? never, 'instant')})
      AND NOT EXISTS (SELECT 1 FROM proposals WHERE proposals.estimate_id = project_estimates.id
        AND proposals.answer = 'accepted' AND proposals.answered_at >= ${bind(acceptedSince, 'instant')})`
    const completed = () => `FROM ${dialect.estimatesBy('completed')}
      WHERE status = 'completed' AND ${spamSql.none} AND ${notErased} AND completed_at < ${bind(completedBefore ?? never, 'instant')}
        AND ${isUntouched(completedBefore)}`
    const spam = () => `FROM ${dialect.estimatesBy('spam')}
      WHERE spam_at IS NOT NULL AND ${isQuarantined} AND ${notErased} AND spam_at < ${bind(spamBefore ?? never, 'instant')}
        AND ${isUntouched(spamBefore)}`
    const rows = (column: string, from: () => string) =>
      dialect.jsonRows(
        `SELECT id, reference, name, ${column} AS "since" ${from()} ORDER BY ${column}, id LIMIT ${bind(limit, 'number')}`,
        names,
      )
    const count = (from: () => string) =>
      `(SELECT count(*) FROM (SELECT 1 ${from()} LIMIT ${maxCountedDue}) AS counted)`
    return `SELECT ${rows('completed_at', completed)} AS "completed", ${count(completed)} AS "completedTotal",
      ${rows('spam_at', spam)} AS "spam", ${count(spam)} AS "spamTotal"`
  })
}

export function dueForErasure([row]: readonly DueRow[]): DueForErasure {
  const part = (items: string | undefined, total: number | bigint | undefined): DueEstimates => ({
    total: Number(total ?? 0),
    items: JSON.parse(items ?? '[]'),
  })
  return { completed: part(row?.completed, row?.completedTotal), spam: part(row?.spam, row?.spamTotal) }
}
