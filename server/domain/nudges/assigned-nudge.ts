import { addMs } from '#server/clock.ts'
import type { Transaction } from '#server/database/database.ts'
import { addNudges, assignmentSubject } from '#server/mail/messages/nudge.ts'

/** Longer than assigning by mistake can be undone. An assignment that was taken back by then causes no email. */
const assignedDelayMs = 15_000

type Assignment = {
  readonly estimateId: string
  /** Of the estimate, once it is assigned. */
  readonly version: number
  readonly assigneeId: string
  readonly actorId: string
  readonly now: Date
}

/** Tells someone in 15 s that an estimate is theirs, unless they took it themselves. Belongs to the transaction of the change. */
export async function addAssignedNudge(
  transaction: Pick<Transaction, 'nudge' | 'outboxMessage'>,
  { estimateId, version, assigneeId, actorId, now }: Assignment,
): Promise<void> {
  if (assigneeId === actorId) return
  const kind = 'nudge.assigned'
  const earlier = await transaction.nudge.findMany({
    where: { userId: assigneeId, kind, subject: { startsWith: assignmentSubject(estimateId, '') } },
    select: { id: true },
  })
  const waiting = await transaction.outboxMessage.count({
    where: { id: { in: earlier.map(({ id }) => id) }, state: 'pending' },
  })
  if (waiting > 0) return
  const subject = assignmentSubject(estimateId, version)
  await addNudges(transaction, [{ kind, userId: assigneeId, subject }], { now, sendAt: addMs(now, assignedDelayMs) })
}
