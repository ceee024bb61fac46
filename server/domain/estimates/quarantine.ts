import type { Transaction } from '#server/database/database.ts'
import { responseDueAt } from '#shared/estimates/response-clock.ts'
import { type Seen, saveChange, type WorkDeps } from './change-estimate.ts'
import { estimateMessageKinds, newEstimateMessages } from './estimate-messages.ts'
import type { WorkState } from './estimate-work.ts'
import { readReasons, storedReasons } from './spam-check.ts'

/**
 * Says that a request which was set aside, or marked as spam, is none: both mails go out and its clock starts now. Where
 * they went out before, as somebody has marked it by mistake, they do not go twice, and what the visitor was promised then
 * holds again. Why it was set aside stays known. See {@link saveChange} for what it throws.
 *
 * The caller wakes the outbox.
 */
export function release(deps: WorkDeps, seen: Seen): Promise<WorkState> {
  return saveChange(deps, seen, async ({ setAside }, transaction) => {
    if (!setAside) return undefined
    const toldAt = await tellOnce(transaction, seen.id, deps.clock.now())
    const columns = { quarantinedAt: null, spamAt: null, dueAt: responseDueAt(toldAt) }
    return { columns, change: { kind: 'released' } }
  })
}

/**
 * Says that a request is spam, be it set aside already or not. It leaves the list and has no clock. A mail about it that
 * waits to be sent still goes: most are sent within a second, and no rule is better than one that holds now and then. See
 * {@link saveChange} for what it throws.
 */
export function confirmSpam(deps: WorkDeps, seen: Seen): Promise<WorkState> {
  return saveChange(deps, seen, async ({ setAside }, transaction) => {
    if (setAside?.isSpam) return undefined
    const at = deps.clock.now()
    if (setAside) return { columns: { spamAt: at }, change: { kind: 'spam' } }
    const { quarantineReasons } = await transaction.projectEstimate.findUniqueOrThrow({
      where: { id: seen.id },
      select: { quarantineReasons: true },
    })
    const reasons = new Set([...readReasons(quarantineReasons), 'staff' as const])
    return {
      columns: { quarantinedAt: at, quarantineReasons: storedReasons([...reasons]), spamAt: at, dueAt: null },
      change: { kind: 'spam' },
    }
  })
}

/**
 * Has the mails of a request sent that are not there yet.
 *
 * @returns when the visitor's was written, which says by when we answer
 */
async function tellOnce({ outboxMessage }: Transaction, estimateId: string, now: Date): Promise<Date> {
  const written = await outboxMessage.findMany({
    where: { estimateId, kind: { in: [...estimateMessageKinds] } },
    select: { kind: true, createdAt: true },
  })
  const missing = newEstimateMessages(estimateId, now).filter(({ kind }) => !written.some((one) => one.kind === kind))
  if (missing.length > 0)
    await outboxMessage.createMany({ data: missing.map((message) => ({ ...message, nextAttemptAt: now })) })
  return written.find(({ kind }) => kind === 'estimate.visitor')?.createdAt ?? now
}
