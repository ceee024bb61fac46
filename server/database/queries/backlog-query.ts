import { overdueSql, spamSql } from './estimate-criteria.ts'
import { buildQuery, type Query, type QueryDialect } from './query.ts'

/** Work that waits for the staff or the email service. */
export type Backlog = {
  /** It counts estimates without a contact after their deadline. */
  readonly overdueEstimates: number
  /** Emails that are neither sent nor given up. */
  readonly pendingMessages: number
  readonly oldestMessageAt: Date | undefined
}

export type BacklogRow = {
  readonly overdue: number | bigint
  readonly messages: number | bigint
  readonly oldest: Date | string | null
}

/** Counts end here, so that a long outage does not make them slow. */
const maxCountedBacklog = 10_000

/** Reads only indexes and the messages that wait. */
export function backlogQuery(dialect: QueryDialect, now: Date): Query {
  return buildQuery(
    dialect,
    (bind) => `
      SELECT overdue, messages, oldest FROM
        (SELECT count(*) AS overdue FROM (
          SELECT 1 FROM ${dialect.estimatesBy('waiting')}
          WHERE ${spamSql.none} AND ${overdueSql(now, bind)} LIMIT ${maxCountedBacklog}) AS late) AS estimates,
        (SELECT count(*) AS messages, min(created_at) AS oldest FROM (
          SELECT created_at FROM outbox_messages
          WHERE state = 'pending' ORDER BY next_attempt_at LIMIT ${maxCountedBacklog}) AS pending) AS outbox`,
  )
}

export function toBacklog([row]: readonly BacklogRow[]): Backlog {
  return {
    overdueEstimates: Number(row?.overdue ?? 0),
    pendingMessages: Number(row?.messages ?? 0),
    oldestMessageAt: row?.oldest ? new Date(row.oldest) : undefined,
  }
}
