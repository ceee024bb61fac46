import { buildQuery, type Query, type QueryDialect } from './query.ts'

/**
 * Ranks a claim: first what was never tried, then what goes to the staff or an account, then what goes to a visitor. An
 * index contains this expression.
 */
const urgency = "CASE WHEN attempts = 0 THEN 0 WHEN kind = 'estimate.visitor' THEN 2 ELSE 1 END"

/**
 * Finds the ids of the due messages that are claimed first: retries to visitors, who may be many, hold up nothing else.
 * Each urgency is read from its part of the index.
 *
 * @param lock a locking clause
 */
export function dueMessagesQuery(dialect: QueryDialect, now: Date, limit: number, lock = ''): Query {
  return buildQuery(dialect, (bind) => {
    const due = [0, 1, 2].map(
      (rank) => `
      SELECT * FROM (
        SELECT id, next_attempt_at, ${rank} AS urgency FROM outbox_messages
        WHERE state = 'pending' AND ${urgency} = ${rank} AND next_attempt_at <= ${bind(now, 'instant')}
        ORDER BY next_attempt_at LIMIT ${bind(limit, 'number')} ${lock}) AS due_${rank}`,
    )
    return `SELECT id FROM (${due.join(' UNION ALL ')}) AS due
      ORDER BY urgency, next_attempt_at, id LIMIT ${bind(limit, 'number')}`
  })
}
