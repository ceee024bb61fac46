import { addMs } from '#server/clock.ts'
import type { Transaction } from '#server/database/database.ts'
import { addNudges, assignmentSubject, getEstimateIds, type Nudge } from '#server/mail/messages/nudge.ts'
import { hourMs } from '#shared/durations.ts'

/** Longer than assigning by mistake can be undone. An assignment that was taken back by then causes no email. */
const assignedDelayMs = 15_000

const kind = 'nudge.assigned'

type Assignment = {
  readonly estimateId: string
  /** The version of the estimate once it is assigned. */
  readonly version: number
  /** Undefined for a change of something else, null for taking it from someone. */
  readonly assigneeId: string | null | undefined
}

type Tables = Pick<Transaction, 'nudge' | 'outboxMessage' | 'pushSubscription' | 'pushMessage'>

/**
 * Tells people in 15 s which estimates are theirs now, unless they took them themselves, by one email for all that are
 * assigned together. Belongs to the transaction of the changes.
 */
export async function addAssignedNudges(
  transaction: Tables,
  assignments: readonly Assignment[],
  { actorId, now }: { readonly actorId: string; readonly now: Date },
): Promise<void> {
  const nudges: Nudge[] = []
  for (const [userId, own] of byAssignee(assignments)) {
    if (userId === actorId) continue
    const waiting = await findWaiting(transaction, userId, now)
    const untold = own.filter(({ estimateId }) => !waiting.has(estimateId))
    const [subject, ...moreSubjects] = untold.map(({ estimateId, version }) => assignmentSubject(estimateId, version))
    if (subject === undefined) continue
    nudges.push({ kind, userId, subject, ...(moreSubjects.length > 0 ? { moreSubjects } : {}) })
  }
  if (nudges.length > 0) await addNudges(transaction, nudges, { now, sendAt: addMs(now, assignedDelayMs) })
}

function byAssignee(assignments: readonly Assignment[]): Map<string, Assignment[]> {
  const groups = new Map<string, Assignment[]>()
  for (const assignment of assignments) {
    const { assigneeId } = assignment
    if (!assigneeId) continue
    const group = groups.get(assigneeId)
    if (group) group.push(assignment)
    else groups.set(assigneeId, [assignment])
  }
  return groups
}

/** An estimate that is assigned, taken back and assigned again within the delay is told of once. */
async function findWaiting({ nudge, outboxMessage }: Tables, userId: string, now: Date): Promise<ReadonlySet<string>> {
  const earlier = await nudge.findMany({
    where: { userId, kind, createdAt: { gte: addMs(now, -hourMs) } },
    select: { id: true, subject: true, moreSubjects: true },
  })
  if (earlier.length === 0) return new Set()
  const pending = await outboxMessage.findMany({
    where: { id: { in: earlier.map(({ id }) => id) }, state: 'pending' },
    select: { id: true },
  })
  const pendingIds = new Set(pending.map(({ id }) => id))
  return new Set(earlier.filter(({ id }) => pendingIds.has(id)).flatMap(getEstimateIds))
}
