import type { Prisma } from '#prisma/generated/sqlite/client.ts'
import type { Statements, StoredAttempts, StoredSubmission } from '../database.ts'

/** The text that Prisma's SQLite adapter stores for an instant; rows written by hand must sort with the others. */
export function storedInstant(instant: Date): string {
  return instant.toISOString().replace('Z', '+00:00')
}

/** JSON of rows with every instant as SQLite stores it. */
function storedRows(rows: readonly { readonly createdAt: Date }[]): string {
  return JSON.stringify(rows.map((row) => ({ ...row, createdAt: storedInstant(row.createdAt) })))
}

const findSubmissions = `
  SELECT reference, request_key AS requestKey, values_digest AS valuesDigest, sender_digest AS senderDigest, created_at AS createdAt
    FROM project_estimates WHERE request_key IN (SELECT value FROM json_each(?))
  UNION
  SELECT reference, request_key, values_digest, sender_digest, created_at
    FROM project_estimates WHERE sender_digest IN (SELECT value FROM json_each(?)) AND created_at >= ?`

const insertEstimates = `
  INSERT INTO project_estimates (id, reference, name, email, phone, project_type, project_description, location, timeline,
    budget_range, square_footage, property_type, specific_requirements, urgent, status, created_at, request_key,
    values_digest, sender_digest)
  SELECT value->>'id', value->>'reference', value->>'name', value->>'email', value->>'phone', value->>'projectType',
    value->>'projectDescription', value->>'location', value->>'timeline', value->>'budgetRange', value->>'squareFootage',
    value->>'propertyType', value->>'specificRequirements', value->>'urgent', value->>'status', value->>'createdAt',
    value->>'requestKey', value->>'valuesDigest', value->>'senderDigest'
  FROM json_each(?)`

const insertMessages = `
  INSERT INTO outbox_messages (id, kind, estimate_id, created_at, next_attempt_at)
  SELECT value->>'id', value->>'kind', value->>'estimateId', value->>'createdAt', value->>'createdAt' FROM json_each(?)`

const claimMessages = `
  UPDATE outbox_messages SET attempts = attempts + 1, claim_token = ?, next_attempt_at = ?
  WHERE id IN (
    SELECT id FROM outbox_messages WHERE state = 'pending' AND next_attempt_at <= ? ORDER BY next_attempt_at LIMIT ?)`

const readAttempts = `
  SELECT key, hits, blocks, window_ends_at AS windowEndsAt FROM attempts WHERE key IN (SELECT value FROM json_each(?))`

// WHERE true: without it, SQLite takes ON for the condition of a join.
const writeAttempts = `
  INSERT INTO attempts (key, hits, blocks, window_ends_at)
  SELECT value->>'key', value->>'hits', value->>'blocks', value->>'windowEndsAt' FROM json_each(?) WHERE true
  ON CONFLICT (key) DO UPDATE SET hits = excluded.hits, blocks = excluded.blocks, window_ends_at = excluded.window_ends_at`

/** {@link Statements} for SQLite, in a transaction of this process, the only one that writes. */
export function sqliteStatements(transaction: Prisma.TransactionClient): Statements {
  return {
    async lock() {
      // Transactions already wait for one another.
    },
    findSubmissions(requestKeys, senderDigests, since) {
      return transaction.$queryRawUnsafe<StoredSubmission[]>(
        findSubmissions,
        JSON.stringify(requestKeys),
        JSON.stringify(senderDigests),
        storedInstant(since),
      )
    },
    async insertSubmissions(estimates, messages) {
      await transaction.$executeRawUnsafe(insertEstimates, storedRows(estimates))
      await transaction.$executeRawUnsafe(insertMessages, storedRows(messages))
    },
    claimMessages({ claimToken, now, leaseEnd, limit }) {
      return transaction.$executeRawUnsafe(
        claimMessages,
        claimToken,
        storedInstant(leaseEnd),
        storedInstant(now),
        limit,
      )
    },
    readAttempts(keys) {
      return transaction.$queryRawUnsafe<StoredAttempts[]>(readAttempts, JSON.stringify(keys))
    },
    async writeAttempts(attempts) {
      if (attempts.length === 0) return
      const rows = attempts.map((row) => ({ ...row, windowEndsAt: storedInstant(row.windowEndsAt) }))
      await transaction.$executeRawUnsafe(writeAttempts, JSON.stringify(rows))
    },
  }
}
