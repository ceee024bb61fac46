import { v7 as newId } from 'uuid'
import type { Transaction } from '#server/database/database.ts'

/** `visitor.changed` tells the staff. */
export const visitorMailKinds = ['proposal.sent', 'proposal.reminder', 'proposal.answered', 'visitor.changed'] as const
export type VisitorMailKind = (typeof visitorMailKinds)[number]

/**
 * Queues emails about what a visitor did. Wake the outbox after the commit.
 *
 * @param now of the event that they tell of
 */
export async function queueVisitorMails(
  { outboxMessage }: Transaction,
  kinds: readonly ('proposal.answered' | 'visitor.changed')[],
  { estimateId, now }: { readonly estimateId: string; readonly now: Date },
): Promise<void> {
  const message = { estimateId, createdAt: now, nextAttemptAt: now }
  await outboxMessage.createMany({
    data: kinds.map((kind) => ({ ...message, id: newId({ msecs: now.getTime() }), kind })),
  })
}
