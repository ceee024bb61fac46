import { stillActive } from '#server/accounts/sessions/sessions.ts'
import type { Transaction } from '#server/database/database.ts'
import { addNudges, answerSubject } from '#server/mail/messages/nudge.ts'
import { isAllowed, roles } from '#shared/permissions.ts'

const staffRoles = roles.filter((role) => isAllowed(role, 'workEstimates'))

/**
 * Tells the devices of the assignee that a proposal was answered, or without one those of everybody, as emails do. Belongs
 * to the transaction of the answer.
 */
export async function addAnsweredNudges(
  transaction: Pick<Transaction, 'user' | 'nudge' | 'outboxMessage' | 'pushSubscription' | 'pushMessage'>,
  { id, assigneeId }: { readonly id: string; readonly assigneeId: string | null },
  now: Date,
): Promise<void> {
  const staff = { role: { in: staffRoles }, confirmedAt: { not: null } }
  const hasAssignee = assigneeId !== null && (await transaction.user.count({ where: { ...staff, id: assigneeId } })) > 0
  const notified = { sessions: { some: { ...stillActive(now), pushSubscription: { isNot: null } } } }
  const people = await transaction.user.findMany({
    where: { ...staff, ...notified, ...(hasAssignee ? { id: assigneeId } : {}) },
    select: { id: true },
  })
  const subject = answerSubject(id, now)
  const nudges = people.map(({ id: userId }) => ({ kind: 'push.answered', userId, subject }) as const)
  if (nudges.length > 0) await addNudges(transaction, nudges, { now, sendAt: now })
}
