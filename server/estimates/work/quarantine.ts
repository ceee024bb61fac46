import type { ProjectEstimate } from '#prisma/generated/sqlite/client.ts'
import type { Transaction } from '#server/database/database.ts'
import { estimateMessageKinds, newEstimateMessages } from '#server/estimates/submit/estimate-messages.ts'
import { readReasons, storedReasons } from '#server/estimates/submit/spam-check.ts'
import type { Columns } from '#server/estimates/timeline/estimate-events.ts'
import type { EstimateSource } from '#shared/estimates/estimate-source.ts'
import { responseDueAt } from '#shared/estimates/response-clock.ts'
import { type Seen, saveChange, type WorkDeps } from './change-estimate.ts'
import type { WorkState } from './estimate-work.ts'

/**
 * Emails from before a spam mark are not repeated, and their deadline holds. A phone estimate causes none: its call was the
 * report. Neither does a withdrawn one, and its clock stays stopped. Throws like {@link saveChange}. Wake
 * the outbox afterwards.
 */
export function release(deps: WorkDeps, seen: Seen): Promise<WorkState> {
  return saveChange(deps, seen, async ({ quarantine, withdrawnAt }, transaction) => {
    if (!quarantine) return undefined
    if (withdrawnAt) return { columns: releaseColumns(null), change: { kind: 'released' } }
    const now = deps.clock.now()
    const { reportedAt } = await queueMissingEmails(transaction, [seen.id], { now, sendAt: now })
    return { columns: releaseColumns(reportedAt.get(seen.id) ?? now), change: { kind: 'released' } }
  })
}

/** @param reportedAt when the visitor's email was queued; null for a withdrawn request */
export function releaseColumns(reportedAt: Date | null): Columns {
  return { quarantinedAt: null, spamAt: null, dueAt: reportedAt && responseDueAt(reportedAt) }
}

/** Queued emails still go out: most leave within a second. Throws like {@link saveChange}. */
export function confirmSpam(deps: WorkDeps, seen: Seen): Promise<WorkState> {
  return saveChange(deps, seen, async ({ quarantine }, transaction) => {
    if (quarantine?.isSpam) return undefined
    const stored = await transaction.projectEstimate.findUniqueOrThrow({
      where: { id: seen.id },
      select: { quarantinedAt: true, quarantineReasons: true },
    })
    return { columns: spamColumns(stored, deps.clock.now()), change: { kind: 'spam' } }
  })
}

export function spamColumns(
  { quarantinedAt, quarantineReasons }: Pick<ProjectEstimate, 'quarantinedAt' | 'quarantineReasons'>,
  at: Date,
): Columns {
  if (quarantinedAt) return { spamAt: at }
  const reasons = new Set([...readReasons(quarantineReasons), 'staff' as const])
  return { quarantinedAt: at, quarantineReasons: storedReasons([...reasons]), spamAt: at, dueAt: null }
}

/**
 * Queues the emails that estimates lack. Those that came by phone lack none.
 *
 * @returns both by the estimates' ids. `reportedAt`: when the visitors' emails were queued or the visitors called, for
 *   those that had them already. `queued`: the ids of the new emails
 */
export async function queueMissingEmails(
  { outboxMessage, projectEstimate }: Transaction,
  estimateIds: readonly string[],
  { now, sendAt }: { readonly now: Date; readonly sendAt: Date },
): Promise<{ readonly reportedAt: ReadonlyMap<string, Date>; readonly queued: ReadonlyMap<string, string[]> }> {
  const byPhone = await projectEstimate.findMany({
    where: { id: { in: [...estimateIds] }, source: 'phone' satisfies EstimateSource },
    select: { id: true, createdAt: true },
  })
  const calledAt = new Map(byPhone.map(({ id, createdAt }) => [id, createdAt]))
  const written = await outboxMessage.findMany({
    where: { estimateId: { in: [...estimateIds] }, kind: { in: [...estimateMessageKinds] } },
    // Where one was sent again, the first one remains in the map.
    orderBy: { createdAt: 'desc' },
    select: { estimateId: true, kind: true, createdAt: true },
  })
  const toKey = (message: { estimateId: string | null; kind: string }) => `${message.estimateId} ${message.kind}`
  const existing = new Set(written.map(toKey))
  const missing = estimateIds
    .filter((estimateId) => !calledAt.has(estimateId))
    .flatMap((estimateId) => newEstimateMessages(estimateId, now))
    .filter((message) => !existing.has(toKey(message)))
  if (missing.length > 0)
    await outboxMessage.createMany({ data: missing.map((message) => ({ ...message, nextAttemptAt: sendAt })) })
  const queuedAt = written.flatMap(({ estimateId, kind, createdAt }): [string, Date][] =>
    estimateId !== null && kind === 'estimate.visitor' ? [[estimateId, createdAt]] : [],
  )
  const queued = new Map<string, string[]>()
  for (const { id, estimateId } of missing) queued.set(estimateId, [...(queued.get(estimateId) ?? []), id])
  return { reportedAt: new Map([...queuedAt, ...calledAt]), queued }
}
