import type { Database, Statements, Transaction } from '#server/database/database.ts'
import type { RateLimitKey } from './limits.ts'
import { counterKey, RateLimitCounters, type Taken } from './rate-limit-counters.ts'

/**
 * Counts one attempt for each of some limits before it is made, so that attempts at the same time cannot slip past a
 * limit together. Where one of the limits is exhausted, nothing is counted.
 *
 * @throws {DatabaseUnavailable} nothing was counted
 */
export async function consumeAttempts(
  database: Database,
  serverKey: Buffer,
  wanted: readonly RateLimitKey[],
  now: Date,
): Promise<Taken> {
  return await changeAttempts(database, serverKey, wanted, (counters) => counters.take(wanted, now))
}

/** Takes back attempts that turned out to be none; forgetting is for those that proved who they are. */
export async function refundAttempts(
  database: Database,
  serverKey: Buffer,
  taken: readonly RateLimitKey[],
  now: Date,
): Promise<void> {
  await changeAttempts(database, serverKey, taken, (counters) => {
    for (const counted of taken) counters.refund(counted, now)
  })
}

/** Sets counters back to none, within the transaction that has the reason for it. */
export async function forgetAttempts(
  transaction: Pick<Transaction, 'attempt'>,
  serverKey: Buffer,
  forgotten: readonly RateLimitKey[],
): Promise<void> {
  const keys = forgotten.map((counted) => counterKey(serverKey, counted))
  await transaction.attempt.deleteMany({ where: { key: { in: keys } } })
}

/**
 * Reads counters for a change within a transaction; until it ends, nobody else changes them. Needs to come first in it.
 * Storing what changed (`writeAttempts` of {@link RateLimitCounters.changed}) is left to the caller.
 */
export async function lockAttempts(
  statements: Statements,
  serverKey: Buffer,
  counted: readonly RateLimitKey[],
): Promise<RateLimitCounters> {
  const counters = new RateLimitCounters(serverKey, counted)
  await statements.lock(counters.keys)
  counters.load(await statements.readAttempts(counters.keys))
  return counters
}

async function changeAttempts<Result>(
  database: Database,
  serverKey: Buffer,
  counted: readonly RateLimitKey[],
  change: (counters: RateLimitCounters) => Result,
): Promise<Result> {
  return await database.transaction(async (_transaction, statements) => {
    const counters = await lockAttempts(statements, serverKey, counted)
    const result = change(counters)
    await statements.writeAttempts(counters.changed)
    return result
  })
}
