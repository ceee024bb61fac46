import type { BaseLogger } from 'pino'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { defaultRetention, retentionSentence } from '#shared/retention.ts'
import { readRetentionRules } from './retention.ts'

/** Another process may have changed the rules. */
const maxAgeMs = 3_000

type StatingDeps = {
  readonly database: Pick<Database, 'read'>
  readonly clock: Clock
  readonly log: Pick<BaseLogger, 'warn'>
}

/**
 * Makes what reads the sentence of the privacy page, at most once in three seconds. While the database does not respond,
 * the page says what was last in force.
 */
export function statedRetention({ database, clock, log }: StatingDeps): () => Promise<string> {
  let sentence = retentionSentence(defaultRetention)
  let readAt = Number.NEGATIVE_INFINITY
  return async () => {
    const now = clock.now().getTime()
    if (Math.abs(now - readAt) < maxAgeMs) return sentence
    readAt = now
    try {
      sentence = retentionSentence(await readRetentionRules(database.read))
    } catch (error) {
      log.warn({ err: error }, 'could not read the retention rules for the privacy page')
    }
    return sentence
  }
}
