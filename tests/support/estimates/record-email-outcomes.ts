import { randomUUID } from 'node:crypto'
import { addMs } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { type Outcome, recordOutcomes } from '#server/mail/outbox/store.ts'
import { minuteMs } from '#shared/durations.ts'

type EmailOutcome = { readonly estimateId: string; readonly state: keyof typeof outcomes }

const outcomes = {
  pending: { result: 'retry', reason: 'busy', delayMs: 0 },
  sent: { result: 'sent', providerId: 'x' },
  failed: { result: 'failed', reason: 'no such mailbox' },
} satisfies Record<string, Outcome>

/** Records in one commit how an email about each estimate ended, as a process does that has claimed them. */
export async function recordEmailOutcomes(
  database: Pick<Database, 'transaction'>,
  emails: readonly EmailOutcome[],
  now: Date,
): Promise<void> {
  const claimToken = randomUUID()
  // Ends later, so that no other outbox takes them.
  const leaseEnd = addMs(now, minuteMs)
  const claimed = emails.map((email) => ({ id: randomUUID(), ...email }))
  await database.transaction(({ outboxMessage }) =>
    outboxMessage.createMany({
      data: claimed.map(({ id, estimateId }) => {
        const claim = { attempts: 1, claimToken, nextAttemptAt: leaseEnd }
        return { id, estimateId, kind: 'estimate.visitor', createdAt: now, ...claim }
      }),
    }),
  )
  await recordOutcomes(
    database,
    claimed.map(({ id, estimateId, state }) => ({
      claim: { id, claimToken, estimate: { id: estimateId } },
      outcome: outcomes[state],
    })),
    now,
  )
}
