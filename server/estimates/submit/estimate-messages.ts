import { v7 as newId } from 'uuid'

export const estimateMessageKinds = ['estimate.staff', 'estimate.visitor'] as const

/** Returns rows of the outbox that are due at once. */
export function newEstimateMessages(
  estimateId: string,
  createdAt: Date,
  kinds: readonly (typeof estimateMessageKinds)[number][] = estimateMessageKinds,
): { id: string; kind: string; estimateId: string; createdAt: Date; nextAttemptAt: Date }[] {
  return kinds.map((kind) => ({
    id: newId({ msecs: createdAt.getTime() }),
    kind,
    estimateId,
    createdAt,
    nextAttemptAt: createdAt,
  }))
}
