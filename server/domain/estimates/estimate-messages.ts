import { v7 as newId } from 'uuid'
import type { NewOutboxMessage } from '#server/database/database.ts'

export const estimateMessageKinds = ['estimate.staff', 'estimate.visitor'] as const

export function newEstimateMessages(
  estimateId: string,
  createdAt: Date,
  kinds: readonly (typeof estimateMessageKinds)[number][] = estimateMessageKinds,
): (NewOutboxMessage & { estimateId: string })[] {
  return kinds.map((kind) => ({
    id: newId({ msecs: createdAt.getTime() }),
    kind,
    estimateId,
    createdAt,
  }))
}
