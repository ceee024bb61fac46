import { v7 as newId } from 'uuid'
import type { NewOutboxMessage } from '#server/database/database.ts'

export const estimateMessageKinds = ['estimate.staff', 'estimate.visitor'] as const

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
