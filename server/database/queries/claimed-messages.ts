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
} as const satisfies Partial<Record<keyof ProjectEstimate, string>>

export type EmailedEstimate = StoredAnswers & {
  readonly id: string
  readonly reference: string
  readonly createdAt: Date
  /** Null if the estimate was marked as spam after the message was queued. */
  readonly dueAt: Date | null
}

export type ClaimedMessage = Readonly<Pick<OutboxMessage, keyof typeof messageColumns>> & {
  readonly estimate: EmailedEstimate | null
}

export type ClaimedRow = Omit<ClaimedMessage, 'estimate'> & { readonly [column: `estimate_${string}`]: unknown }

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
