import { randomUUID } from 'node:crypto'
import { addMs } from '#server/clock.ts'
import type { Database, RecordedOutcome } from '#server/database/database.ts'
import { minuteMs } from '#shared/durations.ts'

type EmailOutcome = { readonly estimateId: string; readonly state: Exclude<RecordedOutcome['state'], 'dropped'> }

/** Records in one commit how an email about each estimate ended, as a process does that has claimed them. */
export async function recordEmailOutcomes(
  { transaction, outbox }: Pick<Database, 'transaction' | 'outbox'>,
  outcomes: readonly EmailOutcome[],
  now: Date,
): Promise<void> {
  const claimToken = randomUUID()
  // Ends later, so that no other outbox takes them.
  const leaseEnd = addMs(now, minuteMs)
  const claimed = outcomes.map((outcome) => ({ id: randomUUID(), ...outcome }))
  await transaction(({ outboxMessage }) =>
    outboxMessage.createMany({
      data: claimed.map(({ id, estimateId }) => {
        const claim = { attempts: 1, claimToken, nextAttemptAt: leaseEnd }
        return { id, estimateId, kind: 'estimate.visitor', createdAt: now, ...claim }
      }),
    }),
  )
  const rest = { nextAttemptAt: now, lastError: null, providerId: null, sentAt: null }
  await outbox.recordOutcomes(claimed.map(({ id, state }) => ({ id, claimToken, state, ...rest })))
}
