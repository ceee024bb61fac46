import type { Transaction } from '#server/database/database.ts'
import { responseDueAt } from '#shared/estimates/response-clock.ts'
import { type Seen, saveChange, type WorkDeps } from './change-estimate.ts'
import { estimateMessageKinds, newEstimateMessages } from './estimate-messages.ts'
import type { WorkState } from './estimate-work.ts'
import { readReasons, storedReasons } from './spam-check.ts'

/**
 * Approves a quarantined estimate: both e-mails go out, and its clock starts. Where they had gone out before staff marked
 * it as spam, they are not sent again, and the earlier deadline holds. The reasons stay stored. Throws as
 * {@link saveChange} does; the caller wakes the outbox.
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
 * Marks an estimate as spam, quarantined or not. E-mails that wait are still sent: most go out within a second, so
 * stopping them would work only now and then. Throws as {@link saveChange} does.
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
 * Queues the e-mails that are missing.
 *
 * @returns when the visitor's e-mail was queued, which sets the deadline
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
