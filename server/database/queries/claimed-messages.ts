import type { OutboxMessage, ProjectEstimate } from '#prisma/generated/sqlite/client.ts'
import type { StoredAnswers } from '#shared/estimates/answers.ts'
import { answerColumns } from './answer-columns.ts'

const messageColumns = {
  id: 'id',
  kind: 'kind',
  attempts: 'attempts',
  createdAt: 'created_at',
  /** Only account emails have it. */
  address: 'address',
} as const satisfies Partial<Record<keyof OutboxMessage, string>>

const estimateColumns = {
  id: 'id',
  reference: 'reference',
  ...answerColumns,
  createdAt: 'created_at',
  dueAt: 'due_at',
  formVerified: 'form_verified',
} as const satisfies Partial<Record<keyof ProjectEstimate, string>>

export type EmailedEstimate = StoredAnswers & {
  readonly id: string
  readonly reference: string
  readonly createdAt: Date
  /** Null if the estimate was marked as spam after the message was queued. */
  readonly dueAt: Date | null
  /** Whether a valid token of the form came with it. */
  readonly formVerified: boolean
}

export type ClaimedMessage = Readonly<Pick<OutboxMessage, keyof typeof messageColumns>> & {
  readonly estimate: EmailedEstimate | null
}

export type ClaimedRow = Omit<ClaimedMessage, 'estimate'> & { readonly [column: `estimate_${string}`]: unknown }

/** How urgent a claim is: never tried, then to the staff or an account, then to a visitor. An index has it. */
const urgency = "CASE WHEN attempts = 0 THEN 0 WHEN kind = 'estimate.visitor' THEN 2 ELSE 1 END"

/**
 * The due messages that are claimed first: retries to visitors, who may be many, hold up nothing else. Each urgency is
 * read from its part of the index.
 *
 * @param now,limit their placeholders
 * @param lock a locking clause
 */
export function dueMessages({ now, limit, lock = '' }: { now: string; limit: string; lock?: string }): string {
  const due = [0, 1, 2].map(
    (rank) => `
    SELECT * FROM (
      SELECT id, next_attempt_at, attempts > 0 OR address IS NOT NULL AS alone, ${rank} AS urgency FROM outbox_messages
      WHERE state = 'pending' AND ${urgency} = ${rank} AND next_attempt_at <= ${now}
      ORDER BY next_attempt_at LIMIT ${limit} ${lock}) AS due_${rank}`,
  )
  return `SELECT * FROM (${due.join(' UNION ALL ')}) AS due ORDER BY urgency, next_attempt_at, id LIMIT ${limit}`
}

const columns = [
  ...Object.entries(messageColumns).map(([field, column]) => `message.${column} AS "${field}"`),
  ...Object.entries(estimateColumns).map(([field, column]) => `estimate.${column} AS "estimate_${field}"`),
]

/** @param from a table or common table expression with the columns of outbox messages */
export function claimedMessagesFrom(from: string): string {
  return `
  SELECT ${columns.join(', ')}
  FROM ${from} AS message LEFT JOIN project_estimates AS estimate ON estimate.id = message.estimate_id`
}

export function claimedMessage({ id, kind, attempts, createdAt, address, ...rest }: ClaimedRow): ClaimedMessage {
  const fields = Object.keys(estimateColumns).map((field) => [field, rest[`estimate_${field}`]])
  const estimate = rest.estimate_id === null ? null : (Object.fromEntries(fields) as EmailedEstimate)
  return { id, kind, attempts, createdAt, address, estimate }
}
