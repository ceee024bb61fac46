import type { OutboxMessage } from '#prisma/generated/sqlite/client.ts'
import type { StoredAnswers } from '#shared/estimates/answers.ts'
import { type EstimateField, estimateFieldNames } from '#shared/estimates/fields.ts'

/** Emails say these facts about an estimate. */
export type EmailedEstimate = StoredAnswers & {
  readonly id: string
  readonly reference: string
  readonly createdAt: Date
  /** Null if the estimate was marked as spam after the message was queued. */
  readonly dueAt: Date | null
  /** Whether a valid token of the form came with it. */
  readonly formVerified: boolean
  /** Only their number is used: they are the photos that came with it. */
  readonly files?: readonly unknown[]
}

/** A message that a worker holds. See `address` in prisma/schema.prisma. */
export type ClaimedMessage = Pick<OutboxMessage, 'id' | 'kind' | 'attempts' | 'createdAt' | 'address' | 'visitId'> & {
  readonly estimate: EmailedEstimate | null
}

const answers = Object.fromEntries(estimateFieldNames.map((name) => [name, true])) as Record<EstimateField, true>

export const claimedMessageSelect = {
  id: true,
  kind: true,
  attempts: true,
  createdAt: true,
  address: true,
  visitId: true,
  estimate: {
    select: {
      ...{ id: true, reference: true, ...answers, createdAt: true, dueAt: true, formVerified: true },
      files: { where: { width: { not: null } }, select: { id: true } },
    },
  },
} as const
