import type { BaseLogger } from 'pino'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { defaultRetention, retentionSentence } from '#shared/retention.ts'
import { readRetentionRules } from './retention.ts'

/** Another process may have changed the rules. */
const maxAgeMs = 3_000

type ReaderDeps = {
  readonly database: Pick<Database, 'read'>
  readonly clock: Clock
  readonly log: Pick<BaseLogger, 'warn'>
}

/**
 * The reader returns the sentence of the privacy page. It reads the rules at most once in three seconds. While the database
 * does not respond, the sentence says what was last in force.
 */
export function createRetentionReader({ database, clock, log }: ReaderDeps): () => Promise<string> {
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
