import { randomUUID } from 'node:crypto'
import type { Database } from '#server/database/database.ts'
import { type EstimateField, estimateFieldNames } from '#shared/estimates/fields.ts'
import type { StoredMessage } from './prepare-message.ts'

type Transacting = Pick<Database, 'transaction'>

export type ClaimedMessage = StoredMessage & { readonly attempts: number; readonly claimToken: string }

/** What came of a claimed message. */
export type Outcome =
  | { readonly result: 'sent'; readonly providerId: string }
  | { readonly result: 'retry'; readonly reason: string; readonly delayMs: number }
  | { readonly result: 'failed'; readonly reason: string }
  /** Nothing came of it: whoever looks next may have it. */
  | { readonly result: 'released' }
  /** There is nobody to send it to, or no reason any more: it never was. */
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

/** Claims up to `limit` due messages until `leaseMs` from now, and reads what they are about in the same transaction. */
export async function claimDueMessages(
  database: Transacting,
  claim: { readonly now: Date; readonly leaseMs: number; readonly limit: number },
): Promise<ClaimedMessage[]> {
  const { now, leaseMs, limit } = claim
  const claimToken = randomUUID()
  const leaseEnd = after(now, leaseMs)
  return await database.transaction(async (transaction, statements) => {
    const claimed = await statements.claimMessages({ claimToken, now, leaseEnd, limit })
    if (claimed === 0) return []
    const messages = await transaction.outboxMessage.findMany({ where: { claimToken }, select: messageSelect })
    return messages.map((message) => ({ ...message, claimToken }))
  })
}

/**
 * Writes down what came of a message.
 *
 * @returns false when the claim was lost in the meantime and nothing was written
 */
export async function recordOutcome(
  database: Transacting,
  { id, claimToken }: { readonly id: string; readonly claimToken: string },
  outcome: Outcome,
  now: Date,
): Promise<boolean> {
  const pending = { id, state: 'pending' }
  // That a message went out is true whoever holds the claim by now, and keeps it from going out once more. Anything
  // else is for the holder to say.
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
      return { nextAttemptAt: after(now, outcome.delayMs), lastError: outcome.reason }
    case 'failed':
      // Nothing is attempted any more; the request's timeline reads from it when the message was set aside.
      return { state: 'failed', nextAttemptAt: now, lastError: outcome.reason }
    case 'released':
      return { nextAttemptAt: now }
  }
}

/**
 * Makes every message due that waits after a failure.
 *
 * @returns how many there were
 */
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

/**
 * Puts times right that a change of the wall clock has spoiled, so that no message waits longer than it should and no
 * claim ends while its holder may still be sending.
 */
export async function repairTimes(
  database: Transacting,
  repair: {
    readonly now: Date
    readonly leaseMs: number
    readonly maxDelayMs: number
    /** The clock was just set forward: claims that look expired may be minutes old. */
    readonly leaptForward: boolean
  },
): Promise<void> {
  const { now, leaseMs, maxDelayMs, leaptForward } = repair
  const leaseEnd = after(now, leaseMs)
  await database.transaction(async ({ outboxMessage }, statements) => {
    await statements.lock([scheduleLock])
    // No honest lease ends later than one made now. After a leap forward those that ended with it begin anew.
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
      { attempts: { gt: 0 }, nextAttemptAt: { gt: after(now, maxDelayMs) } },
    ]
    await outboxMessage.updateMany({
      where: { state: 'pending', claimToken: null, nextAttemptAt: { gt: now }, OR: fromTheFuture },
      data: { nextAttemptAt: now },
    })
  })
}

/** Statements that touch many rows wait for one another, or two of them could block each other for good. */
const scheduleLock = 'outbox schedule'

function after(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms)
}
