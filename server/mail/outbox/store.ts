import { randomUUID } from 'node:crypto'
import { addMs } from '#server/clock.ts'
import type { Database, RecordedOutcome } from '#server/database/database.ts'
import type { ClaimedMessage } from '#server/database/queries/claimed-messages.ts'

type Transacting = Pick<Database, 'transaction'>

export type Claim = { readonly id: string; readonly claimToken: string }

export type Outcome =
  | { readonly result: 'sent'; readonly providerId: string }
  | { readonly result: 'retry'; readonly reason: string; readonly delayMs: number }
  | { readonly result: 'failed'; readonly reason: string }
  /** Any worker may claim it at once. */
  | { readonly result: 'released' }
  /** The row is deleted. */
  | { readonly result: 'dropped' }

export type Attempted = { readonly claim: Claim; readonly outcome: Outcome }

export async function claimDueMessages(
  { outbox }: Pick<Database, 'outbox'>,
  claim: { readonly now: Date; readonly leaseMs: number; readonly limit: number },
): Promise<(ClaimedMessage & Claim)[]> {
  const { now, leaseMs, limit } = claim
  const claimToken = randomUUID()
  const leaseEnd = addMs(now, leaseMs)
  const messages = await outbox.claimMessages({ claimToken, now, leaseEnd, limit })
  return messages.map((message) => ({ ...message, claimToken }))
}

/** @returns those whose claims were lost */
export async function recordOutcomes(
  { outbox }: Pick<Database, 'outbox'>,
  attempted: readonly Attempted[],
  now: Date,
): Promise<Attempted[]> {
  // Claims may be renewed later.
  const recorded = attempted.map(({ claim: { id, claimToken }, outcome }) => ({
    id,
    claimToken,
    ...unchanged,
    ...changes(outcome, now),
  }))
  const held = new Set(await outbox.recordOutcomes(recorded))
  return attempted.filter(({ claim }) => !held.has(claim.id))
}

const unchanged = { state: 'pending', nextAttemptAt: null, lastError: null, providerId: null, sentAt: null } as const

function changes(outcome: Outcome, now: Date): Partial<RecordedOutcome> {
  switch (outcome.result) {
    case 'sent':
      return { state: 'sent', sentAt: now, providerId: outcome.providerId }
    case 'retry':
      return { nextAttemptAt: addMs(now, outcome.delayMs), lastError: outcome.reason }
    case 'failed':
      // The timeline shows this as the time of failure.
      return { state: 'failed', nextAttemptAt: now, lastError: outcome.reason }
    case 'released':
      return { nextAttemptAt: now }
    case 'dropped':
      return { state: 'dropped' }
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
