import { addMs } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { dayMs } from '#shared/durations.ts'

/** Postmark keeps a message this long. The index by state and time finds those of these days. */
const reportedForMs = 45 * dayMs

type Bounce = { readonly providerId: string; readonly reason: string; readonly now: Date }
type BouncedMessage = { readonly id: string; readonly kind: string }

/**
 * Makes a message that was sent a failed one, so that it is on the Today page and in the timeline.
 *
 * @param reason such as `bounced: HardBounce`; see server/estimates/timeline/email-failure.ts
 * @returns undefined if no message has this id, or it was reported before
 */
export async function recordBounce(
  { transaction }: Pick<Database, 'transaction'>,
  { providerId, reason, now }: Bounce,
): Promise<BouncedMessage | undefined> {
  return await transaction(async ({ outboxMessage }) => {
    const message = await outboxMessage.findFirst({
      where: { state: 'sent', nextAttemptAt: { gte: addMs(now, -reportedForMs) }, providerId },
      select: { id: true, kind: true, estimateId: true },
    })
    if (!message) return undefined
    const { id, kind, estimateId } = message
    await outboxMessage.updateMany({
      // Open pages of this estimate learn of it.
      where: { id, state: 'sent', ...(estimateId === null ? {} : { estimateId }) },
      data: { state: 'failed', nextAttemptAt: now, lastError: reason },
    })
    return { id, kind }
  })
}
