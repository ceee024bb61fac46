import type BetterSqlite3 from 'better-sqlite3'
import type {
  EstimateLookup,
  FoundEstimates,
  NewEstimateRows,
  StoredAttempts,
  StoredEstimateKeys,
} from '#server/database/database.ts'
import { isAcknowledged } from '#server/database/queries/found-estimates.ts'
import { newEstimateColumns } from '#server/database/queries/new-estimate-columns.ts'
import { storedInstant, storedValue } from './stored-values.ts'

type Prepare = (sql: string) => BetterSqlite3.Statement<unknown[]>

export type SubmissionStatements = {
  find(lookup: EstimateLookup): FoundEstimates
  insert(rows: NewEstimateRows): void
}

type WithText<Row, Instant extends keyof Row> = Omit<Row, Instant> & { readonly [Name in Instant]: string }

const estimateKeys = `
  SELECT reference, request_key AS requestKey, values_digest AS valuesDigest, sender_digest AS senderDigest,
    created_at AS createdAt, ${isAcknowledged} AS acknowledged
  FROM project_estimates`

/** Running these row by row is cheaper than one statement per table that reads the rows from JSON. */
export function submissionStatements(prepare: Prepare): SubmissionStatements {
  // By default, Prisma's connection returns every integer as a bigint.
  const reading = (sql: string) => prepare(sql).safeIntegers(false)
  const byRequestKey = reading(`${estimateKeys} WHERE request_key = ?`)
  const newestOfSender = reading(
    `${estimateKeys} WHERE sender_digest = ? AND created_at >= ? ORDER BY created_at DESC LIMIT 1`,
  )
  const attemptsOf = reading('SELECT key, hits, blocks, window_ends_at AS windowEndsAt FROM attempts WHERE key = ?')

  const insertEstimate = prepare(`
    INSERT INTO project_estimates (${newEstimateColumns.map(({ column }) => column).join(', ')})
    VALUES (${newEstimateColumns.map(() => '?').join(', ')})`)
  const insertMessage = prepare(
    'INSERT INTO outbox_messages (id, kind, estimate_id, created_at, next_attempt_at) VALUES (?, ?, ?, ?, ?)',
  )
  const storeAttempts = prepare(`
    INSERT INTO attempts (key, hits, blocks, window_ends_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (key) DO UPDATE SET hits = excluded.hits, blocks = excluded.blocks, window_ends_at = excluded.window_ends_at`)

  return {
    find({ requestKeys, senderDigests, since, attemptKeys }) {
      const storedSince = storedInstant(since)
      const submissions = [
        ...requestKeys.flatMap((key) => byRequestKey.all(key)),
        ...senderDigests.flatMap((digest) => newestOfSender.all(digest, storedSince)),
      ] as WithText<StoredEstimateKeys, 'createdAt'>[]
      const attempts = attemptKeys.flatMap((key) => attemptsOf.all(key)) as WithText<StoredAttempts, 'windowEndsAt'>[]
      return {
        submissions: submissions.map(({ createdAt, acknowledged, ...each }) => {
          return { ...each, createdAt: new Date(createdAt), acknowledged: Boolean(acknowledged) }
        }),
        attempts: attempts.map((each) => ({ ...each, windowEndsAt: new Date(each.windowEndsAt) })),
      }
    },
    insert({ estimates, messages, attempts }) {
      for (const row of estimates) insertEstimate.run(newEstimateColumns.map(({ field }) => storedValue(row[field])))
      for (const { id, kind, estimateId, createdAt } of messages) {
        const dueAt = storedInstant(createdAt)
        insertMessage.run(id, kind, estimateId, dueAt, dueAt)
      }
      for (const { key, hits, blocks, windowEndsAt } of attempts)
        storeAttempts.run(key, hits, blocks, storedInstant(windowEndsAt))
    },
  }
}
