import type { Database, Statements, Transaction } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { company } from '#shared/company.ts'
import type { RateLimitKey } from './limits.ts'
import { counterKey, RateLimitCounters, type RateLimitResult } from './rate-limit-counters.ts'

/** Call it before the attempt; if one limit is exhausted, none counts. */
export async function consumeAttempts(
  database: Database,
  serverKey: Buffer,
  wanted: readonly RateLimitKey[],
  now: Date,
): Promise<RateLimitResult> {
  return await changeAttempts(database, serverKey, wanted, (counters) => counters.consume(wanted, now))
}

/** @throws {AppError} `too_many_attempts` */
export async function consumeOrThrow(
  database: Database,
  serverKey: Buffer,
  wanted: readonly RateLimitKey[],
  now: Date,
): Promise<void> {
  const result = await consumeAttempts(database, serverKey, wanted, now)
  if (result.refused) throw tooManyAttempts(result.retryAfterSeconds)
}

/** Refunds attempts that were never evaluated. */
export async function refundAttempts(
  database: Database,
  serverKey: Buffer,
  consumed: readonly RateLimitKey[],
  now: Date,
): Promise<void> {
  await changeAttempts(database, serverKey, consumed, (counters) => {
    for (const key of consumed) counters.refund(key, now)
  })
}

export async function forgetAttempts(
  transaction: Pick<Transaction, 'attempt'>,
  serverKey: Buffer,
  forgotten: readonly RateLimitKey[],
): Promise<void> {
  const keys = forgotten.map((key) => counterKey(serverKey, key))
  await transaction.attempt.deleteMany({ where: { key: { in: keys } } })
}

/** Call it first in its transaction. Store the changes of the counters afterwards. */
export async function lockAttempts(
  statements: Statements,
  serverKey: Buffer,
  wanted: readonly RateLimitKey[],
): Promise<RateLimitCounters> {
  const counters = new RateLimitCounters(serverKey, wanted)
  await statements.lock(counters.keys)
  counters.load(await statements.readAttempts(counters.keys))
  return counters
}

async function changeAttempts<Result>(
  database: Database,
  serverKey: Buffer,
  wanted: readonly RateLimitKey[],
  change: (counters: RateLimitCounters) => Result,
): Promise<Result> {
  return await database.transaction(async (_transaction, statements) => {
    const counters = await lockAttempts(statements, serverKey, wanted)
    const result = change(counters)
    await statements.writeAttempts(counters.changed)
    return result
  })
}

export function tooManyAttempts(retryAfterSeconds: number): AppError {
  return new AppError('too_many', 'Too many attempts. Please wait a while and try again.', {
    reason: 'too_many_attempts',
    retryAfterSeconds,
  })
}

/** Customers may share an IP address. */
export function tooManyCalls(source: 'connection' | 'account', retryAfterSeconds: number): AppError {
  const message = `Too many requests came from your ${source}. Please wait a minute and try again, or call us at ${company.phone.display}.`
  return new AppError('too_many', message, { reason: 'too_many_attempts', retryAfterSeconds })
}
