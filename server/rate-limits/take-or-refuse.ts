import type { Database } from '#server/database/database.ts'
import { consumeAttempts } from './attempts.ts'
import type { RateLimitKey } from './limits.ts'
import { tooManyAttempts } from './too-many-attempts.ts'

/**
 * Counts one attempt for each of some limits.
 *
 * @throws {AppError} `too_many_attempts`, when one of them is exhausted; nothing was counted
 * @throws {DatabaseUnavailable} nothing was counted
 */
export async function consumeOrThrow(
  database: Database,
  serverKey: Buffer,
  wanted: readonly RateLimitKey[],
  now: Date,
): Promise<void> {
  const taken = await consumeAttempts(database, serverKey, wanted, now)
  if (taken.refused) throw tooManyAttempts(taken.retryAfterSeconds)
}
