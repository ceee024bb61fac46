import { randomUUID } from 'node:crypto'
import type { Prisma } from '#prisma/generated/sqlite/client.ts'
import { addMs } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { type ClaimedMessage, claimedMessageSelect } from '#server/mail/messages/claimed-message.ts'

type Transacting = Pick<Database, 'transaction'>

type Claim = {
  readonly id: string
  /** Only the holder may record an outcome. */
  readonly claimToken: string
  readonly estimate?: { readonly id: string } | null
}

export type Outcome =
  | { readonly result: 'sent'; readonly providerId: string }
  | { readonly result: 'retry'; readonly reason: string; readonly delayMs: number }
  | { readonly result: 'failed'; readonly reason: string }
  /** Any worker may claim it at once. */
  | { readonly result: 'released' }
  /** The message's row is deleted. */
  | { readonly result: 'dropped' }

export type Attempted = { readonly claim: Claim; readonly outcome: Outcome }

/**
 * Claims the messages that are due: first those never tried, then those to the staff and to accounts, each the ones that
 * are due longest. Counts the attempt. Nobody else claims them before the lease ends.
 */
export async function claimDueMessages(
  database: Transacting,
  { now, leaseMs, limit }: { readonly now: Date; readonly leaseMs: number; readonly limit: number },
): Promise<(ClaimedMessage & { claimToken: string })[]> {
  const claimToken = randomUUID()
  return await database.transaction(async ({ outboxMessage }, statements) => {
    const ids = await statements.findDueMessages(now, limit)
    if (ids.length === 0) return []
    const where = { id: { in: ids } }
    await outboxMessage.updateMany({
      where,
      data: { attempts: { increment: 1 }, claimToken, nextAttemptAt: addMs(now, leaseMs) },
    })
    const messages = await outboxMessage.findMany({ where, select: claimedMessageSelect })
    return messages.map((message) => ({ ...message, claimToken }))
  })
}

/** @returns those whose claims were lost */
export async function recordOutcomes(
  database: Transacting,
  attempted: readonly Attempted[],
  now: Date,
): Promise<Attempted[]> {
  return await database.transaction(async ({ outboxMessage }) => {
    const lost: Attempted[] = []
    for (const one of attempted) {
      const { claim, outcome } = one
      const where = {
        id: claim.id,
        state: 'pending',
        // "Sent" needs no claim, because it prevents a second delivery.
        ...(outcome.result === 'sent' ? {} : { claimToken: claim.claimToken }),
        // Open pages of this estimate learn of a failure.
        ...(claim.estimate ? { estimateId: claim.estimate.id } : {}),
      }
      const { count } = await (outcome.result === 'dropped'
        ? outboxMessage.deleteMany({ where })
        : outboxMessage.updateMany({ where, data: { claimToken: null, ...changes(outcome, now) } }))
      if (count === 0) lost.push(one)
    }
    return lost
  })
}

function changes(
  outcome: Exclude<Outcome, { readonly result: 'dropped' }>,
  now: Date,
): Prisma.OutboxMessageUpdateManyMutationInput {
  switch (outcome.result) {
    case 'sent':
      return { state: 'sent', sentAt: now, providerId: outcome.providerId, lastError: null }
    case 'retry':
      return { nextAttemptAt: addMs(now, outcome.delayMs), lastError: outcome.reason }
    case 'failed':
      // The timeline shows this as the time of failure.
      return { state: 'failed', nextAttemptAt: now, lastError: outcome.reason }
    case 'released':
      return { nextAttemptAt: now }
  }
}

export async function makeWaitingDue(database: Transacting, now: Date): Promise<number> {
  return await database.transaction(async ({ outboxMessage }, statements) => {
    await statements.lock([scheduleLock])
    const { count } = await outboxMessage.updateMany({
      where: { state: 'pending', claimToken: null, attempts: { gt: 0 }, nextAttemptAt: { gt: now } },
      data: { nextAttemptAt: now },
    })
    return count
  })
}

/** After a clock change, messages could wait too long and claims could end during a delivery. */
export async function repairTimes(
  database: Transacting,
  repair: {
    readonly now: Date
    readonly leaseMs: number
    readonly maxDelayMs: number
    /** Claims that look expired may be new. */
    readonly leaptForward: boolean
  },
): Promise<void> {
  const { now, leaseMs, maxDelayMs, leaptForward } = repair
  const leaseEnd = addMs(now, leaseMs)
  await database.transaction(async ({ outboxMessage }, statements) => {
    await statements.lock([scheduleLock])
    // No valid lease ends after `leaseEnd`. A leap forward ends leases early.
    const spoiledLeases = [
      { nextAttemptAt: { gt: leaseEnd } },
      ...(leaptForward ? [{ nextAttemptAt: { lte: now } }] : []),
    ]
    await outboxMessage.updateMany({
      where: { state: 'pending', claimToken: { not: null }, OR: spoiledLeases },
      data: { nextAttemptAt: leaseEnd },
    })
    const fromTheFuture = [
      { attempts: 0, createdAt: { gt: now } },
      { attempts: { gt: 0 }, nextAttemptAt: { gt: addMs(now, maxDelayMs) } },
    ]
    await outboxMessage.updateMany({
      where: { state: 'pending', claimToken: null, nextAttemptAt: { gt: now }, OR: fromTheFuture },
      data: { nextAttemptAt: now },
    })
  })
}

/** Statements that update many rows could deadlock. */
const scheduleLock = 'outbox schedule'
