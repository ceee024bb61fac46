import { addMs } from '#server/clock.ts'
import type { Transaction } from '#server/database/database.ts'
import { addNudges, assignmentSubject, estimateIdOf } from '#server/mail/messages/nudge.ts'
import { hourMs } from '#shared/durations.ts'

/** Longer than assigning by mistake can be undone. An assignment that was taken back by then causes no email. */
const assignedDelayMs = 15_000

const kind = 'nudge.assigned'

type Assignment = {
  readonly estimateId: string
  /** Of the estimate, once it is assigned. */
  readonly version: number
  /** Undefined for a change of something else, null for taking it from someone. */
  readonly assigneeId: string | null | undefined
}

/**
 * Tells people in 15 s which estimates are theirs now, unless they took them themselves. Belongs to the transaction of the
 * changes.
 */
export async function addAssignedNudges(
  transaction: Pick<Transaction, 'nudge' | 'outboxMessage'>,
  assignments: readonly Assignment[],
  { actorId, now }: { readonly actorId: string; readonly now: Date },
): Promise<void> {
  const wanted = assignments.flatMap(({ estimateId, version, assigneeId: userId }) =>
    userId && userId !== actorId ? [{ kind, userId, subject: assignmentSubject(estimateId, version) } as const] : [],
  )
  if (wanted.length === 0) return
  const waiting = await findWaiting(transaction, unique(wanted.map(({ userId }) => userId)), now)
  const missing = wanted.filter((one) => !waiting.has(recipientOf(one)))
  if (missing.length > 0) await addNudges(transaction, missing, { now, sendAt: addMs(now, assignedDelayMs) })
}

/** An estimate that is assigned, taken back and assigned again within the delay is told of once. */
async function findWaiting(
  { nudge, outboxMessage }: Pick<Transaction, 'nudge' | 'outboxMessage'>,
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const earlier = await nudge.findMany({
    where: { userId: { in: [...userIds] }, kind, createdAt: { gte: addMs(now, -hourMs) } },
    select: { id: true, userId: true, subject: true },
  })
  if (earlier.length === 0) return new Set()
  const pending = await outboxMessage.findMany({
    where: { id: { in: earlier.map(({ id }) => id) }, state: 'pending' },
    select: { id: true },
  })
  const pendingIds = new Set(pending.map(({ id }) => id))
  return new Set(earlier.filter(({ id }) => pendingIds.has(id)).map(recipientOf))
}

const unique = (values: readonly string[]) => [...new Set(values)]

const recipientOf = ({ userId, subject }: { readonly userId: string; readonly subject: string }) =>
  `${userId} ${estimateIdOf(subject)}`
