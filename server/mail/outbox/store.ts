import { randomUUID } from 'node:crypto'
import { addMs } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { StoredMessage } from '#server/mail/messages/prepare-message.ts'
import { type EstimateField, estimateFieldNames } from '#shared/estimates/fields.ts'

type Transacting = Pick<Database, 'transaction'>

export type ClaimedMessage = StoredMessage & { readonly attempts: number; readonly claimToken: string }

export type Outcome =
  | { readonly result: 'sent'; readonly providerId: string }
  | { readonly result: 'retry'; readonly reason: string; readonly delayMs: number }
  | { readonly result: 'failed'; readonly reason: string }
  /** Any worker may claim it at once. */
  | { readonly result: 'released' }
  /** The row is deleted. */
  | { readonly result: 'dropped' }

const answerSelect = Object.fromEntries(estimateFieldNames.map((field) => [field, true])) as Record<EstimateField, true>

const messageSelect = {
  id: true,
  kind: true,
  attempts: true,
  createdAt: true,
  address: true,
  estimate: {
    select: {
      id: true,
      reference: true,
      ...answerSelect,
      createdAt: true,
      dueAt: true,
    },
  },
} as const

export async function claimDueMessages(
  database: Transacting,
  claim: { readonly now: Date; readonly leaseMs: number; readonly limit: number },
): Promise<ClaimedMessage[]> {
  const { now, leaseMs, limit } = claim
  const claimToken = randomUUID()
  const leaseEnd = addMs(now, leaseMs)
  return await database.transaction(async (transaction, statements) => {
    const claimed = await statements.claimMessages({ claimToken, now, leaseEnd, limit })
    if (claimed === 0) return []
    const messages = await transaction.outboxMessage.findMany({ where: { claimToken }, select: messageSelect })
    return messages.map((message) => ({ ...message, claimToken }))
  })
}

/** @returns false if the claim was lost */
export async function recordOutcome(
  database: Transacting,
  { id, claimToken }: { readonly id: string; readonly claimToken: string },
  outcome: Outcome,
  now: Date,
): Promise<boolean> {
  const pending = { id, state: 'pending' }
  // "Sent" needs no claim, because it prevents a second delivery.
  const where = outcome.result === 'sent' ? pending : { ...pending, claimToken }
  return await database.transaction(async ({ outboxMessage }) => {
    if (outcome.result === 'dropped') return (await outboxMessage.deleteMany({ where })).count > 0
    const { count } = await outboxMessage.updateMany({ where, data: { claimToken: null, ...changes(outcome, now) } })
    return count > 0
  })
}

function changes(outcome: Exclude<Outcome, { result: 'dropped' }>, now: Date) {
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
