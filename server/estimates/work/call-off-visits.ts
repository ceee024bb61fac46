import type { Transaction } from '#server/database/database.ts'
import { type Actor, addEvent, type Columns, newEvent } from '#server/estimates/timeline/estimate-events.ts'
import { queueVisitMails } from '#server/mail/messages/visit-mails.ts'
import { isAhead } from '#server/visits/visit-conditions.ts'

type Cause = { readonly actor: Actor | null; readonly at: Date }

/**
 * Calls off the visits of requests that a change ends: they are lost, spam or withdrawn. Belongs to the transaction of the
 * change. Visitors of spam are not told.
 */
export async function callOffVisits(
  transaction: Transaction,
  changes: readonly { readonly id: string; readonly columns: Columns }[],
  { actor, at }: Cause,
): Promise<void> {
  const ended = changes.filter(({ columns }) => columns.outcome === 'lost' || columns.spamAt || columns.withdrawnAt)
  if (ended.length === 0) return
  const visits = await transaction.visit.findMany({
    where: { estimateId: { in: ended.map(({ id }) => id) }, ...isAhead },
    select: {
      ...{ id: true, estimateId: true, startsAt: true, endsAt: true, sequence: true },
      assignee: { select: { email: true } },
      estimate: { select: { email: true, quarantinedAt: true } },
    },
  })
  for (const { id, estimateId, startsAt, endsAt, sequence, assignee, estimate } of visits) {
    await transaction.visit.updateMany({ where: { id }, data: { calledOffAt: at, sequence: sequence + 1 } })
    const change = {
      kind: 'visit_called_off',
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    } as const
    await addEvent(transaction, newEvent({ estimateId, actor, at, place: 2, change }))
    const staff = assignee ? [assignee.email] : []
    await queueVisitMails(transaction, {
      visitId: id,
      estimateId,
      tellsVisitor: estimate.email !== '' && estimate.quarantinedAt === null,
      staff,
      losers: [null, ...staff],
      now: at,
    })
  }
}
