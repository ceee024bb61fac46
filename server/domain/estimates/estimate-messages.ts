import { v7 as newId } from 'uuid'
import type { NewOutboxMessage } from '#server/database/database.ts'

/** The mails that a request causes: one to each side. */
export const estimateMessageKinds = ['estimate.staff', 'estimate.visitor'] as const

/** The messages of a request, ready to be stored. They are due at once. */
export function newEstimateMessages(
  estimateId: string,
  createdAt: Date,
): (NewOutboxMessage & { estimateId: string })[] {
  return estimateMessageKinds.map((kind) => ({
    id: newId({ msecs: createdAt.getTime() }),
    kind,
    estimateId,
    createdAt,
  }))
}
