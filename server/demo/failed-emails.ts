import { v7 as newId } from 'uuid'
import type { Prisma } from '#prisma/generated/sqlite/client.ts'
import { addMs } from '#server/clock.ts'
import type { NewEstimate } from '#server/database/database.ts'
import { minuteMs } from '#shared/durations.ts'

/** These are worded as the outbox stores them. */
const reasons = ['Postmark returned code 406: inactive recipient', 'Postmark returned code 300: invalid email request']

/** Emails to recent visitors that could not be delivered. */
export function demoFailedEmails(estimates: readonly NewEstimate[]): Prisma.OutboxMessageCreateManyInput[] {
  const recent = estimates.filter(({ quarantinedAt }) => quarantinedAt === null).slice(4)
  return reasons.flatMap((lastError, index) => {
    const estimate = recent[2 * index]
    if (!estimate) return []
    const failedAt = addMs(estimate.createdAt, minuteMs / 10)
    return {
      id: newId({ msecs: estimate.createdAt.getTime() }),
      kind: 'estimate.visitor',
      estimateId: estimate.id,
      state: 'failed',
      attempts: 1,
      createdAt: estimate.createdAt,
      nextAttemptAt: failedAt,
      lastError,
    }
  })
}
