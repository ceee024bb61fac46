import type { Transaction } from '#server/database/database.ts'
import { isPhoneEstimate } from '#shared/estimates/estimate-source.ts'
import { responseDueAt } from '#shared/estimates/response-clock.ts'
import { type Seen, saveChange, type WorkDeps } from './change-estimate.ts'
import { estimateMessageKinds, newEstimateMessages } from './estimate-messages.ts'
import type { WorkState } from './estimate-work.ts'
import { readReasons, storedReasons } from './spam-check.ts'

/**
 * Emails from before a spam mark are not repeated, and their deadline holds. A phone estimate causes none: its call was the
 * report. Throws like {@link saveChange}; the caller
 * wakes the outbox.
 */
export function release(deps: WorkDeps, seen: Seen): Promise<WorkState> {
  return saveChange(deps, seen, async ({ setAside }, transaction) => {
    if (!setAside) return undefined
    const estimate = await transaction.projectEstimate.findUniqueOrThrow({
      where: { id: seen.id },
      select: { source: true, createdAt: true },
    })
    const reportedAt = isPhoneEstimate(estimate)
      ? estimate.createdAt
      : await logOnce(transaction, seen.id, deps.clock.now())
    const columns = { quarantinedAt: null, spamAt: null, dueAt: responseDueAt(reportedAt) }
    return { columns, change: { kind: 'released' } }
  })
}

/** Queued emails still go out: most leave within a second. Throws like {@link saveChange}. */
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

/** @returns when the visitor's email was queued */
async function logOnce({ outboxMessage }: Transaction, estimateId: string, now: Date): Promise<Date> {
  const written = await outboxMessage.findMany({
    where: { estimateId, kind: { in: [...estimateMessageKinds] } },
    select: { kind: true, createdAt: true },
  })
  const missing = newEstimateMessages(estimateId, now).filter(({ kind }) => !written.some((one) => one.kind === kind))
  if (missing.length > 0)
    await outboxMessage.createMany({ data: missing.map((message) => ({ ...message, nextAttemptAt: now })) })
  return written.find(({ kind }) => kind === 'estimate.visitor')?.createdAt ?? now
}
